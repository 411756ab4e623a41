import { rowOf, updateRows } from '#db/testing-row.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitingForLock } from '#db/testing-waits.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expectFits } from './good-page.ts'
import { formPage } from './form-page.ts'
import { httpMember } from './http-member.ts'
import { button, dialog, expectClosed, expectView, heading, isFocused, openDialog, opener } from './opt-out-dialog.ts'
import { descendants, valueOf } from './page-parts.ts'
import { keepPage, newPage, openPage, signIn, testHub, signedInPage, testHubInBrowser } from './testing.ts'

const email = 'owner@demo.example'

const test = await testHubInBrowser({ env: { SUPPORT_EMAIL: 'help@market.example' } })
beforeEach(() => choose(null))

async function choose(previous_tool_since: Date | null): Promise<void> {
  await test.db.owner.updateTable('members').set({ previous_tool_since }).where('email', '=', email).execute()
}

async function hasSwitched(): Promise<boolean> {
  const row = await rowOf(test.db.owner, 'members', { email })
  return row.previous_tool_since !== null
}

const openAsOwner = keepPage((page) => signIn(page, test, email))
const open = (url: string = paths.overview) => openAsOwner(test.url + url)

const previousTool = (page: Page) => page.getByRole('heading', { level: 1, name: 'Classic view' })
const failed = 'The switch did not work'

describe('the opt-out dialog', () => {
  it('switches, leads to the previous tool in place of the page, and Back does not return into it', async () => {
    const page = await open(paths.preferences)
    await openPage(page, test.url + paths.overview)
    await openDialog(page)
    await expectAccessible(page, { withFrame: true })
    const [request] = await Promise.all([page.waitForRequest(test.url + paths.optOut), button(page, 'Switch').click()])
    expect(Object.keys(request.postDataJSON() as object)).toEqual(['srt'])
    await expectView(page, 'You have switched')
    expect((await request.response())?.status()).toBe(204)
    expect(await hasSwitched()).toBe(true)
    const mail = dialog(page).getByRole('link', { name: 'Tell us why' })
    expect(await mail.getAttribute('href')).toMatch(/^mailto:help@market\.example\?subject=Why%20I%20switched/)
    await button(page, 'Go to classic view').click()
    await previousTool(page).waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.overview)
    await page.goBack()
    await page.waitForURL(test.url + paths.preferences)
    expect(await dialog(page).count()).toBe(0)
  })

  it('closes by Cancel and by Escape, not by the backdrop; where it fails it says so, and starts at the first view again', async () => {
    const page = await open()
    await openDialog(page)
    await page.mouse.click(5, 5)
    expect(await dialog(page).count()).toBe(1)
    await button(page, 'Stay here').click()
    await expectClosed(page)
    await openDialog(page)
    await page.keyboard.press('Escape')
    await expectClosed(page)

    // On a phone it opens from the menu, which is still open afterwards.
    await page.setViewportSize({ width: 375, height: 740 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await openDialog(page)
    const box = await dialog(page).boundingBox()
    expect([box!.width > 300, box!.x >= 0, box!.x + box!.width <= 375]).toEqual([true, true, true])
    await button(page, 'Stay here').click()
    await expectClosed(page)
    expect(await opener(page).isVisible()).toBe(true)
    await page.setViewportSize({ width: 1280, height: 720 })

    // Closing alone aborts the request: the time-out, which would too, is disabled.
    await withoutTimer(page, 5000)
    const release = await lockMember()
    try {
      await openDialog(page)
      await button(page, 'Switch').click()
      await expect.poll(() => dialog(page).getAttribute('aria-busy')).toBe('true')
      await expectToWait()
      const [request] = await Promise.all([
        page.waitForEvent('requestfailed', (candidate) => candidate.url().endsWith(paths.optOut)),
        page.keyboard.press('Escape'),
      ])
      expect(request.failure()?.errorText).toContain('ERR_ABORTED')
      await expectGivenUp()
      await expectClosed(page)
    } finally {
      await release()
    }
    await expectNothingRuns()
    expect(await hasSwitched()).toBe(false)

    // Without a network.
    await openDialog(page)
    await page.context().setOffline(true)
    await button(page, 'Switch').click()
    await expectView(page, failed)
    await page.context().setOffline(false)
    await button(page, 'Close').last().click()
    await expectClosed(page)

    // A server error: the column does not exist.
    await test.db.pool.query('alter table members rename column updated_at to gone')
    try {
      await openDialog(page)
      await button(page, 'Switch').click()
      await expectView(page, failed)
    } finally {
      await test.db.pool.query('alter table members rename column gone to updated_at')
    }
    await button(page, 'Close').last().click()
    await expectClosed(page)
    expect(await hasSwitched()).toBe(false)
    await openDialog(page)
    await button(page, 'Switch').click()
    await expectView(page, 'You have switched')
  })

  it('gives up after 5000 ms; while it waits the button is disabled, and a late answer changes nothing', async () => {
    const page = await signedInPage(test, email)
    await page.clock.install()
    await openPage(page, test.url + paths.overview)
    const release = await lockMember()
    try {
      await openDialog(page)
      // From here on the test controls the clock.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
      await button(page, 'Switch').click()
      const status = dialog(page).getByRole('status')
      await expect.poll(() => status.innerText()).toBe('Switching…')
      expect(await isFocused(page, status)).toBe(true)
      expect(await dialog(page).getAttribute('aria-busy')).toBe('true')
      expect(await button(page, 'Switch').isDisabled()).toBe(true)
      await expectToWait()
      await page.clock.runFor(4_999)
      expect(await status.innerText()).toBe('Switching…')
      await page.clock.runFor(1)
      await dialog(page).getByRole('heading', { name: failed }).waitFor()
      await page.clock.resume()
      await expectView(page, failed)
      await expectGivenUp()
    } finally {
      await release()
    }
    await expectNothingRuns()
    expect(await hasSwitched()).toBe(false)
    expect(await heading(page).innerText()).toBe(failed)
  })

  it('speaks German', async () => {
    await updateRows(test.db.owner, 'members', { email }, { preferences: '{"locale":"de"}' })
    try {
      const page = await open()
      await page.getByRole('link', { name: 'Zur klassischen Ansicht' }).click()
      await expectView(page, 'Zur klassischen Ansicht wechseln?')
      const mail = page.getByRole('link', { name: 'Sagen Sie uns Ihre Meinung', includeHidden: true })
      expect(decodeURIComponent((await mail.getAttribute('href'))!)).toMatch(
        /Benutzername: .*\r\nBrowser: .*\r\nAdresse: /,
      )
    } finally {
      await test.db.owner.updateTable('members').set({ preferences: '{}' }).where('email', '=', email).execute()
    }
  })
})

/** Disables timers of this length on the page. */
function withoutTimer(page: Page, ms: number): Promise<void> {
  return page.evaluate((never) => {
    const start = window.setTimeout
    const without = (run: () => void, after: number) => (after === never ? 0 : start(run, after))
    Object.assign(window, { setTimeout: without })
  }, ms)
}

/** Locks the member's row, so that storing the choice waits until the lock is released. */
async function lockMember(): Promise<() => Promise<void>> {
  const client = await test.db.pool.connect()
  await client.query('begin')
  await client.query('select from members where email = $1 for update', [email])
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Waits until the hub stores the choice, and waits for the lock: one that comes later would not be seen to be given up. */
async function expectToWait(): Promise<void> {
  await expect.poll(async () => (await waitingForLock(test.db.pool)).length).toBe(1)
}

/** Waits until the hub knows that the request is aborted. */
async function expectGivenUp(): Promise<void> {
  await expect.poll(() => test.openRequests()).not.toContain(paths.optOut)
}

/** Waits until no statement of the hub about the choice is running. */
async function expectNothingRuns(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await test.db.pool.query<{ n: number }>(
        `select count(*)::integer as n from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
      )
      return rows[0]!.n
    })
    .toBe(0)
}

describe('the previous tool', () => {
  it('holds in every browser until it is taken back there', async () => {
    const [here, there] = [await open(), await newPage()]
    await signIn(there, test, email)
    await openPage(there, test.url + paths.overview)
    await openDialog(here)
    await button(here, 'Switch').click()
    await expectView(here, 'You have switched')
    await there.reload()
    await previousTool(there).waitFor()
    // Other pages remain in the hub, without an opt-out.
    await there.goto(test.url + paths.orders)
    expect(await opener(there).count()).toBe(0)
    await there.goto(test.url + paths.overview)
    await there.getByRole('button', { name: 'Switch to the new Seller Hub' }).click()
    await there.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    expect(await hasSwitched()).toBe(false)
    await here.goto(test.url + paths.overview)
    await here.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  })

  it('is chosen, worked with and left without JavaScript; what is wrong with a form is named by its field, and kept', async () => {
    const page = await formPage(test, email)
    await page.open(paths.overview)
    await page.follow('Switch to classic view')
    await page.press('Switch')
    page.one('heading', 'Classic view')
    for (const name of [/^Orders to ship/, /^Active listings/, /^Sales of the last 31 days/])
      expect(page.within('region', name).all('row').length, String(name)).toBeGreaterThan(1)
    const order = valueOf(page.named('order')[0]!)
    const [carrier, tracking] = [`Carrier for order ${order}`, `Tracking number for order ${order}`]
    page.fill(carrier, 'Royal Mail')
    page.fill(tracking, '<>')
    await page.enter(tracking)
    expect(page.all('link').map(({ attribs }) => attribs.href)).toContain(`#tracking-${order}`)
    expect(page.field(tracking).attribs['aria-invalid']).toBe('true')
    page.having('id', `tracking-${order}-error`).says('Enter the tracking number')
    expect(page.field(carrier).attribs['aria-invalid']).toBeUndefined()
    expect([page.value(carrier), page.value(tracking)]).toEqual(['Royal Mail', '<>'])
    page.fill(tracking, 'RM 1234 5678')
    await page.enter(tracking)
    page.says(`Order ${order} is marked as shipped.`)
    expect(page.fields(tracking)).toEqual([])
    await page.open(paths.orderDetails(order))
    page.within('main').says('RM 1234 5678')
    await page.open(paths.overview)
    await page.press('Switch to the new Seller Hub')
    page.one('heading', 'Overview')
  })

  it('fits at each width and is accessible, in light and dark', async () => {
    await choose(new Date())
    // The page has no React to wait for.
    const page = await signedInPage(test, email, { colorScheme: 'dark' })
    await page.goto(test.url + paths.overview)
    await previousTool(page).waitFor()
    expect(await page.locator('script[src], link[rel=modulepreload]').count()).toBe(0)
    await expectFits(page, 'the previous tool', [1440, 1024, 768, 320])
    await expectAccessible(page, { withFrame: true, only: 'colours' })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 800 })
    await expectAccessible(page, { withFrame: true })
  })

  it('has no forms for who may not ship', async () => {
    await updateRows(test.db.owner, 'members', { email: 'viewer@demo.example' }, { previous_tool_since: new Date() })
    await choose(new Date())
    const seen = async (who: string) => {
      const html = await (await httpMember(test, who)).read(paths.overview)
      return [/<h1[^>]*>Classic view</.test(html), /<tbody[^>]*><tr/.test(html), html.includes('name="order"')]
    }
    expect([await seen('viewer@demo.example'), await seen(email)]).toEqual([
      [true, true, false],
      [true, true, true],
    ])
  })
})

describe('an operator’s own dialog', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hub-opt-out-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('takes the place of the hub’s, and leads where it says', async () => {
    const file = path.join(folder, 'opt-out.json')
    await writeFile(
      file,
      JSON.stringify({
        linkConfig: 'Back to Classic',
        optOutInfo: { header: { text: 'Leave for Classic?', styles: ['EMPHASIS'] }, actions: { primary: 'Leave' } },
        optOutSuccess: { header: 'Off you go', actions: { primary: 'Open Classic', secondary: 'Say why' } },
        cancelOptout: { text: 'Rather not', accessibilityText: 'Rather not leave' },
        feedbackConfig: { to: 'classic@market.example' },
        previousToolUrl: '/settings/preferences',
        // German readers are sent to another host.
        locales: { de: { previousToolUrl: 'https://old.example/start' } },
      }),
    )
    const other = await testHub({ env: { OPT_OUT_FILE: file, PREVIOUS_TOOL_ORIGINS: 'https://old.example' } })
    const page = await signedInPage(other, email)
    await openPage(page, other.url + paths.overview)
    await page.getByRole('link', { name: 'Back to Classic' }).click()
    await expectView(page, 'Leave for Classic?')
    // The cross and the button.
    expect(await button(page, 'Rather not leave').count()).toBe(2)
    await button(page, 'Leave').click()
    await expectView(page, 'Off you go')
    expect(await dialog(page).getByRole('link', { name: 'Say why' }).getAttribute('href')).toMatch(
      /^mailto:classic@market\.example/,
    )
    await button(page, 'Open Classic').click()
    await page.waitForURL(other.url + paths.preferences)

    // Without JavaScript the texts and targets are the same.
    for (const locale of ['en', 'de']) {
      await updateRows(
        other.db.owner,
        'members',
        {},
        { previous_tool_since: null, preferences: JSON.stringify({ locale }) },
      )
      const plain = await formPage(other, email)
      await plain.open(paths.overview)
      await plain.follow('Back to Classic')
      const leave = descendants(plain.one('heading', 'Leave for Classic?')).map(({ name }) => name)
      expect(leave).toContain('em')
      plain.one('link', 'Rather not leave')
      await plain.press('Leave')
      if (locale === 'en') expect(plain.url.pathname).toBe(paths.preferences)
      else {
        plain.one('heading', 'Off you go')
        expect(plain.one('link', 'Open Classic').attribs.href).toBe('https://old.example/start')
      }
    }
  })
})
