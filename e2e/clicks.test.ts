import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { orderTabHref } from '#features/orders/orders-list.server.ts'
import { s10CheckDigit } from '#lib/check-digits.ts'
import { listingsHref } from '#features/listings/listings-list.server.ts'
import { paths } from '#web/paths.ts'
import { field } from './listing-form-kit.ts'
import { expectFocus, newPage, openPage, signIn, testHub, useBrowser, type TestHub } from './testing.ts'
import { Walk } from './walk.ts'

let test: TestHub
let page: Page

useBrowser()
beforeAll(async () => {
  test = await testHub()
  page = await newPage()
  await signIn(page, test, 'owner@demo.example')
})

/** The clicks that the guide's table promises for a task. */
function promised(task: string): number {
  const guide = readFileSync('docs/guide/clicks.md', 'utf8')
  const rows = [...guide.matchAll(/^\| ([^|]+) \| (\d+) \|/gm)]
  return Number(rows.find(([, name]) => name === task)?.[2])
}

async function start(path: string): Promise<Walk> {
  await openPage(page, test.url + path)
  return new Walk(page)
}

const rows = () => page.locator('tbody tr')
const listing = (row: number) => rows().nth(row).locator('a').first()
const inMain = (role: 'link' | 'button', name: RegExp | string) =>
  page.getByRole('main').getByRole(role, { name }).first()
const onSale = () => listingsHref('active', { status: ['on-sale'], format: ['FIXED_PRICE'] })

/** A listing that has expired and was not put up again. */
async function endedOnce(): Promise<string> {
  const { item_number: itemNumber } = await test.db.owner
    .selectFrom('listings as l')
    .innerJoin('sellers as s', 's.id', 'l.seller_id')
    .select('l.item_number')
    .where('s.username', '=', 'harbour-camera')
    .where('l.state', '=', 'ENDED')
    .where('l.end_reason', '=', 'EXPIRED')
    .where('l.format', '=', 'FIXED_PRICE')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('listings as again')
            .select('again.id')
            .whereRef('again.seller_id', '=', 'l.seller_id')
            .whereRef('again.relisted_from', '=', 'l.id'),
        ),
      ),
    )
    .orderBy('l.id', 'desc')
    .executeTakeFirstOrThrow()
  return itemNumber
}

/** A number of Royal Mail's. */
const numberOf = (serial: number) => {
  const digits = String(serial).padStart(8, '0')
  return `RN${digits}${s10CheckDigit(digits)}GB`
}

/** Pastes what was copied elsewhere into the cell that has the focus. */
const paste = (text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement!.dispatchEvent(event)
  }, text)

const tasks: Record<string, () => Promise<Walk>> = {
  'Ship an order, from the overview': async () => {
    const walk = await start(paths.overview)
    await walk.click(
      page
        .locator('[data-act]')
        .getByRole('link', { name: /^Ship \d{2}-/ })
        .first(),
    )
    const number = page.getByRole('textbox', { name: 'Tracking number' })
    await expectFocus(number.first())
    await page.keyboard.type(numberOf(1))
    await walk.click(inMain('button', /^Ship/))
    await page
      .getByText(/^Order .* shipped/)
      .last()
      .waitFor()
    return walk
  },
  'Ship twelve orders, their numbers from a spreadsheet': async () => {
    const walk = await start(orderTabHref('awaiting-shipment'))
    await walk.click(rows().first().getByRole('checkbox'))
    await walk.click(rows().nth(11).getByRole('checkbox'), { modifiers: ['Shift'] })
    await walk.click(inMain('button', /^Ship$/))
    await page.getByRole('heading', { level: 1, name: 'Ship 12 orders' }).waitFor()
    await expectFocus(page.getByRole('textbox', { name: /^Tracking number of/ }).first())
    await paste(Array.from({ length: 12 }, (_, row) => numberOf(row + 2)).join('\n'))
    await walk.click(inMain('button', 'Ship 12'))
    await page.getByRole('status').getByText('12 orders shipped').waitFor()
    return walk
  },
  'See which orders are overdue': async () => {
    const walk = await start(paths.overview)
    await walk.click(page.getByRole('link', { name: /^Overdue/ }).first())
    await page.waitForURL(/shipBy=overdue/)
    return walk
  },
  'Find an order by its buyer, number or item': async () => {
    const walk = await start(paths.orders)
    await page.keyboard.press('/')
    await walk.typeEnter('leica')
    await page.waitForURL(/q=leica/)
    return walk
  },
  'Open an order: what, where to, by when': async () => {
    const walk = await start(paths.orders)
    await walk.click(rows().first().locator('a').first())
    await page.waitForURL(/orderid=/)
    return walk
  },
  'Download exactly what the filter shows': async () => {
    const walk = await start(`${paths.orders}?q=leica`)
    const download = page.waitForEvent('download')
    await walk.click(inMain('link', /^Export/))
    await download
    return walk
  },
  'Change a price': async () => {
    await test.db.owner
      .updateTable('listing_contents')
      .set({ best_offer: false, minimum_offer_minor: null, auto_accept_minor: null })
      .execute()
    const walk = await start(onSale())
    const cell = () =>
      rows()
        .first()
        .getByRole('link', { name: /^Price of/ })
    await walk.click(cell())
    await walk.typeEnter('987.65')
    await expect.poll(() => cell().innerText()).toBe('£987.65')
    return walk
  },
  'Add stock': async () => {
    const walk = await start(onSale())
    const cell = () =>
      rows()
        .nth(1)
        .getByRole('link', { name: /^Stock of/ })
    await walk.click(cell())
    await walk.typeEnter('42')
    await expect.poll(() => cell().innerText()).toBe('42')
    return walk
  },
  'Sell another one of the same': async () => {
    const walk = await start(onSale())
    await walk.click(listing(2))
    await walk.click(inMain('link', 'Sell similar'))
    await walk.click(page.getByRole('button', { name: 'Publish', exact: true }))
    await page.getByText('Published. Buyers can find it now.').waitFor()
    return walk
  },
  'Put up an ended listing again': async () => {
    const walk = await start(`${paths.listings.ended}?q=${await endedOnce()}`)
    await walk.click(listing(0))
    await walk.click(inMain('link', 'Relist'))
    await walk.click(page.getByRole('button', { name: 'Publish', exact: true }))
    await page.getByText('Published. Buyers can find it now.').waitFor()
    return walk
  },
  'List an item of the catalogue, at the usual price': async () => {
    const walk = await start(paths.listings.active)
    await walk.click(page.getByRole('link', { name: 'Create listing' }).first())
    await walk.type(field(page, 'Search the catalogue'), 'hp5')
    await walk.enter()
    await walk.click(page.getByRole('button', { name: /^Use Ilford HP5/ }).first())
    await page.getByRole('button', { name: 'Another product' }).waitFor()
    await walk.choose(field(page, 'Condition'), 'NEW')
    await walk.type(field(page, 'Film format'), '35 mm')
    await walk.type(field(page, 'Film type'), 'Black & white')
    await walk.click(page.getByRole('button', { name: /^Use £[\d.]+$/ }))
    await walk.click(page.getByRole('button', { name: 'Publish', exact: true }))
    await page.getByText('Published. Buyers can find it now.').waitFor()
    return walk
  },
  'Work for another of your shops': async () => {
    const walk = await start(paths.overview)
    await walk.click(page.getByRole('button', { name: /Ada Fairclough/ }))
    await walk.click(page.getByRole('button', { name: /Nordlicht/ }))
    await page.getByText('nordlicht-papier').first().waitFor()
    return walk
  },
}

describe('the most frequent tasks', () => {
  it.each(Object.keys(tasks))('%s', async (task) => {
    const { clicks } = await tasks[task]!()
    expect(clicks).toBe(promised(task))
  })

  it('are all that the guide counts', () => {
    const guide = readFileSync('docs/guide/clicks.md', 'utf8')
    const named = [...guide.matchAll(/^\| ([^|]+) \| \d+ \|/gm)].map(([, name]) => name)
    expect(named).toEqual(Object.keys(tasks))
  })
})
