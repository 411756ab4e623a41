import { afterEach, describe, expect, it } from 'vitest'
import { addMember } from './members.server.ts'
import { readSession } from './session.server.ts'
import * as forgotPage from './forgot-password-page.tsx'
import * as resetPage from './reset-password-page.tsx'
import * as signInPage from './sign-in-page.tsx'
import { signedInBrowser, TestBrowser } from './testing-browser.ts'
import { addTestMember, quickPasswords, testServices, testPassword, testHubAt } from './testing.ts'
import type { PasswordHashing } from './auth.server.ts'
import { minute } from '#lib/duration.ts'

const { db, hub } = await testHubAt()
const newPassword = 'another horse battery'

// Waits for pending mail, so that it does not appear in another test.
afterEach(() => hub.mailer.idle())

/** Requests a link as the member would, and reads it from the mail. */
async function linkByMail(email: string, on = hub): Promise<string> {
  on.mails.length = 0
  const answer = await new TestBrowser(on).post(forgotPage, '/forgot-password', { email })
  expect(answer).toMatchObject({ status: 200, data: { sent: true, values: { email } } })
  await on.mailer.idle()
  const [mail] = on.mails
  expect(mail).toMatchObject({ to: email })
  const url = new URL(/http:\S+/.exec(mail!.text)![0])
  return url.pathname + url.search
}

function set(path: string, password = newPassword, on = hub) {
  return new TestBrowser(on).post(resetPage, path, { password, repeat: password })
}

describe('a forgotten password', () => {
  it('is reset by a link in a mail, which signs out everywhere', async () => {
    const { email } = await addTestMember(hub)
    const browser = await signedInBrowser(hub, email)
    const path = await linkByMail(email)
    expect(await new TestBrowser(hub).get(resetPage, path)).toMatchObject({ status: 200, data: { email } })
    expect(await set(path)).toMatchObject({ status: 303, location: '/sign-in?done=password-set' })
    expect(await readSession(hub, browser.request('/'))).toBeNull()
    const form = { email, password: testPassword }
    expect((await new TestBrowser(hub).post(signInPage, '/sign-in', form)).status).toBe(422)
    expect((await new TestBrowser(hub).post(signInPage, '/sign-in', { email, password: newPassword })).status).toBe(303)
    await hub.mailer.idle()
    expect(hub.mails.at(-1)).toMatchObject({ to: email, subject: 'Your password for Seller Hub was changed' })
  })

  it.each([
    ['müller@shop.example', 'müller@shop.example'],
    // A browser may send either spelling of the domain; mail goes to the stored one.
    ['info@müller.example', 'info@xn--mller-kva.example'],
  ])('is reset for any spelling of the address: %s, typed as %s', async (email, typed) => {
    await addMember(hub, { email, name: 'Ada' })
    hub.mails.length = 0
    await new TestBrowser(hub).post(forgotPage, '/forgot-password', { email: typed })
    await hub.mailer.idle()
    expect(hub.mails.map(({ to }) => to)).toEqual([email])
    const { pathname, search } = new URL(/http:\S+/.exec(hub.mails[0]!.text)![0])
    expect(await set(pathname + search)).toMatchObject({ status: 303, location: '/sign-in?done=password-set' })
    const form = { email: typed, password: newPassword }
    expect((await new TestBrowser(hub).post(signInPage, '/sign-in', form)).status).toBe(303)
  })

  it('no longer accepts the old password, even if it was being checked', async () => {
    const { id, email } = await addTestMember(hub)
    const [judged, isSet] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const verify: PasswordHashing['verify'] = async (typed) => {
      const isRight = await quickPasswords.verify(typed)
      judged.resolve()
      await isSet.promise
      return isRight
    }
    const slow = testServices(db, { passwords: { ...quickPasswords, verify } })
    const path = await linkByMail(email)
    const late = new TestBrowser(slow).post(signInPage, '/sign-in', { email, password: testPassword })
    await judged.promise
    expect((await set(path)).status).toBe(303)
    isSet.resolve()
    expect((await late).status).toBe(422)
    expect(await db.owner.selectFrom('sessions').select('id').where('member_id', '=', id).execute()).toEqual([])
  })

  it('accepts a link once, also if sent ten times at the same moment', async () => {
    const { email } = await addTestMember(hub)
    const path = await linkByMail(email)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => set(path, `${newPassword} ${i}`)))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect((await set(path)).status).toBe(422)
    expect(await new TestBrowser(hub).get(resetPage, path)).toMatchObject({ status: 410, data: { email: null } })
  })

  it('invalidates the member’s other links, and each one after an hour', async () => {
    const { email } = await addTestMember(hub)
    const [first, second] = [await linkByMail(email), await linkByMail(email)]
    const late = testServices(db, { now: () => new Date(Date.now() + 61 * minute) })
    expect((await set(first, newPassword, late)).status).toBe(422)
    expect((await set(second)).status).toBe(303)
    expect((await set(first)).status).toBe(422)
  })

  it('gives the same answer for an unknown address, and sends nothing', async () => {
    const { email } = await addTestMember(hub)
    hub.mails.length = 0
    const known = await new TestBrowser(hub).post(forgotPage, '/forgot-password', { email })
    const unknown = await new TestBrowser(hub).post(forgotPage, '/forgot-password', { email: 'nobody@example.com' })
    await hub.mailer.idle()
    expect(hub.mails.map(({ to }) => to)).toEqual([email])
    expect({ ...unknown.data, values: null }).toEqual({ ...known.data, values: null })
    expect(unknown.status).toBe(known.status)
  })

  it('is mailed with the name in one line, whatever it contains', async () => {
    const { email } = await addTestMember(hub, { name: 'Ada\r\n\nYour account\u2028\u0085ends' })
    expect(await set(await linkByMail(email))).toMatchObject({ status: 303 })
    await hub.mailer.idle()
    expect(hub.mails.map(({ text }) => text.split('\n\n')[0])).toEqual(Array(2).fill('Hello Ada Your account ends,'))
  })

  it('sends an account at most three mails an hour, whoever asks', async () => {
    const { email } = await addTestMember(hub)
    hub.mails.length = 0
    for (let i = 0; i < 5; i++) {
      const browser = new TestBrowser(i % 2 ? hub : testServices(db), { clientIp: `198.51.100.${i}` })
      const on = browser.hub as typeof hub
      expect(await browser.post(forgotPage, '/forgot-password', { email })).toMatchObject({ data: { sent: true } })
      await on.mailer.idle()
      if (on !== hub) hub.mails.push(...on.mails)
    }
    expect(hub.mails).toHaveLength(3)
  })

  it('stores no usable link', async () => {
    const { email } = await addTestMember(hub)
    const token = new URL(await linkByMail(email), 'http://x').searchParams.get('token')!
    const kept = await db.owner.selectFrom('verifications').selectAll().execute()
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(token)
    for (const { identifier } of kept) expect((await set(`/reset-password?token=${identifier}`)).status).toBe(422)
  })

  it('refuses an unsafe password, and the link stays valid', async () => {
    const { email } = await addTestMember(hub)
    const path = await linkByMail(email)
    expect((await set(path, 'short')).data.errors.password).toContain('at least 10')
    expect((await set(path, 'x'.repeat(129))).data.errors.password).toContain('at most 128')
    expect((await set(path, email.toUpperCase())).data.errors.password).toContain('not a safe password')
    const differing = { password: newPassword, repeat: 'x' }
    expect((await new TestBrowser(hub).post(resetPage, path, differing)).data.errors).toHaveProperty('repeat')
    expect((await set(path)).status).toBe(303)
  })
})
