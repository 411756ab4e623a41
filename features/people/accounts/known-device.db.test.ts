import { describe, expect, it } from 'vitest'
import { countAttempts } from './attempts.server.ts'
import { knownDevice, rememberDevice } from './known-device.server.ts'
import * as signInPage from './sign-in-page.tsx'
import { TestBrowser } from './testing-browser.ts'
import { addTestMember, testServices, testPassword, testHubAt } from './testing.ts'

const { db, hub } = await testHubAt()

/** A browser in which the member has signed in. */
async function browserOf(email: string, browser = new TestBrowser(hub)): Promise<TestBrowser> {
  const { status } = await browser.post(signInPage, '/sign-in', { email, password: testPassword })
  expect(status).toBe(303)
  browser.cookies.delete('hub.session_token')
  return browser
}

const isKnown = async (browser: TestBrowser, email: string, on = hub) =>
  (await knownDevice(on, browser.request('/'), { by: 'email', value: email })) !== null

describe('a browser that a member has used before', () => {
  it('is recognised for that member and password by a cookie that scripts cannot read or forge', async () => {
    const { id, email } = await addTestMember(hub)
    const { email: otherEmail } = await addTestMember(hub)
    const browser = await browserOf(email)
    expect(await isKnown(browser, email)).toBe(true)
    expect(await isKnown(browser, otherEmail)).toBe(false)
    expect(await isKnown(browser, 'nobody@example.com')).toBe(false)
    expect(await isKnown(browser, email, { ...hub, secret: 'another secret' })).toBe(false)
    const device = browser.cookies.get('hub.device')!
    for (const forged of [
      device.slice(1),
      `${device.startsWith('A') ? 'B' : 'A'}${device.slice(1)}`,
      device.split('.')[0]!,
      '%E0%A4%A',
      '~'.repeat(4000),
    ]) {
      browser.cookies.set('hub.device', forged)
      expect(await isKnown(browser, email), forged).toBe(false)
    }
    browser.cookies.set('hub.device', device)
    await db.owner.updateTable('credentials').set({ password: 'another' }).where('member_id', '=', id).execute()
    expect(await isKnown(browser, email)).toBe(false)

    const cookies = new Headers()
    const secure = testServices(db, { publicUrl: 'https://hub.example.com' })
    await rememberDevice(secure, { request: browser.request('/'), memberId: id, cookies })
    expect(cookies.getSetCookie()[0]).toMatch(
      /^__Secure-hub\.device=[^;]+; Path=\/; SameSite=Lax; Expires=.+; Secure; HttpOnly$/,
    )
  })

  it('is recognised for up to five members who share it', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => addTestMember(hub)))
    const browser = new TestBrowser(hub)
    for (const { email } of members) await browserOf(email, browser)
    await browserOf(members.at(-1)!.email, browser)
    const known = await Promise.all(members.map(({ email }) => isKnown(browser, email)))
    expect(known).toEqual([false, true, true, true, true, true])
  })

  it('allows ten wrong passwords of its own, counted against nobody else', async () => {
    const { email } = await addTestMember(hub)
    const browser = await browserOf(email)
    const device = (await knownDevice(hub, browser.request('/'), { by: 'email', value: email }))!
    for (let i = 0; i < 10; i++) await countAttempts(hub, [['sign-in-device', device]])
    const form = { email, password: testPassword }
    expect((await browser.post(signInPage, '/sign-in', form)).status).toBe(429)
    expect((await new TestBrowser(hub).post(signInPage, '/sign-in', form)).status).toBe(303)
  })
})
