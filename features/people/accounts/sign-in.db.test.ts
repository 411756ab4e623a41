import { rowOf } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { attemptPair, countAttempts, type Attempt } from './attempts.server.ts'
import * as signInPage from './sign-in-page.tsx'
import * as signOutPage from './sign-out-page.tsx'
import * as switchSellerPage from './switch-seller-page.tsx'
import * as linkPage from './sign-in-link-page.tsx'
import { addMember, addressOf, memberOf } from './members.server.ts'
import { readSession } from './session.server.ts'
import { createSignInLink } from './sign-in-links.server.ts'
import { signedInBrowser, TestBrowser, withTwoFactor } from './testing-browser.ts'
import { addTestMember, addTestSeller, testServices, testPassword, testHubAt } from './testing.ts'
import { minute } from '#lib/duration.ts'
import { assertDefined } from '#lib/assert-defined.ts'

const { db, hub } = await testHubAt()

async function sessionsOf(memberId: string): Promise<number> {
  return (await db.owner.selectFrom('sessions').select('id').where('member_id', '=', memberId).execute()).length
}

describe('signing in', () => {
  it('opens a session and returns to the requested page', async () => {
    const { id, email } = await addTestMember(hub)
    const browser = new TestBrowser(hub, { clientIp: '203.0.113.7' })
    const form = { email: ` ${email.toUpperCase()} `, password: testPassword }
    expect(await browser.post(signInPage, '/sign-in?next=%2Fsh%2Ford%3Fq%3Dx', form)).toMatchObject({
      status: 303,
      location: '/sh/ord?q=x',
    })
    expect(await browser.get(signInPage, '/sign-in')).toMatchObject({ status: 302, location: '/' })
    const session = await rowOf(db.owner, 'sessions', { member_id: id })
    expect(session).toMatchObject({ ip_address: '203.0.113.7' })
    expect(session.user_agent).toContain('Firefox')
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example'])(
    'redirects only within the hub: %s',
    async (next) => {
      const { email } = await addTestMember(hub)
      const path = `/sign-in?next=${encodeURIComponent(next)}`
      const answer = await new TestBrowser(hub).post(signInPage, path, { email, password: testPassword })
      expect(answer).toMatchObject({ status: 303, location: '/' })
    },
  )

  it('gives the same answer for a wrong password, an unknown address and a member without a password', async () => {
    const { email } = await addTestMember(hub)
    const { id, email: without } = await addTestMember(hub)
    await db.owner.deleteFrom('credentials').where('member_id', '=', id).execute()
    const said = new Set<string>()
    for (const [address, password] of [
      [email, 'wrong password'],
      ['nobody@example.com', testPassword],
      [without, testPassword],
      [email, 'x'.repeat(5000)],
    ] as const) {
      const answer = await new TestBrowser(hub).post(signInPage, '/sign-in', { email: address, password })
      expect(answer).toMatchObject({ status: 422, data: { values: { email: address } } })
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(JSON.stringify(answer.data)).not.toContain(password)
      said.add(JSON.stringify(answer.data.errors))
    }
    expect(said.size).toBe(1)
  })

  it('reports what is missing, in the reader’s language', async () => {
    const browser = new TestBrowser(hub)
    const { data } = await browser.post(signInPage, '/sign-in', { email: 'no address', password: '' })
    expect(Object.keys(data.errors)).toEqual(['email', 'password'])
    browser.locale = 'de'
    const german = await browser.post(signInPage, '/sign-in', { email: 'a@example.com', password: 'x' })
    expect(german.data.errors.form).toContain('Die E-Mail-Adresse oder das Passwort ist falsch')
  })

  it('needs the browser’s anti-forgery token', async () => {
    const { id, email } = await addTestMember(hub)
    for (const srt of [null, 'forged']) {
      const answer = await new TestBrowser(hub).post(signInPage, '/sign-in', { email, password: testPassword, srt })
      expect(answer.status).toBe(403)
    }
    expect(await sessionsOf(id)).toBe(0)
  })

  it('creates a new session, never the one that the browser sent', async () => {
    const { id, email } = await addTestMember(hub)
    const attacker = await signedInBrowser(hub, email)
    const planted = attacker.cookies.get('hub.session_token')!
    const { email: victimEmail } = await addTestMember(hub)
    const victim = new TestBrowser(hub)
    victim.cookies.set('hub.session_token', planted)
    await victim.post(signInPage, '/sign-in', { email: victimEmail, password: testPassword })
    expect(victim.cookies.get('hub.session_token')).not.toBe(planted)
    // A session planted in the browser before ends at sign-in (session fixation).
    expect(await sessionsOf(id)).toBe(0)
  })
})

describe('the address of a member', () => {
  /** Attempts count per client, so each test address uses its own. */
  let clients = 0
  const post = (email: string, password: string) =>
    new TestBrowser(hub, { clientIp: `192.0.2.${++clients}` }).post(signInPage, '/sign-in', { email, password })

  it.each([
    'ada@localhost',
    'müller@shop.example',
    'jürgen@müller.de',
    'r&d@shop.example',
    'a/b@shop.example',
    'a..b@docomo.ne.jp',
    'ada.@x.de',
    'x@пример.xn--e1afmkfd',
    '.ada@shop.example',
    "o'neil+hub@shop.example",
    `${'a'.repeat(242)}@example.com`,
  ])('works for every added member: %s', async (email) => {
    const added = await addMember(hub, { email: ` ${email.toUpperCase()}`, name: 'Ada', password: testPassword })
    expect(added).toMatchObject({ ok: true, isNew: true })
    const wrong = await post(email, 'wrong password')
    expect(wrong).toMatchObject({ status: 422, data: { errors: { form: expect.any(String) } } })
    expect(await post(email, testPassword)).toMatchObject({ status: 303, location: '/' })
    const { id } = assertDefined(await memberOf(db.owner, email), 'they were added')
    await withTwoFactor(hub, { id, email })
    expect(await post(email, testPassword)).toMatchObject({ status: 303, location: '/sign-in/code' })
  })

  it.each([
    '',
    'ada',
    'ada@',
    '@shop.example',
    'a@b@shop.example',
    'a b@shop.example',
    'a@shop..example',
    'a@.example',
    'a,b@shop.example',
    'a@shop.example,b',
    'ada<b@shop.example',
  ])('is rejected if nobody could sign in with it: “%s”', async (email) => {
    const added = await addMember(hub, { email, name: 'Ada', password: testPassword })
    expect(added).toEqual({ ok: false, reason: 'no-email' })
    const answer = await post(email, testPassword)
    expect(answer).toMatchObject({ status: 422, data: { errors: { email: expect.any(String) } } })
  })

  it.each([
    ['info@bücher.example', 'info@xn--bcher-kva.example'],
    ['info@xn--straenfest-83a.example', 'INFO@straßenfest.example'],
    ['y@пример.xn--e1afmkfd', 'y@xn--e1afmkfd.xn--e1afmkfd'],
  ])('is the same however a browser spells its domain: %s, %s', async (email, sent) => {
    const member = { email, name: 'Ada', password: testPassword }
    expect(await addMember(hub, member)).toMatchObject({ ok: true, isNew: true })
    expect(await addMember(hub, { ...member, email: sent })).toEqual({ ok: false, reason: 'exists' })
    for (const typed of [email, sent]) expect((await post(typed, testPassword)).status, typed).toBe(303)
    // Another spelling of the address does not double the limit.
    const known = await addressOf(db.owner, email)
    for (let i = 0; i < 50; i++) await countAttempts(hub, [['sign-in-email', known]])
    for (const typed of [email, sent]) expect((await post(typed, testPassword)).status, typed).toBe(429)
  })
})

describe('attempts', () => {
  it('are counted over all processes, for one client and one account', async () => {
    const { email } = await addTestMember(hub)
    const other = testServices(db)
    const guess = (i: number) =>
      new TestBrowser(i % 2 ? hub : other).post(signInPage, '/sign-in', { email, password: `guess ${i}` })
    const answers = await Promise.all(Array.from({ length: 14 }, (_, i) => guess(i)))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
    const late = answers.filter(({ status }) => status === 429)
    expect(late).toHaveLength(4)
    expect(Number(late[0]!.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(late[0]!.data.errors.form).toContain('Try again in 15 minutes, or set a new password now')

    const right = { email, password: testPassword }
    expect((await new TestBrowser(hub).post(signInPage, '/sign-in', right)).status).toBe(429)
    const later = testServices(db, { now: () => new Date(Date.now() + 16 * minute) })
    expect((await new TestBrowser(later).post(signInPage, '/sign-in', right)).status).toBe(303)
  })

  it('are counted for one account across addresses, and refused ones count no further', async () => {
    const { email } = await addTestMember(hub)
    const right = (clientIp: string) =>
      new TestBrowser(hub, { clientIp }).post(signInPage, '/sign-in', { email, password: testPassword })
    const one = '198.51.100.1'
    for (let i = 0; i < 10; i++) await countAttempts(hub, [['sign-in-pair', attemptPair(one, email)]])
    for (let i = 0; i < 49; i++) await countAttempts(hub, [['sign-in-email', email]])
    expect((await right(one)).status).toBe(429)
    expect((await right(one)).status).toBe(429)
    // The limits of one client, and nearly all attempts of strangers, do not lock out others.
    expect((await right('198.51.100.2')).status).toBe(303)
    for (let i = 0; i < 50; i++) await countAttempts(hub, [['sign-in-email', email]])
    expect((await right('198.51.100.2')).status).toBe(429)
  })

  it('are counted for one address across accounts', async () => {
    const clientIp = '198.51.100.200'
    for (let i = 0; i < 30; i++) {
      expect(await countAttempts(hub, [['sign-in-address', clientIp]])).toEqual({ ok: true })
    }
    const form = { email: 'somebody@example.com', password: 'guess' }
    expect((await new TestBrowser(hub, { clientIp }).post(signInPage, '/sign-in', form)).status).toBe(429)
    expect((await new TestBrowser(hub).post(signInPage, '/sign-in', form)).status).toBe(422)
  })

  it('are reset by a correct password', async () => {
    const { email } = await addTestMember(hub)
    const attempts: Attempt[] = [
      ['sign-in-pair', attemptPair('203.0.113.1', email)],
      ['sign-in-email', email],
    ]
    for (let i = 0; i < 9; i++) await countAttempts(hub, attempts)
    const form = { email, password: testPassword }
    expect((await new TestBrowser(hub).post(signInPage, '/sign-in', form)).status).toBe(303)
    for (let i = 0; i < 10; i++) expect(await countAttempts(hub, attempts)).toEqual({ ok: true })
    expect(await countAttempts(hub, attempts)).toMatchObject({ ok: false })
  })

  it('are stored without the address itself', async () => {
    await countAttempts(hub, [['sign-in-email', 'somebody@example.com']])
    const rows = await db.owner.selectFrom('rate_limits').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('somebody')
  })
})

it('signing out ends the session itself, not only the cookie', async () => {
  const { id, email } = await addTestMember(hub)
  const browser = await signedInBrowser(hub, email)
  const token = browser.cookies.get('hub.session_token')!
  expect(await browser.get(signOutPage, '/sign-out')).toMatchObject({ location: '/' })
  expect(await sessionsOf(id)).toBe(1)
  expect((await browser.post(signOutPage, '/sign-out', { srt: 'forged' })).status).toBe(403)
  expect(await browser.post(signOutPage, '/sign-out')).toMatchObject({ location: '/sign-in?done=signed-out' })
  expect(browser.cookies.has('hub.session_token')).toBe(false)
  const stolen = new Request('http://localhost:3000/', { headers: { cookie: `hub.session_token=${token}` } })
  expect(await readSession(hub, stolen)).toBeNull()
})

it('switching the seller changes only this session, to one of the member’s sellers', async () => {
  const { id, email } = await addTestMember(hub)
  const first = await addTestSeller(db, { [id]: 'owner' })
  const second = await addTestSeller(db, { [id]: 'viewer' })
  const foreign = await addTestSeller(db)
  const [browser, other] = [await signedInBrowser(hub, email), await signedInBrowser(hub, email)]
  const sellerOf = async ({ cookies }: TestBrowser) => {
    const cookie = `hub.session_token=${cookies.get('hub.session_token')}`
    return (await readSession(hub, new Request('http://localhost:3000/', { headers: { cookie } })))?.seller?.id
  }
  const nameOf = async (sellerId: number) =>
    (await db.owner.selectFrom('sellers').select('username').where('id', '=', sellerId).executeTakeFirstOrThrow())
      .username
  const switchTo = async (seller: string) => await browser.post(switchSellerPage, '/switch-seller', { seller })
  expect(await switchTo(await nameOf(second))).toMatchObject({ location: '/' })
  expect([await sellerOf(browser), await sellerOf(other)]).toEqual([second, first])
  for (const seller of [await nameOf(foreign), String(second), '', 'nobody'])
    expect((await switchTo(seller)).status, seller).toBe(404)
  expect(await sellerOf(browser)).toBe(second)
})

it('a sign-in link opens a session once, and then explains what to do', async () => {
  const { email } = await addTestMember(hub)
  const link = await createSignInLink(hub, email)
  const { pathname, search } = new URL(link)
  const path = pathname + search
  const browser = new TestBrowser(hub)
  expect((await browser.get(linkPage, path, { 'sec-purpose': 'prefetch;prerender' })).status).toBe(503)
  expect(await browser.get(linkPage, path)).toMatchObject({ status: 302, location: '/' })
  expect(browser.cookies.has('hub.session_token')).toBe(true)
  expect(await new TestBrowser(hub).get(linkPage, path)).toMatchObject({ status: 410, data: { minutes: 30 } })
  expect((await new TestBrowser(hub).get(linkPage, '/sign-in/link')).status).toBe(410)
})
