import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { isPageData } from './page-data.ts'
import { createSignInLink } from '#features/people/accounts/sign-in-links.server.ts'
import {
  addPolicy,
  chooseCategory,
  choosePolicies,
  field,
  line,
  pictureFile,
  press,
  showAllFields,
} from './listing-form-kit.ts'
import { expectAccessible } from './accessible.ts'
import { expectFocus, guidePicture, hydrated, newPage, signedInPage, testHubInBrowser } from './testing.ts'

let member: Awaited<ReturnType<BrowserContext['storageState']>>
const email = 'owner@demo.example'

const test = await testHubInBrowser()

beforeAll(async () => {
  const page = await signedInPage(test, email)
  member = await page.context().storageState()
})

async function open(query = 'mode=AddItem', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openFirst(query, options)
  if (query === 'mode=AddItem') await showAllFields(page)
  return page
}

async function openFirst(query: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage({ storageState: member, ...options })
  await page.goto(`${test.url}${paths.listingForm()}?${query}`)
  if (options.javaScriptEnabled !== false) await hydrated(page)
  return page
}

describe('the listing form', () => {
  it('does not publish while a day is half typed: it would be sent as none, and the listing be on sale at once', async () => {
    const page = await open()
    await page.getByText('Schedule the start').click()
    await field(page, 'Start date (optional)').press('1')
    await page.getByText('Schedule the start').click()
    await press(page, 'Publish')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('startDate')
    expect(await page.getByRole('group', { name: /Please correct/ }).count()).toBe(0)
  })

  it('lists a product from search to published, then revises it and sells a similar one', async () => {
    const page = await open()
    await field(page, 'Search the catalogue').fill('leica m3 body')
    await page.keyboard.press('Enter')
    const use = page.getByRole('button', { name: 'Use Leica M3 body' })
    await use.waitFor()
    const ghosts = await test.db.owner.selectFrom('listings').select('id').where('title', '=', '').execute()
    expect(ghosts, 'a search types nothing').toEqual([])
    await use.click()
    await page.getByRole('button', { name: 'Another product' }).waitFor()
    await guidePicture(page, 'product')
    await press(page, 'Publish')
    const summary = page.getByRole('group', { name: /Please correct/ })
    await summary.getByRole('link', { name: 'Mount is required in this category.' }).click()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('aspect.Mount')
    expect(await field(page, 'Brand').inputValue()).toBe('Leica')
    await field(page, 'Mount').fill('Leica M')
    await page.keyboard.press('Tab')
    await expect.poll(() => summary.getByRole('link', { name: /^Mount/ }).count()).toBe(0)
    expect(await field(page, 'Mount').getAttribute('aria-invalid')).toBe(null)
    const panel = page.getByRole('complementary', { name: 'Summary' })
    const listed = await summary.getByRole('link').count()
    expect(await panel.getByRole('link', { name: /missing/ }).innerText()).toContain(String(listed))
    await field(page, 'Model').fill('M3')
    await field(page, 'Type').fill('Rangefinder')
    await field(page, 'Film format').fill('35 mm')
    await field(page, 'Condition').selectOption('VERY_GOOD')
    await field(page, 'Price (GBP)').fill('1,249.00')
    await field(page, 'Handling time').fill('1')
    await field(page, 'Shipping policy').selectOption('')
    expect(await page.getByTestId('estimate').innerText()).toMatch(
      /161\.12[\s\S]*0\.40[\s\S]*0\.45[\s\S]*Profit\s*£1,087\.03/,
    )
    await page.locator('#pictures').setInputFiles(await pictureFile('m3.png'))
    await page.locator('input[name=picture]').waitFor({ state: 'attached' })
    // The tests below create policies of the two other kinds.
    await addPolicy(page, 'payment', 'At once', {})
    await choosePolicies(page, ['Shipping', 'Return'])
    await line(page, 'Ready to publish')
    await page.evaluate(() => window.scrollTo(0, 0))
    await guidePicture(page, 'ready')
    await press(page, 'Publish')
    await line(page, 'Published. Buyers can find it now.')
    await page.getByRole('heading', { level: 1, name: 'Leica M3 body' }).waitFor()
    await page.getByRole('link', { name: 'Revise' }).click()

    await field(page, 'Title').fill('Leica M3 body, serviced')
    await press(page, 'Publish changes')
    await line(page, 'The changes are published.')
    await page.getByRole('status').getByRole('link', { name: 'Sell similar' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sell similar' }).waitFor()
    expect(await field(page, 'Title').inputValue()).toBe('Leica M3 body, serviced')
  })

  it('makes a row for each variation and keeps what was typed in it; a category is chosen by typing, and asks for its details', async () => {
    const page = await open()
    await page.getByText('Add variations').click()
    await page.locator('[name="axis1.values"]').fill('S, M')
    await press(page, 'Create variations')
    await expectFocus(page.getByLabel('S: SKU'))
    await page.getByLabel('M: SKU').fill('SHIRT-M')
    await page.locator('[name="axis1.values"]').fill('S, M, L')
    await press(page, 'Update variations')
    await page.getByLabel('L: SKU').waitFor()
    expect(await page.getByLabel('M: SKU').inputValue()).toBe('SHIRT-M')
    const panel = page.getByRole('complementary', { name: 'Summary' })
    await panel.getByRole('link', { name: 'Variations: 3 prices, 3 quantities' }).waitFor()
    await field(page, 'Quantity for all variations').fill('4')
    await page.getByRole('button', { name: 'Set all: Quantity for all variations' }).click()
    const quantities = () =>
      page.getByLabel(/^[SML]: Quantity$/).evaluateAll((cells) => cells.map((cell) => (cell as HTMLInputElement).value))
    expect(await quantities()).toEqual(['4', '4', '4'])
    await panel.getByRole('link', { name: 'Variations: 3 prices' }).click()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('row.0.price')
    await chooseByKeys(page)
  })

  /** Chooses a category by keyboard: types part of its name. */
  async function chooseByKeys(page: Page): Promise<void> {
    const category = page.getByRole('combobox', { name: 'Category' })
    await category.focus()
    expect(await category.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('ArrowDown')
    const shown = page.getByRole('listbox').getByRole('option')
    // The seller's own categories come first.
    expect(await page.getByRole('group', { name: 'Your categories' }).getByRole('option').count()).toBeGreaterThan(2)
    expect(await shown.first().innerText()).toMatch(/^Cameras & Photography/)
    await page.keyboard.type('skirt')
    await page.getByRole('status').getByText('No category found').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    expect([await shown.count(), await category.inputValue()]).toEqual([0, ''])
    await page.keyboard.type('musik gui')
    expect(await shown.count()).toBe(0)
    await category.fill('music gui')
    expect(await shown.allInnerTexts()).toEqual(['Musical Instruments > Guitars & Basses'])
    // Enter during text composition chooses nothing, and pressing the list beside an option, or its scrollbar, keeps it
    // open.
    await category.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await page.getByRole('listbox').locator('[aria-hidden]').first().click()
    expect(await shown.count()).toBe(1)
    const active = await category.getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${active}"]`).innerText()).toBe('Musical Instruments > Guitars & Basses')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Details of the category' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('category')
    expect(await category.inputValue()).toBe('Musical Instruments > Guitars & Basses')
    // Text that matches no category keeps the previous choice.
    await category.fill('nothing')
    await page.keyboard.press('Tab')
    expect(await category.inputValue()).toBe('Musical Instruments > Guitars & Basses')
  }
})

describe('what is typed', () => {
  it('is taken as soon as the form is drawn, while the rest of the page is still being read', async () => {
    const page = await open()
    const held = Promise.withResolvers<void>()
    const isRead = (request: Request) => request.method() === 'GET' && isPageData(request)
    await page.route('**', async (route) => {
      if (isRead(route.request())) await held.promise
      await route.continue()
    })
    const rest = page.waitForRequest(isRead)
    await chooseCategory(page, 'tripods')
    await rest
    await field(page, 'Brand').fill('Linhof')
    expect(await field(page, 'Brand').inputValue()).toBe('Linhof')
    held.resolve()
    await page
      .getByRole('status')
      .getByText(/^Saved/)
      .waitFor()
    expect(await field(page, 'Brand').inputValue()).toBe('Linhof')
  })

  it('is there again after the tab was closed', async () => {
    const page = await open()
    const url = page.url()
    await field(page, 'Title').fill('Half a tit')
    await page.close({ runBeforeUnload: true })
    const again = await newPage({ storageState: member })
    await again.goto(url)
    // The page was left in the middle of a word: that text is saved before or after this page was rendered.
    await expect.poll(async () => (await again.reload(), again.locator('[name=title]').inputValue())).toBe('Half a tit')
  })

  it('stays in the browser without a connection, and is saved when there is one', async () => {
    const page = await open()
    await page.context().setOffline(true)
    await field(page, 'Title').fill('On the train')
    await press(page, 'Save draft')
    await line(page, 'Not saved: no connection, kept in this browser')
    await press(page, 'Preview the description')
    await line(page, /No connection: nothing was sent/)
    await page.context().setOffline(false)
    await line(page, /^Saved \d\d:\d\d$/)
    expect(await kept(page)).toEqual([])

    // If saving is refused, the whole form is submitted, and the server's response explains why.
    await page.route(`**${paths.listingDraft}`, (route) =>
      route.fulfill({ status: 409, json: { error: 'not-possible-now' } }),
    )
    await field(page, 'Title').fill('At the station')
    await line(page, /^Not saved: the form cannot be saved/)
    await press(page, 'Preview')
    await page.waitForURL(/preview/)
  })

  it('outlives the session: after signing in again it is back, and saved', async () => {
    const page = await newPage()
    await page.goto(await createSignInLink(test.hub, email))
    await page.goto(`${test.url}${paths.listingForm({ mode: 'AddItem' })}`)
    await hydrated(page)
    const url = page.url()
    await typeSignedOut(page, 'Typed too late')
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain(
      encodeURIComponent('/sl/list'),
    )
    await page.goto(await createSignInLink(test.hub, email))
    await page.goto(url)
    await line(page, 'What this browser had kept is back, and saved.')
    expect(await field(page, 'Title').inputValue()).toBe('Typed too late')

    // Text typed before the script has loaded is not replaced without asking.
    await typeSignedOut(page, 'Typed too late again')
    await page.goto(await createSignInLink(test.hub, email))
    const scripts = await holdScripts(page)
    await page.goto(url, { waitUntil: 'commit' })
    await field(page, 'Title').fill('Typed early')
    scripts.resolve()
    await page.getByRole('heading', { name: 'This browser kept something else' }).waitFor()
    expect(await page.getByRole('alert').innerText()).toMatch(/Typed early\s+Typed too late again/)
    await press(page, 'Keep what is in this form')
    await line(page, /^Saved \d/)
    expect(await field(page, 'Title').inputValue()).toBe('Typed early')
    expect(await kept(page)).toEqual([])
  })

  it('is left alone by a window that wakes up later, which is asked about what was saved meanwhile', async () => {
    const page = await open()
    const other = await page.context().newPage()
    const scripts = await holdScripts(other)
    const drafts = Promise.withResolvers<void>()
    await page.route(`**${paths.listingDraft}`, async (route) => {
      await drafts.promise
      await route.continue()
    })
    await other.goto(page.url(), { waitUntil: 'commit' })
    await field(other, 'Title').waitFor()
    await field(page, 'Title').fill('First')
    scripts.resolve()
    await hydrated(other)
    drafts.resolve()
    await line(page, /^Saved \d/)
    await field(other, 'Title').fill('Second')
    await other.getByRole('heading', { name: 'This form was changed elsewhere' }).waitFor()
    expect(await other.getByRole('alert').innerText()).toMatch(/Second[\s\S]*First/)
    await press(other, 'Keep what is in this form')
    await line(other, /^Saved \d/)

    await page.route(`**${paths.listingDraft}`, (route) =>
      route.fulfill({ status: 409, json: { ok: false, reason: 'published' } }),
    )
    await press(page, 'Preview')
    await page.getByRole('alert').getByText('this form is published already').waitFor()
  })
})

/** Types a title that cannot be saved. */
async function typeSignedOut(page: Page, title: string): Promise<void> {
  await page.context().clearCookies()
  await field(page, 'Title').fill(title)
  await press(page, 'Save draft')
  await line(page, 'Not saved: you are signed out, kept in this browser')
}

/** Holds the page's scripts until the promise is resolved. */
async function holdScripts(page: Page): Promise<PromiseWithResolvers<void>> {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  return scripts
}

/** Keys of the form copies in the browser. */
const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('hub.form.')))

describe('on every screen', () => {
  it('fits and is accessible, light and wide, dark and narrow', async () => {
    const page = await open()
    await field(page, 'Category').click()
    await page.getByRole('option', { name: 'Cameras & Photography > Lenses' }).click()
    await field(page, 'Mount').waitFor()
    await page.getByText('Add variations').click()
    await page.locator('[name="axis1.values"]').fill('S, M')
    await press(page, 'Publish')
    await line(page, /Please correct/)
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await over()).toBe(0)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await over()).toBe(0)
    await expectAccessible(page, { only: 'looks' })
  })

  it('publishes on a phone from wherever it is scrolled to, and leads to what is missing first', async () => {
    const page = await open('mode=AddItem', { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true })
    const publish = page.getByRole('button', { name: 'Publish', exact: true })
    const atFinger = async () => {
      const box = (await publish.boundingBox())!
      const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      return page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.textContent, point)
    }
    for (const where of [0, 0.5, 1]) {
      await page.evaluate((part) => window.scrollTo(0, part * document.documentElement.scrollHeight), where)
      expect(await atFinger(), `scrolled to ${where}`).toBe('Publish')
    }
    await field(page, 'Title').fill('Kite')
    await page.getByRole('link', { name: /missing.*go to Condition$/ }).tap()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('condition')
    await publish.tap()
    await line(page, /Please correct/)
  })
})

describe('a new form', () => {
  it.each([true, false])('asks first what is sold, and for the rest once that is known, script: %s', async (script) => {
    const page = await openFirst('mode=AddItem', { javaScriptEnabled: script })
    const height = () => page.locator('main').evaluate((main) => main.scrollHeight)
    const price = field(page, 'Price (GBP)')
    expect([await price.isVisible(), await height()]).toEqual([false, expect.toSatisfy((px: number) => px <= 900)])
    // A missing field's link opens its section.
    await page.getByRole('complementary').getByRole('link', { name: 'Price', exact: true }).click()
    await price.waitFor()
    if (!script) return
    await page.reload()
    await hydrated(page)
    await chooseCategory(page, 'tripods')
    await price.waitFor()
    expect(await page.getByText('Show pictures, price').count()).toBe(0)
  })
})
