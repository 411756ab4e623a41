import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { readOnShards } from '#db/shards.ts'
import { sessionIdle, sessionLifetime } from './auth.server.ts'
import { setRole } from './members.server.ts'
import { readSession } from './session.server.ts'
import { createSignInLink } from './sign-in-links.server.ts'
import { addTestMember, addTestSeller, requestWith, testServices, testPassword, testHubAt } from './testing.ts'
import { day, hour, minute } from '#lib/duration.ts'

const { db, hub } = await testHubAt()

async function signIn(email: string, on = hub) {
  const { headers } = await on.auth.api.signInEmail({
    body: { email, password: testPassword },
    headers: new Headers({ 'user-agent': 'Firefox', 'x-hub-client-address': '203.0.113.9' }),
    returnHeaders: true,
  })
  return headers
}

function tokenOf(link: string): string {
  return new URL(link).searchParams.get('token')!
}

function use(token: string, on = hub) {
  return on.auth.api.signInByLink({ body: { token }, headers: new Headers(), returnHeaders: true })
}

describe('readSession', () => {
  it('contains the member, their sellers, and the session’s seller', async () => {
    const { id, email } = await addTestMember(hub)
    const first = await addTestSeller(db, { [id]: 'shipper' })
    const second = await addTestSeller(db, { [id]: 'owner' })
    const request = requestWith(await signIn(email))
    const signedIn = await readSession(hub, request)
    expect(signedIn).toMatchObject({
      member: { id, email, isOperator: false, twoFactorEnabled: false, preferences: { locale: null } },
      seller: { id: first, role: 'shipper', timeZone: 'Europe/London' },
      sellers: [
        { id: first, role: 'shipper' },
        { id: second, role: 'owner' },
      ],
    })
    await db.owner.updateTable('sessions').set({ seller_id: second }).where('member_id', '=', id).execute()
    expect((await readSession(hub, request))?.seller).toMatchObject({ id: second, role: 'owner' })
  })

  it('is the same on a cluster, which reads the seller by a statement of its own', async () => {
    const cluster = openDatabase({ url: db.url, poolSize: 1 })
    onTestFinished(() => cluster.close())
    readOnShards(cluster.owner)
    const members = [await addTestMember(hub), await addTestMember(hub), await addTestMember(hub)]
    await addTestSeller(db, { [members[0]!.id]: 'owner', [members[1]!.id]: 'owner' })
    await addTestSeller(db, { [members[0]!.id]: 'shipper' })
    for (const { email } of members) {
      const request = requestWith(await signIn(email))
      const signedIn = await readSession(hub, request)
      expect(signedIn?.member.email).toBe(email)
      expect(await readSession({ ...hub, db: cluster }, request)).toEqual(signedIn)
    }
  })

  it('keeps its seller when the member gets a role at another, even an older one', async () => {
    const { id, email } = await addTestMember(hub)
    const older = await addTestSeller(db)
    const own = await addTestSeller(db, { [id]: 'shipper' })
    const request = requestWith(await signIn(email))
    expect((await readSession(hub, request))?.seller).toMatchObject({ id: own })
    await setRole(db.owner, { memberId: id, sellerId: older, role: 'owner' })
    await setRole(db.owner, { memberId: id, sellerId: own, role: 'lister' })
    const signedIn = await readSession(hub, request)
    expect(signedIn?.seller).toMatchObject({ id: own, role: 'lister' })
    expect(signedIn?.sellers.map((seller) => seller.id)).toEqual([own, older])
  })

  it('loses a seller with the membership at once', async () => {
    const { id, email } = await addTestMember(hub)
    const seller = await addTestSeller(db, { [id]: 'manager' })
    const request = requestWith(await signIn(email))
    await db.owner.updateTable('sessions').set({ seller_id: seller }).where('member_id', '=', id).execute()
    await db.owner.deleteFrom('memberships').where('member_id', '=', id).execute()
    expect(await readSession(hub, request)).toMatchObject({ seller: null, sellers: [] })
  })

  it('accepts no cookie without our signature or with another name', async () => {
    const { email } = await addTestMember(hub)
    const request = requestWith(await signIn(email))
    const cookie = request.headers.get('cookie')!
    const value = decodeURIComponent(cookie.split('=')[1]!)
    const token = value.split('.')[0]!
    expect(await readSession(hub, request)).not.toBeNull()
    for (const forged of [
      token,
      `${token}.`,
      `${token}.${'A'.repeat(43)}=`,
      value.replace('.', 'x.'),
      value.slice(0, -2),
      '%E0%A4%A',
    ]) {
      expect(await readSession(hub, requestWith(`hub.session_token=${forged}`))).toBeNull()
    }
    expect(await readSession(hub, requestWith(cookie.replace('hub.', 'better-auth.')))).toBeNull()
    expect(await readSession({ ...hub, secret: 'another secret' }, request)).toBeNull()
    expect(await readSession(hub, new Request('http://localhost:3000/'))).toBeNull()
  })

  it('ends a session a week after the last visit, and a month after it began', async () => {
    const { id, email } = await addTestMember(hub)
    const request = requestWith(await signIn(email))
    const begun = Date.now()
    const at = (milliseconds: number) => readSession({ ...hub, now: () => new Date(begun + milliseconds) }, request)
    const end = async () =>
      (await db.owner.selectFrom('sessions').select('expires_at').where('member_id', '=', id).executeTakeFirstOrThrow())
        .expires_at
    const before = await end()
    await at(minute)
    expect(await end()).toEqual(before)
    for (let days = 1; days <= 29; days++) expect(await at(days * day)).not.toBeNull()
    expect((await end()).getTime()).toBeLessThanOrEqual(begun + sessionLifetime)
    expect(await at(sessionLifetime + 1000)).toBeNull()

    // Also if the hub's clock differs from the machine's.
    const ahead = testServices(db, { now: () => new Date(Date.now() + 2 * sessionLifetime) })
    const begunAhead = requestWith(await signIn(email, ahead))
    const anHourLater = { ...ahead, now: () => new Date(ahead.now().getTime() + hour) }
    expect(await readSession(anHourLater, begunAhead)).not.toBeNull()
    expect(await readSession(anHourLater, begunAhead)).not.toBeNull()

    const idle = requestWith(await signIn(email))
    expect(await readSession({ ...hub, now: () => new Date(Date.now() + sessionIdle + 1000) }, idle)).toBeNull()
  })

  it('continues while the database is read-only, although it should be extended', async () => {
    const request = requestWith(await signIn((await addTestMember(hub)).email))
    const url = new URL(db.url)
    url.searchParams.set('options', '-cdefault_transaction_read_only=on')
    const readOnly = openDatabase({ url: url.href, poolSize: 2 })
    onTestFinished(() => readOnly.close())
    const later = () => new Date(Date.now() + hour)
    expect(await readSession({ ...hub, db: readOnly, now: later }, request)).not.toBeNull()
  })
})

describe('the session cookie', () => {
  it('is HttpOnly and SameSite=Lax, and Secure if the hub uses https', async () => {
    const { email } = await addTestMember(hub)
    const [plain] = (await signIn(email)).getSetCookie()
    expect(plain).toMatch(/^hub\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const secure = testServices(db, { publicUrl: 'https://hub.example.com' })
    const headers = await signIn(email, secure)
    expect(headers.getSetCookie()[0]).toMatch(/^__Secure-hub\.session_token=.*; HttpOnly; Secure; SameSite=Lax$/)
    expect(await readSession(secure, requestWith(headers))).not.toBeNull()
  })

  it('is new at each sign-in, whatever the browser sent', async () => {
    const { email } = await addTestMember(hub)
    const first = requestWith(await signIn(email))
    const { headers } = await hub.auth.api.signInEmail({
      body: { email, password: testPassword },
      headers: first.headers,
      returnHeaders: true,
    })
    const tokens = [first, requestWith(headers)].map((request) => request.headers.get('cookie'))
    expect(new Set(tokens).size).toBe(2)
  })
})

describe('createSignInLink', () => {
  it('signs in exactly once, also when twenty ask at the same moment', async () => {
    const { id, email } = await addTestMember(hub)
    const token = tokenOf(await createSignInLink(hub, email.toUpperCase()))
    const other = testServices(db)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => use(token, i % 2 ? hub : other)))
    const good = answers.filter(({ response }) => response.ok)
    expect(good).toHaveLength(1)
    expect((await readSession(hub, requestWith(good[0]!.headers)))?.member.id).toBe(id)
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toHaveLength(1)
    expect((await use(token)).response.ok).toBe(false)
  })

  it('is stored as a hash, expires after half an hour, and needs a member', async () => {
    const { email } = await addTestMember(hub)
    const token = tokenOf(await createSignInLink(hub, email))
    const kept = await db.owner.selectFrom('verifications').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(token)
    const late = testServices(db, { now: () => new Date(Date.now() + 31 * minute) })
    expect((await use(token, late)).response.ok).toBe(false)
    await expect(createSignInLink(hub, 'nobody@example.com')).rejects.toThrow('no member')
  })
})
