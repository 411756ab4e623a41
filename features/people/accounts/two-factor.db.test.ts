import { describe, expect, it, onTestFinished } from 'vitest'
import { countAttempts } from './attempts.server.ts'
import { readSession } from './session.server.ts'
import * as codePage from './sign-in-code-page.tsx'
import * as signInPage from './sign-in-page.tsx'
import { signedInBrowser, TestBrowser, withTwoFactor } from './testing-browser.ts'
import { addTestMember, testServices, testPassword, totpCode, testHubAt } from './testing.ts'
import { endTwoFactor } from './two-factor.server.ts'
import { minute } from '#lib/duration.ts'

const { db, hub } = await testHubAt()

async function memberWithTwoFactor() {
  const member = await addTestMember(hub)
  return { ...member, ...(await withTwoFactor(hub, member)) }
}

/** A browser that has given the password and must enter the code. */
async function challenged(email: string, on = hub): Promise<TestBrowser> {
  const browser = new TestBrowser(on)
  const answer = await browser.post(signInPage, '/sign-in?next=/sh/ord', { email, password: testPassword })
  expect(answer).toMatchObject({ status: 303, location: '/sign-in/code?next=%2Fsh%2Ford' })
  return browser
}

describe('signing in with a code', () => {
  it('accepts the app’s code once, and returns to the requested page', async () => {
    const { email, secret } = await memberWithTwoFactor()
    const browser = await challenged(email)
    expect(browser.cookies.has('hub.session_token')).toBe(false)
    expect((await browser.get(codePage, '/sign-in/code')).status).toBe(200)
    const code = totpCode(secret, 1)
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`
    expect(await browser.post(codePage, '/sign-in/code?next=/sh/ord', { code: typed })).toMatchObject({
      status: 303,
      location: '/sh/ord',
    })
    expect((await readSession(hub, browser.request('/')))?.member).toMatchObject({ email, twoFactorEnabled: true })
    // Simulates an observer who knows the password and this code.
    const second = await challenged(email)
    expect((await second.post(codePage, '/sign-in/code', { code })).data.errors.code).toContain('has been used')
  })

  it('accepts a backup code once, however it is typed', async () => {
    const { email, backupCodes } = await memberWithTwoFactor()
    const [first, second] = backupCodes as [string, string]
    expect((await (await challenged(email)).post(codePage, '/sign-in/code', { code: first })).status).toBe(303)
    expect((await (await challenged(email)).post(codePage, '/sign-in/code', { code: first })).status).toBe(422)
    const typed = ` ${second.replace('-', ' ').toUpperCase()}`
    expect((await (await challenged(email)).post(codePage, '/sign-in/code', { code: typed })).status).toBe(303)
  })

  it('asks for the password again after five wrong codes, and locks the account after ten', async () => {
    const { email, secret, backupCodes } = await memberWithTwoFactor()
    const other = testServices(db)
    const wrongCodes = async (browser: TestBrowser, from: number, count: number) => {
      for (let i = 0; i < count; i++) {
        const answer = await browser.post(codePage, '/sign-in/code', { code: String(100_000 + from + i) })
        expect(answer.data.errors).toHaveProperty('code')
      }
    }
    const browser = await challenged(email)
    await wrongCodes(browser, 0, 5)
    // Uses a backup code: the authenticator's next code is valid only half a minute later.
    expect(await browser.post(codePage, '/sign-in/code', { code: backupCodes[0]! })).toMatchObject({
      location: '/sign-in?done=code-ended',
    })
    const again = await challenged(email, other)
    // Late attempts count too.
    await wrongCodes(again, 5, 4)
    const third = await challenged(email)
    const locked = await third.post(codePage, '/sign-in/code', { code: totpCode(secret) })
    expect(locked).toMatchObject({ status: 429, data: { errors: { form: expect.stringContaining('15 minutes') } } })
  })

  it('counts one client’s codes across accounts', async () => {
    const { email } = await memberWithTwoFactor()
    const clientIp = '198.51.100.30'
    for (let i = 0; i < 30; i++) await countAttempts(hub, [['code-address', clientIp]])
    const browser = await challenged(email)
    const there = new TestBrowser(hub, { clientIp })
    for (const [name, value] of browser.cookies) there.cookies.set(name, value)
    expect((await there.post(codePage, '/sign-in/code', { code: '123456' })).status).toBe(429)
    expect((await browser.post(codePage, '/sign-in/code', { code: '123456' })).status).toBe(422)
  })

  it('accepts no code ten minutes after the password, by the hub’s clock', async () => {
    const { email, secret } = await memberWithTwoFactor()
    const browser = await challenged(email)
    const late = new TestBrowser(testServices(db, { now: () => new Date(Date.now() + 11 * minute) }))
    for (const [name, value] of browser.cookies) late.cookies.set(name, value)
    const code = totpCode(secret, 1)
    expect(await late.post(codePage, '/sign-in/code', { code })).toMatchObject({
      location: '/sign-in?done=code-ended',
    })
    expect((await browser.post(codePage, '/sign-in/code', { code })).status).toBe(303)
  })

  it('is not blocked for a known browser, whatever others try', async () => {
    const { id, email, backupCodes } = await memberWithTwoFactor()
    const browser = await challenged(email)
    expect((await browser.post(codePage, '/sign-in/code', { code: backupCodes[0]! })).status).toBe(303)
    for (let i = 0; i < 10; i++) await countAttempts(hub, [['code-member', id]])
    expect((await (await challenged(email)).post(codePage, '/sign-in/code', { code: backupCodes[1]! })).status).toBe(
      429,
    )
    browser.cookies.delete('hub.session_token')
    await browser.post(signInPage, '/sign-in', { email, password: testPassword })
    expect((await browser.post(codePage, '/sign-in/code', { code: backupCodes[1]! })).status).toBe(303)
  })

  it('explains what to do after the hub’s secret changed: a sign-in link works, and the second step is set up again', async () => {
    const { id, email, secret, backupCodes } = await memberWithTwoFactor()
    const other = testServices(db, { secret: 'another secret than the one it was set up with' })
    const browser = await challenged(email, other)
    for (const code of [totpCode(secret, 1), backupCodes[0]!]) {
      const answer = await browser.post(codePage, '/sign-in/code', { code })
      expect([answer.status, answer.data.errors.code]).toEqual([422, expect.stringContaining('a sign-in link')])
    }
    const linked = await signedInBrowser(other, email)
    const client = { request: linked.request('/'), clientIp: linked.clientIp }
    expect((await endTwoFactor(other, { ...client, memberId: id, password: testPassword })).ok).toBe(true)
    const anew = await withTwoFactor(other, { id, email })
    const again = await challenged(email, other)
    expect((await again.post(codePage, '/sign-in/code', { code: totpCode(anew.secret, 1) })).status).toBe(303)
  })

  it('needs the challenge of this browser', async () => {
    const { email } = await memberWithTwoFactor()
    const { email: otherEmail, secret: otherSecret } = await memberWithTwoFactor()
    const stranger = new TestBrowser(hub)
    expect(await stranger.get(codePage, '/sign-in/code?next=//evil.example')).toMatchObject({ location: '/sign-in' })
    const code = totpCode(otherSecret, 1)
    expect(await stranger.post(codePage, '/sign-in/code', { code })).toMatchObject({
      location: '/sign-in?done=code-ended',
    })
    // A session of one member does not replace another member's second factor.
    const own = await signedInBrowser(hub, (await addTestMember(hub)).email)
    own.cookies.set('hub.two_factor', (await challenged(email)).cookies.get('hub.two_factor')!)
    expect((await own.post(codePage, '/sign-in/code', { code })).status).toBe(422)
    const challengedOther = await challenged(otherEmail)
    expect((await challengedOther.post(codePage, '/sign-in/code', { code: totpCode(otherSecret, 1) })).status).toBe(303)
  })

  it.each([
    ['http://localhost:3000', 'hub.', ' '],
    ['http://localhost:3000', 'hub.', '\t'],
    ['https://hub.example', '__Secure-hub.', ' '],
  ])('at %s no session of one’s own stands in, even as %ssession_token%j', async (publicUrl, prefix, space) => {
    const at = testServices(db, { publicUrl })
    const [victim, thief] = [await memberWithTwoFactor(), await memberWithTwoFactor()]
    const browser = new TestBrowser(at, { clientIp: '198.51.100.31' })
    const challenge = (await challenged(victim.email, at)).cookies.get(`${prefix}two_factor`)!
    const session = (await signedInBrowser(at, thief.email)).cookies.get(`${prefix}session_token`)!
    for (let i = 0; i < 7; i++) await countAttempts(at, [['code-member', victim.id]])
    for (const code of [totpCode(thief.secret, 1), thief.backupCodes[0]!, '123456']) {
      browser.cookies.set(`${prefix}two_factor`, challenge).set(`${prefix}session_token${space}`, session)
      const answer = await browser.post(codePage, '/sign-in/code', { code })
      expect([answer.status, answer.data?.errors.code]).toEqual([422, expect.stringContaining('not right')])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect((await browser.post(codePage, '/sign-in/code', { code: '654321' })).status).toBe(429)
  })

  it('accepts no code that belongs to another account, also in a race', async () => {
    const [victim, thief] = [await memberWithTwoFactor(), await memberWithTwoFactor()]
    const browser = await challenged(victim.email)
    const { headers } = (await challenged(thief.email)).request('/')
    for (let i = 0; i < 9; i++) await countAttempts(hub, [['code-member', victim.id]])
    const { verifyTOTP } = hub.auth.api
    const ofThief: typeof verifyTOTP = new Proxy(verifyTOTP, {
      apply: (judge, _, [call]) => judge({ ...call, headers }),
    })
    hub.auth.api.verifyTOTP = ofThief
    onTestFinished(() => void (hub.auth.api.verifyTOTP = verifyTOTP))
    const answer = await browser.post(codePage, '/sign-in/code', { code: totpCode(thief.secret, 1) })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([422, []])
    expect((await browser.post(codePage, '/sign-in/code', { code: '654321' })).status).toBe(429)
  })
})
