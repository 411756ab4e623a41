import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { readSession } from './session.server.ts'
import * as signInPage from './sign-in-page.tsx'
import { TestBrowser } from './testing-browser.ts'
import { addTestMember, testServices, type TestServices } from './testing.ts'

const db = await testDatabase()
const base = testServices(db)
const owner = await addTestMember(base)
const viewer = await addTestMember(base)
const hub: TestServices = {
  ...base,
  config: { ...base.config, demoSignIn: [viewer.email, 'gone@demo.example', owner.email] },
}

const here = { host: 'localhost:3000' }
const onThisMachine = (services = hub) => new TestBrowser(services, { clientIp: '127.0.0.1' })
const offered = async (browser: TestBrowser, headers: Record<string, string> = here) =>
  ((await browser.get(signInPage, '/sign-in', headers)).data.demoMembers as { email: string }[]).map(
    ({ email }) => email,
  )
const whoIsSignedIn = async (browser: TestBrowser) =>
  (await readSession(browser.hub, browser.request('/')))?.member.id ?? null

describe('the demo members on the sign-in page', () => {
  it.each([
    ['127.0.0.1', 'localhost:3000'],
    ['127.8.0.1', '127.0.0.1'],
    ['::1', '[::1]:3000'],
    ['::ffff:127.0.0.1', 'localhost'],
  ])('are offered to %s at %s, existing ones in their order', async (clientIp, host) => {
    expect(await offered(new TestBrowser(hub, { clientIp }), { host })).toEqual([viewer.email, owner.email])
  })

  it.each([
    ['another machine', '192.168.1.7', 'localhost:3000'],
    ['a name that resolves to this machine', '127.0.0.1', 'evil.example:3000'],
    ['a name that begins like this machine’s', '127.0.0.1', 'localhost.evil.example'],
    ['an address that begins like this machine’s', '127.0.0.1.example', 'localhost'],
    ['a request without a host', '127.0.0.1', ''],
  ])('are neither offered nor signed in for %s', async (_, clientIp, host) => {
    const browser = new TestBrowser(hub, { clientIp })
    expect(await offered(browser, { host })).toEqual([])
    expect(await browser.post(signInPage, '/sign-in', { demo: owner.email }, { host })).toMatchObject({ status: 422 })
    expect(await whoIsSignedIn(browser)).toBeNull()
  })

  it('sign in with one click, return to the requested page, and end the former session', async () => {
    const browser = onThisMachine()
    const post = (demo: string) => browser.post(signInPage, '/sign-in?next=%2Fsh%2Ford', { demo }, here)
    expect(await post(owner.email)).toMatchObject({ status: 303, location: '/sh/ord' })
    expect(await whoIsSignedIn(browser)).toBe(owner.id)
    expect(await post(viewer.email)).toMatchObject({ status: 303 })
    expect(await whoIsSignedIn(browser)).toBe(viewer.id)
    expect(await db.owner.selectFrom('sessions').select('id').where('member_id', '=', owner.id).execute()).toEqual([])
  })

  it('sign in nobody else, need the anti-forgery token, and are unavailable where the demo is not offered', async () => {
    const { email } = await addTestMember(base)
    const browser = onThisMachine()
    expect(await browser.post(signInPage, '/sign-in', { demo: email }, here)).toMatchObject({ status: 422 })
    const forged = await browser.post(signInPage, '/sign-in', { demo: owner.email, srt: 'forged' }, here)
    expect(forged.status).toBe(403)
    const plain = onThisMachine(base)
    expect(await offered(plain)).toEqual([])
    expect(await plain.post(signInPage, '/sign-in', { demo: owner.email }, here)).toMatchObject({ status: 422 })
    expect([await whoIsSignedIn(browser), await whoIsSignedIn(plain)]).toEqual([null, null])
  })
})
