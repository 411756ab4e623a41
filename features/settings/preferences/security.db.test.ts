import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { countAttempts } from '#features/people/accounts/attempts.server.ts'
import { readSession } from '#features/people/accounts/session.server.ts'
import { signedInBrowser, TestBrowser, withTwoFactor } from '#features/people/accounts/testing-browser.ts'
import {
  addTestMember,
  addTestSeller,
  testServices,
  testPassword,
  totpCode,
} from '#features/people/accounts/testing.ts'
import { signIn } from '#features/people/accounts/sign-in.server.ts'
import { signInByCode } from '#features/people/accounts/two-factor.server.ts'
import * as securityPage from './security-page.tsx'

const db = await testDatabase({ poolSize: 6 })
const hub = testServices(db)
const security = '/settings/security'
const newPassword = 'another horse battery'

/** Signs in with password and backup code. */
async function signedInWithCode(email: string, code: string): Promise<TestBrowser> {
  const browser = new TestBrowser(hub)
  const client = { request: browser.request('/'), clientIp: browser.clientIp }
  const password = await signIn(hub, { ...client, email, password: testPassword })
  if (!password.ok) throw new Error(password.reason)
  browser.take(password.cookies)
  const second = await signInByCode(hub, { ...client, request: browser.request('/'), code })
  if (!second.ok) throw new Error(second.reason)
  browser.take(second.cookies)
  return browser
}

describe('turning two-step sign-in on', () => {
  it('asks for the password, shows secret and backup codes once, and is on after the first correct code', async () => {
    const { id, email } = await addTestMember(hub)
    const browser = await signedInBrowser(hub, email)
    const wrong = await browser.post(securityPage, security, { intent: 'two-factor-begin', confirm: 'wrong' })
    expect(wrong).toMatchObject({ status: 422, data: { errors: { confirm: expect.any(String) } } })

    const begun = await browser.post(securityPage, security, { intent: 'two-factor-begin', confirm: testPassword })
    expect(begun.headers.get('cache-control')).toBe('no-store')
    const { uri, secret, backupCodes } = begun.data.setup
    expect(uri).toMatch(new RegExp(`^otpauth://totp/Seller%20Hub:${encodeURIComponent(email)}\\?secret=`))
    expect(new Set(backupCodes).size).toBe(10)
    // Nothing is required before it is confirmed.
    await signedInBrowser(hub, email)

    const miss = await browser.post(securityPage, security, { intent: 'two-factor-confirm', code: '000000' })
    expect(miss).toMatchObject({ status: 422, data: { setup: { uri, secret, backupCodes } } })
    const before = browser.cookies.get('hub.session_token')
    await browser.post(securityPage, security, { intent: 'two-factor-confirm', code: totpCode(secret) })
    expect(browser.cookies.get('hub.session_token')).not.toBe(before)
    expect((await browser.get(securityPage, security)).data).toMatchObject({ twoFactor: true })
    const kept = await db.owner.selectFrom('two_factors').selectAll().where('member_id', '=', id).execute()
    expect(JSON.stringify(kept)).not.toContain(backupCodes[0])
  })

  it('is consistent across windows; an older window shows the current state', async () => {
    const member = await addTestMember(hub)
    const [one, two] = [await signedInBrowser(hub, member.email), await signedInBrowser(hub, member.email)]
    const post = (browser: TestBrowser, intent: string) =>
      browser.post(securityPage, security, { intent, confirm: testPassword })
    const overtaken = { status: 303, location: security }
    expect(await post(two, 'backup-codes')).toMatchObject(overtaken)
    // Both check that none exists before either adds one.
    const { asked } = await db.asOwner(async (own) => {
      await sql`lock table two_factors in share mode`.execute(own)
      const begun = [post(one, 'two-factor-begin'), post(two, 'two-factor-begin')]
      await expect.poll(async () => (await waitingForLock(db.pool)).length).toBe(2)
      return { asked: begun }
    })
    const [first, second] = await Promise.all(asked)
    expect(second?.data.setup).toEqual(first?.data.setup)
    const kept = () => db.owner.selectFrom('two_factors').selectAll().where('member_id', '=', member.id).execute()
    expect(await kept()).toMatchObject([{ verified: false }])
    const code = totpCode(first?.data.setup.secret)
    expect((await one.post(securityPage, security, { intent: 'two-factor-confirm', code })).status).toBe(303)
    const confirmed = await kept()
    expect(await post(two, 'two-factor-begin')).toMatchObject(overtaken)
    // Another request checked before the confirmation and writes afterwards.
    const late = db.owner.updateTable('two_factors').set({ secret: 'another', verified: false })
    await expect(late.where('member_id', '=', member.id).execute()).rejects.toThrow('is removed, and not changed')
    expect(await kept()).toEqual(confirmed)
  })

  it('confirms the secret that the code belongs to, whatever another window starts', async () => {
    const member = await addTestMember(hub)
    const [one, two] = [await signedInBrowser(hub, member.email), await signedInBrowser(hub, member.email)]
    const begin = (browser: TestBrowser) =>
      browser.post(securityPage, security, { intent: 'two-factor-begin', confirm: testPassword })
    const { setup } = (await begin(one)).data
    const code = totpCode(setup.secret)
    const { confirmed, other } = await db.asOwner(async (own) => {
      await sql`lock table members in share mode`.execute(own)
      const asked = one.post(securityPage, security, { intent: 'two-factor-confirm', code })
      // The code was checked, but the second factor is not yet enabled.
      await expect.poll(async () => (await waitingForLock(db.pool, 'update "members"%')).length).toBe(1)
      return { confirmed: asked, other: await begin(two) }
    })
    expect(other.data.setup.secret).toBe(setup.secret)
    expect((await confirmed).status).toBe(303)
    await signedInWithCode(member.email, totpCode(setup.secret, 1))
  })

  it('keeps the seller that the session works for', async () => {
    const { id, email } = await addTestMember(hub)
    await addTestSeller(db, { [id]: 'viewer' })
    const seller_id = await addTestSeller(db, { [id]: 'owner' })
    const browser = await signedInBrowser(hub, email)
    await db.owner.updateTable('sessions').set({ seller_id }).where('member_id', '=', id).execute()
    const begun = await browser.post(securityPage, security, { intent: 'two-factor-begin', confirm: testPassword })
    await browser.post(securityPage, security, {
      intent: 'two-factor-confirm',
      code: totpCode(begun.data.setup.secret),
    })
    const sessions = await db.owner.selectFrom('sessions').select('seller_id').where('member_id', '=', id).execute()
    expect(sessions).toEqual([{ seller_id }])
  })
})

it('turning two-step sign-in off, and new backup codes ask for the password', async () => {
  const member = await addTestMember(hub)
  const { backupCodes } = await withTwoFactor(hub, member)
  const browser = await signedInWithCode(member.email, backupCodes[0]!)
  for (const intent of ['backup-codes', 'two-factor-end']) {
    expect((await browser.post(securityPage, security, { intent, confirm: 'wrong' })).status).toBe(422)
  }
  const renewed = await browser.post(securityPage, security, { intent: 'backup-codes', confirm: testPassword })
  expect(renewed.data.backupCodes).toHaveLength(10)
  expect(renewed.data.backupCodes).not.toContain(backupCodes[3])
  expect(await browser.post(securityPage, security, { intent: 'two-factor-end', confirm: testPassword })).toMatchObject(
    { location: '/settings/security?done=two-factor-off' },
  )
  await signedInBrowser(hub, member.email)
})
describe('changing the password', () => {
  it('needs the old one, ends all other sessions and renews this one', async () => {
    const { email } = await addTestMember(hub)
    const [browser, other] = [await signedInBrowser(hub, email), await signedInBrowser(hub, email)]
    const change = (current: string, password: string, repeat = password) =>
      browser.post(securityPage, security, { intent: 'password', current, password, repeat })
    expect((await change('wrong', newPassword)).data.errors).toHaveProperty('current')
    expect((await change(testPassword, newPassword, 'x')).data.errors).toHaveProperty('repeat')
    expect((await change(testPassword, 'short')).data.errors).toHaveProperty('password')
    const before = browser.cookies.get('hub.session_token')
    expect(await change(testPassword, newPassword)).toMatchObject({ location: '/settings/security?done=password' })
    expect(browser.cookies.get('hub.session_token')).not.toBe(before)
    expect((await browser.get(securityPage, security)).data.sessions).toMatchObject([{ current: true }])
    expect((await other.get(securityPage, security)).status).toBe(302)
  })

  it('limits attempts', async () => {
    const { id, email } = await addTestMember(hub)
    const browser = await signedInBrowser(hub, email)
    for (let i = 0; i < 10; i++) await countAttempts(hub, [['confirm-member', id]])
    const forms: Record<string, string>[] = [
      { intent: 'password', current: 'guess', password: newPassword, repeat: newPassword },
      { intent: 'two-factor-begin', confirm: testPassword },
    ]
    for (const form of forms) {
      const answer = await browser.post(securityPage, security, form)
      expect(answer).toMatchObject({ status: 429 })
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    }
  })

  it('ends a session opened with the old one during the change', async () => {
    const { id, email } = await addTestMember(hub)
    const browser = await signedInBrowser(hub, email)
    const { changed } = await db.asOwner(async (own) => {
      await own.selectFrom('credentials').select('id').where('member_id', '=', id).forUpdate().execute()
      const form = { intent: 'password', current: testPassword, password: newPassword, repeat: newPassword }
      const asked = browser.post(securityPage, security, form)
      await expect.poll(async () => (await waitingForLock(db.pool, 'update "credentials"%')).length).toBe(1)
      await signedInBrowser(hub, email)
      return { changed: asked }
    })
    expect((await changed).status).toBe(303)
    expect((await readSession(hub, browser.request('/')))?.member.id).toBe(id)
    expect(await db.owner.selectFrom('sessions').select('id').where('member_id', '=', id).execute()).toHaveLength(1)
  })
})

it('a member without a password sets the first one without an old one, once', async () => {
  const { id, email } = await addTestMember(hub)
  const browser = await signedInBrowser(hub, email)
  await db.owner.deleteFrom('credentials').where('member_id', '=', id).execute()
  expect((await browser.get(securityPage, security)).data).toMatchObject({ withPassword: false })
  const set = (password: string) =>
    browser.post(securityPage, security, { intent: 'password', password, repeat: password })
  expect((await set('short')).data.errors).toHaveProperty('password')
  // Of two concurrent requests, one sets it.
  const { both } = await db.asOwner(async (own) => {
    await sql`lock table credentials in share mode`.execute(own)
    const asked = [set(newPassword), set(newPassword)]
    await expect.poll(async () => (await waitingForLock(db.pool)).length).toBe(2)
    return { both: asked }
  })
  const answers = await Promise.all(both)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 422])
  expect(answers.find(({ status }) => status === 303)?.location).toBe('/settings/security?done=first-password')
  expect((await set(`${newPassword} 2`)).data.errors).toHaveProperty('current')
})

describe('the list of devices', () => {
  it('lists each device, marks this one, and signs out one', async () => {
    const { email } = await addTestMember(hub)
    const [browser, other] = [await signedInBrowser(hub, email), await signedInBrowser(hub, email)]
    const { data } = await browser.get(securityPage, security)
    expect(data.sessions).toMatchObject([{ device: 'Firefox on Linux' }, { device: 'Firefox on Linux' }])
    const current = data.sessions.filter((session: { current: boolean }) => session.current)
    expect(current).toHaveLength(1)
    expect(current[0].seen).toContain('from 203.0.113.1')
    const session = data.sessions.find((each: { current: boolean }) => !each.current).id
    expect(await browser.post(securityPage, security, { intent: 'end-session', session })).toMatchObject({
      location: '/settings/security?done=session',
    })
    expect(await readSession(hub, other.request('/'))).toBeNull()
    expect(await readSession(hub, browser.request('/'))).not.toBeNull()
  })

  it('signs nobody else out', async () => {
    const victim = await signedInBrowser(hub, (await addTestMember(hub)).email)
    const session = (await readSession(hub, victim.request('/')))!.sessionId
    const browser = await signedInBrowser(hub, (await addTestMember(hub)).email)
    await browser.post(securityPage, security, { intent: 'end-session', session })
    await browser.post(securityPage, security, { intent: 'end-others' })
    expect(await readSession(hub, victim.request('/'))).not.toBeNull()
  })

  it('signs out all others, or all, at once and in all processes', async () => {
    const { email } = await addTestMember(hub)
    const other = testServices(db)
    const browsers: TestBrowser[] = []
    for (let i = 0; i < 3; i++) browsers.push(await signedInBrowser(i % 2 ? hub : other, email))
    const live = async () =>
      (await Promise.all(browsers.map((browser) => readSession(other, browser.request('/'))))).map(Boolean)
    const [first] = browsers as [TestBrowser]
    await first.post(securityPage, security, { intent: 'end-others' })
    expect(await live()).toEqual([true, false, false])
    const token = first.cookies.get('hub.session_token')!
    expect(await first.post(securityPage, security, { intent: 'end-all' })).toMatchObject({
      location: '/sign-in?done=signed-out-everywhere',
    })
    expect(first.cookies.has('hub.session_token')).toBe(false)
    first.cookies.set('hub.session_token', token)
    expect(await live()).toEqual([false, false, false])
  })
})

it('the security page is for members only and rejects unknown actions', async () => {
  const browser = await signedInBrowser(hub, (await addTestMember(hub)).email)
  for (const intent of ['', 'toString', 'password2']) {
    expect((await browser.post(securityPage, security, { intent })).status).toBe(400)
  }
  const form = { intent: 'end-all', srt: null }
  expect((await browser.post(securityPage, security, form)).status).toBe(403)
  browser.cookies.clear()
  expect((await browser.post(securityPage, security, { intent: 'end-all' })).status).toBe(401)
  expect((await browser.get(securityPage, security)).location).toBe('/sign-in?next=%2Fsettings%2Fsecurity')
})
