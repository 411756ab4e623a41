import { updateRows } from '#db/testing-row.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { readMessagesAction } from '#cli/messages-command.ts'
import type { MessagesFile } from '#features/home/messages/messages-file.ts'
import { expectAccessible } from './accessible.ts'
import { expectNoOverflow } from './good-page.ts'
import { formPage } from './form-page.ts'
import { httpMember } from './http-member.ts'
import { watchShifts } from './layout-shifts.ts'
import { hydrated, newPage, openPage, signIn, signedInPage, readGerman, testHubInBrowser } from './testing.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'messages-'))
const said: string[] = []

const test = await testHubInBrowser()

beforeAll(async () => {
  const file = path.join(folder, 'messages.json')
  writeFileSync(file, JSON.stringify({ messages }))
  const load = () =>
    readMessagesAction(['load', file, '--replace'])({
      db: test.db.owner,
      say: (line) => void said.push(line),
      now: () => new Date(),
    })
  await load()
  await load()
})
afterAll(() => rmSync(folder, { recursive: true }))

const control = (name: string, accessibilityText: string) => ({ type: 'OPERATION' as const, name, accessibilityText })
const close = { text: 'Understood', action: { type: 'OPERATION' as const, name: 'close' } }

const messages: MessagesFile['messages'] = [
  {
    key: 'fees',
    roles: ['owner', 'viewer'],
    pages: [paths.preferences, paths.messages],
    priority: 2,
    model: {
      type: 'alert',
      title: 'Fees change on 1 January.',
      content: ['Media become cheaper.', { text: 'All fees', action: { type: 'NAV', URL: paths.orders } }],
      controls: [control('cross', 'Dismiss the fees')],
      config: { messageId: 'fees', permanent: true, maxViews: 100 },
    },
  },
  {
    key: 'passwords',
    pages: [paths.security],
    roles: ['manager'],
    model: { message: 'Change your password.', config: { messageId: 'passwords', maxViews: 5 } },
  },
  {
    key: 'once',
    roles: ['manager', 'viewer'],
    pages: [paths.orders],
    model: {
      type: 'alert',
      message: 'Said once.',
      controls: [control('cross', 'Dismiss it')],
      config: { messageId: 'once', maxViews: 1 },
    },
  },
  {
    key: 'over',
    roles: ['owner'],
    pages: [paths.orders],
    model: { type: 'dialog', title: 'Asked once', controls: [close], config: { messageId: 'over', maxViews: 1 } },
  },
  {
    key: 'asks',
    roles: ['manager'],
    pages: [paths.find()],
    model: { type: 'dialog', title: 'Lost?', controls: [{ name: 'openCommandMenu', text: 'Find something' }] },
  },
  {
    key: 'acts',
    roles: ['manager'],
    pages: [paths.find()],
    model: {
      message: 'What next?',
      controls: [
        { name: 'undo', text: 'Take it back' },
        { name: `POST ${paths.messages}?read=First`, text: 'I know' },
        { name: 'POST /no-such-page', text: 'Fail' },
      ],
    },
  },
  ...['First', 'Second'].map((title, index) => ({
    key: title,
    roles: ['shipper' as const],
    pages: [paths.preferences],
    priority: -index,
    model: {
      type: index === 0 ? 'dialog' : ['alert', 'dialog'],
      title,
      message: 'Read this.',
      controls: [close],
      config: { messageId: title, permanent: true },
    },
  })),
]

async function open(email: string, url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await signedInPage(test, email, options)
  await openPage(page, test.url + url)
  return page
}

const told = (page: Page) => page.waitForResponse((response) => response.url().endsWith(paths.messageEvents))
const fees = (page: Page) => page.getByText('Fees change on 1 January.')
const html = async (page: Page, url: string) => (await page.request.get(test.url + url)).text()

/** Filters the order list like its tab, also under a dialog. */
async function filter(page: Page, status: string): Promise<void> {
  await page.locator(`nav a[href*="status=${status}"]`).first().dispatchEvent('click')
  await page.waitForURL(`**status=${status}**`)
  await expect
    .poll(() => page.locator('nav a[aria-current=page][href*="status="]').first().getAttribute('href'))
    .toContain(status)
}

async function memory(email: string, key: string) {
  return test.db.owner
    .selectFrom('member_messages')
    .innerJoin('members', 'members.id', 'member_id')
    .select(['views', 'dismissals', 'dismissed_for_good'])
    .where('email', '=', email)
    .where('message_key', '=', key)
    .executeTakeFirst()
}

describe('a message', () => {
  it('is loaded from a file, and the same file again changes nothing', () =>
    expect(said).toEqual([
      'added 8: First, Second, acts, asks, fees, once, over, passwords',
      expect.stringMatching(/^removed 10: below-standard \(de\), below-standard \(en\), /),
      'unchanged 0',
      'unchanged 8',
    ]))

  it('shows without moving the page; dismissed in one browser, it is gone in another', async () => {
    const [here, there] = [await newPage({}, { drawn: true }), await open('owner@demo.example', paths.security)]
    await signIn(here, test, 'owner@demo.example')
    expect(await html(there, paths.preferences)).toContain('Fees change')
    const shifts = await watchShifts(here)
    const [shown] = await Promise.all([told(here), here.goto(test.url + paths.preferences)])
    expect(shown.status()).toBe(204)
    await here.getByRole('alert').getByText('Fees change').waitFor()
    expect(await shifts()).toBe(0)
    await Promise.all([told(here), here.getByRole('button', { name: 'Dismiss the fees' }).click()])
    expect(await fees(here).count()).toBe(0)
    expect(await memory('owner@demo.example', 'fees')).toEqual({ views: 1, dismissals: 1, dismissed_for_good: true })
    expect(await html(there, paths.preferences)).not.toContain('Fees change')
    const cookies = (await here.context().cookies()).filter(({ name }) => name.startsWith('shui-'))
    expect(cookies.map(({ name, value }) => `${name}=${value}`)).toEqual(['shui-messages-fees-viewsLeft=0'])
    // Browsers limit cookies to 400 days: each visit renews it, also if the server remembers.
    const tomorrow = Math.ceil(Date.now() / 1000) + 86_400
    await here.context().addCookies([{ ...cookies[0]!, expires: tomorrow }])
    await openPage(here, test.url + paths.preferences)
    const kept = async () => (await here.context().cookies()).find(({ name }) => name === cookies[0]!.name)!
    await expect.poll(async () => (await kept()).expires).toBeGreaterThan(tomorrow + 300 * 86_400)
    expect((await kept()).value).toBe('0')
  })

  it('does what its operations name', async () => {
    const page = await open('manager@demo.example', paths.find())
    await page.getByRole('dialog', { name: 'Lost?' }).getByRole('button', { name: 'Find something' }).click()
    await page.getByRole('combobox', { name: 'Find or go to' }).press('Escape')
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByText('There is nothing to undo on this page.').first().waitFor()
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes(paths.messages))
    await page.getByRole('button', { name: 'I know' }).click()
    expect(new URLSearchParams((await sent).postData() ?? '').get('read')).toBe('First')
    await page.getByText('Done.').first().waitFor()
    await page.getByRole('button', { name: 'Fail' }).click()
    await page.getByText('That did not work.').first().waitFor()
  })

  it('stays closed by its cookie alone where the server hears nothing of it', async () => {
    const page = await signedInPage(test, 'viewer@demo.example')
    await page.route(`**${paths.messageEvents}`, (route) => route.abort())
    await openPage(page, test.url + paths.preferences)
    await page.getByRole('button', { name: 'Dismiss the fees' }).click()
    expect(await fees(page).count()).toBe(0)
    expect(await memory('viewer@demo.example', 'fees')).toBeUndefined()
    expect(await html(page, paths.preferences)).not.toContain('Fees change')
  })

  it('comes and goes with the page, also without a new document, and counts once a page load', async () => {
    const page = await open('manager@demo.example', paths.preferences)
    const message = page.getByRole('status').getByText('Change your password.')
    const left = page.getByRole('navigation', { name: 'Settings' })
    for (let visit = 0; visit < 2; visit += 1) {
      await left.getByRole('link', { name: 'Password and devices' }).click()
      await message.waitFor()
      await left.getByRole('link', { name: 'Preferences' }).click()
      await message.waitFor({ state: 'detached' })
    }
    await expect.poll(() => memory('manager@demo.example', 'passwords')).toMatchObject({ views: 1 })
    await Promise.all([told(page), page.goto(test.url + paths.security)])
    expect(await memory('manager@demo.example', 'passwords')).toMatchObject({ views: 2, dismissals: 0 })
  })

  it('on its last view stays while its document does, and shows in no other', async () => {
    const page = await open('manager@demo.example', paths.orders)
    const message = page.getByRole('alert').getByText('Said once.')
    await message.waitFor()
    await expect.poll(() => memory('manager@demo.example', 'once')).toMatchObject({ views: 1 })
    await filter(page, 'shipped')
    expect(await message.count()).toBe(1)
    // The server's counts alone also use it up.
    await page.context().clearCookies({ name: /viewsLeft/ })
    await filter(page, 'delivered')
    expect(await message.count()).toBe(1)
    expect(await memory('manager@demo.example', 'once')).toMatchObject({ views: 1 })
    await page.reload()
    await hydrated(page)
    await filter(page, 'cancelled')
    expect(await message.count()).toBe(0)
    expect(await html(page, paths.orders)).not.toContain('Said once.')
  })

  it('on its last view is gone once it is closed, also of the dialog kind', async () => {
    const [plain, over] = [await open('viewer@demo.example', paths.orders), await newPage()]
    await signIn(over, test, 'owner@demo.example')
    const message = plain.getByRole('alert').getByText('Said once.')
    await plain.getByRole('button', { name: 'Dismiss it' }).click()
    await filter(plain, 'shipped')
    expect(await message.count()).toBe(0)
    await openPage(over, test.url + paths.orders)
    const dialog = over.getByRole('dialog', { name: 'Asked once' })
    await dialog.waitFor()
    // The page behind the dialog changes, for instance from another window.
    await filter(over, 'shipped')
    expect(await dialog.count()).toBe(1)
    await over.keyboard.press('Escape')
    await filter(over, 'delivered')
    expect(await dialog.count()).toBe(0)
  })

  it('of the dialog kind waits for the one before it, and a broken one disturbs neither', async () => {
    const broken = JSON.stringify({ title: { text: 'x', styles: 'BOLD' }, config: { messageId: 'broken' } })
    await test.db.owner.insertInto('messages').values({ key: 'broken', priority: 9, model: broken }).execute()
    const page = await open('shipper@demo.example', paths.preferences)
    await page.getByRole('dialog', { name: 'First' }).waitFor()
    expect(await page.locator('dialog[open]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog', { name: 'Second' }).waitFor()
    await page.getByRole('button', { name: 'Understood' }).click()
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    for (const key of ['First', 'Second'])
      await expect.poll(() => memory('shipper@demo.example', key)).toMatchObject({ views: 1, dismissed_for_good: true })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()
    const errors = test.log.filter((line) => line.msg === 'Invalid model for shui-messages')
    expect(errors).toMatchObject([{ level: 50, key: 'broken' }])
    expect(await html(page, paths.preferences)).not.toContain('Read this.')
    await test.db.owner.deleteFrom('messages').where('key', '=', 'broken').execute()
  })
})

describe('the message centre', () => {
  it('has what was said, also closed, behind a link with how much is unread, without JavaScript', async () => {
    const page = await formPage(test, 'shipper@demo.example')
    await updateRows(test.db.owner, 'member_messages', { message_key: 'First' }, { read_at: null })
    await page.open(paths.preferences)
    await page.follow(/^Messages, \d+ unread$/)
    const main = page.within('main')
    await page.follow(/^Notices\s*1$/)
    expect(main.all('heading')).toHaveLength(3)
    await page.press('Mark as read', main.within('listitem', /First/))
    page.says('all read')
    expect(page.all('link', /^Notices/)).toHaveLength(1)
    expect(page.all('link', /^Notices\s*\d/)).toEqual([])
  })

  it('says where there is nothing', async () => {
    const operator = await httpMember(test, 'operator@demo.example')
    expect(await operator.read(paths.messages)).toContain('No messages')
  })

  it('is accessible and fits, in light and dark', async () => {
    await test.db.owner.deleteFrom('member_messages').execute()
    await readGerman(test, 'owner@demo.example')
    const page = await open('owner@demo.example', paths.messages)
    await page.getByRole('alert').getByText('Fees change').waitFor()
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page, `messages at ${width} px`)
      await expectAccessible(page, { withFrame: true, only: width < 1440 ? 'looks' : undefined })
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, { withFrame: true, only: 'looks' })
  })
})
