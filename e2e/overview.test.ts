import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '#db/connection.ts'
import { isCoreRun } from '#db/testing-scope.ts'
import { paths } from '#web/paths.ts'
import { formPage } from './form-page.ts'
import { watchShifts } from './layout-shifts.ts'
import { hydrated, newPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

// The hub treats "HeadlessChrome" as a crawler and does not stream to it: this user agent is a reader's.
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36'

async function openOverview(query = '', options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await signedInPage(test, 'owner@demo.example', { userAgent, ...options })
  await page.goto(`${test.url}${paths.overview}${query}`)
  await hydrated(page)
  return page
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Delays a part by locking its table until the returned function is called. */
async function hold(table: 'feedback' | 'cancellations'): Promise<() => Promise<void>> {
  const client = await connect(test.db.url)
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  let released: Promise<void> | undefined
  const release = () => (released ??= client.end())
  onTestFinished(release)
  return release
}

describe('the overview', () => {
  it('leads from what is to do to exactly those orders', async () => {
    const page = await openOverview()
    const todo = part(page, 'To do')
    // The buyer distinguishes two lines of one item: it is shown in full, however long the title is.
    const cut = (facts: Element[]) =>
      facts
        .filter((whose) => {
          const [inner, outer] = [whose.getBoundingClientRect(), whose.parentElement!.getBoundingClientRect()]
          return whose.scrollWidth > whose.clientWidth || inner.right > outer.right + 1
        })
        .map(({ textContent }) => textContent)
    expect(await todo.locator('[data-task] div > p:last-child > span:last-child').evaluateAll(cut)).toEqual([])
    await todo.getByRole('link', { name: /^All \d+/ }).click()
    await page.getByRole('heading', { level: 1, name: 'To do' }).waitFor()
    const ship = page.getByRole('link', { name: /^Ship (all )?\d+: Ship/ }).first()
    const count = Number(/\d+/.exec(await ship.innerText())![0])
    await ship.click()
    await page.waitForURL(/\/sh\/ord\/ship-many\?/)
    await expect.poll(() => page.locator('tbody tr').count()).toBe(count)
  })

  it('is complete without scripts', async () => {
    const page = await formPage(test, 'owner@demo.example')
    await page.open(`${paths.overview}?whole=1`)
    for (const name of ['To do', 'Orders', 'Stock that runs out', 'Money', 'Sales', 'Feedback'])
      page.one('region', name)
    const table = page.within('region', 'Sales').unfold('Show as a table')
    // The header row and 31 days.
    expect(table.all('row')).toHaveLength(1 + 31)
  })

  it('changes the period in place and says each day by keyboard', async () => {
    const page = await openOverview()
    await page.getByRole('link', { name: '7 d', exact: true }).click()
    await page.waitForURL(/days=7/)
    const day = page.getByRole('slider', { name: /^Gross sales by day/ })
    await expect.poll(() => day.getAttribute('max')).toBe('6')
    await day.focus()
    const today = await day.getAttribute('aria-valuetext')
    await page.keyboard.press('ArrowLeft')
    const yesterday = await day.getAttribute('aria-valuetext')
    expect(yesterday).toMatch(/^\w{3} \d+ \w{3,4}: £[\d,.]+, \d+ orders?; \w{3} \d+ \w{3,4}: £/)
    expect(yesterday).not.toBe(today)
  })

  it.skipIf(isCoreRun).each([true, false])(
    'has the pages beside it that the member pinned, with scripts: %s',
    async (javaScriptEnabled) => {
      const page = await signedInPage(test, 'owner@demo.example', { javaScriptEnabled })
      const filtered = `${paths.orders}?q=lens&sort=paid`
      for (const address of [javaScriptEnabled ? paths.payouts : paths.taxes(), filtered]) {
        await page.goto(test.url + address)
        await page.getByRole('button', { name: /: account of/ }).click()
        await page.getByRole('link', { name: 'Pin this page' }).click()
        const name = page.getByLabel('Name of the pinned page')
        if (address === filtered) await name.fill('Lenses')
        await page.getByRole('button', { name: 'Pin this page' }).click()
        await page.getByRole('button', { name: 'Unpin:' }).first().waitFor()
      }
      await page.getByRole('button', { name: 'Move up: Lenses' }).click()
      const beside = page.getByRole('navigation', { name: 'Overview', exact: true })
      await expect.poll(() => beside.getByRole('link').allInnerTexts()).toHaveLength(4)
      await expect.poll(() => beside.getByRole('link').nth(2).innerText()).toBe('Lenses')
      await beside.getByRole('link', { name: 'Lenses' }).click()
      await page.waitForURL(test.url + filtered)
      await page.goto(test.url + paths.arrangeOverview())
      for (const left of [1, 0]) {
        await page.getByRole('button', { name: 'Unpin:' }).first().click()
        await expect.poll(() => page.getByRole('button', { name: 'Unpin:' }).count()).toBe(left)
      }
    },
  )

  it('is not held up by a slow part, which comes later, moves nothing, and leaves no hole', async () => {
    const page = await signedInPage(test, 'owner@demo.example', { userAgent }, { drawn: true })
    const release = await hold('feedback')
    const releaseTodos = await hold('cancellations')
    const shifts = await watchShifts(page)
    await page.goto(`${test.url}${paths.overview}`, { waitUntil: 'commit' })
    await part(page, 'Sales').getByText('average order', { exact: true }).waitFor()
    await part(page, 'Feedback').getByText('Feedback is loading').waitFor({ state: 'attached' })
    await release()
    await part(page, 'Feedback').getByText('positive over 12 months').waitFor()
    await releaseTodos()
    await part(page, 'Messages').waitFor()
    const above = (await part(page, 'To do').getByRole('listitem').last().boundingBox())!
    const below = (await part(page, 'Messages').boundingBox())!
    expect(below.y - above.y - above.height).toBeLessThan(40)
    expect(await shifts()).toBeLessThan(0.01)
  })

  it.skipIf(isCoreRun)('says in its place that a part took too long, and loads it again', async () => {
    const page = await signedInPage(test, 'owner@demo.example', { userAgent })
    const release = await hold('feedback')
    await page.goto(`${test.url}${paths.overview}?days=90`, { waitUntil: 'commit' })
    await part(page, 'Feedback').getByText('took too long').waitFor()
    expect(await part(page, 'Sales').getByText('average order', { exact: true }).isVisible()).toBe(true)
    expect(test.log.map((line) => line.msg)).toContain('Await (feedback) timed out after 10000ms')
    await release()
    await page.getByRole('link', { name: 'Load again' }).click()
    await part(page, 'Feedback').getByText('positive over 12 months').waitFor()
    expect(page.url()).toContain('days=90')
  })

  it('invites a seller who has nothing yet to the first steps', async () => {
    const page = await openOverview()
    await page.getByRole('button', { name: /: account of/ }).click()
    await page.getByRole('button', { name: /^First Light/ }).click()
    await page.getByRole('heading', { name: /^Welcome, First Light/ }).waitFor()
    expect(await part(page, 'Sales').count()).toBe(0)
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.waitForURL(`${test.url}${paths.uploads}`)
  })
})
