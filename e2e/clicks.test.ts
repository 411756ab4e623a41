import { updateRows } from '#db/testing-row.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listingsHref } from '#features/selling/listings/listings-list.server.ts'
import { paths } from '#web/paths.ts'
import { field } from './listing-form-kit.ts'
import { inMain, orderTasks, type Walking } from './order-tasks.ts'
import { openPage, signedInPage, testHubInBrowser } from './testing.ts'
import { Walk } from './walk.ts'

const test = await testHubInBrowser()
const page = await signedInPage(test, 'owner@demo.example')

/** Number of clicks that the guide states for each task. */
const promised = new Map(
  [...readFileSync('docs/guide/clicks.md', 'utf8').matchAll(/^\| ([^|]+) \| (\d+) \|/gm)].map(([, name, clicks]) => [
    name!,
    Number(clicks),
  ]),
)

async function start(path: string): Promise<Walk> {
  await openPage(page, test.url + path)
  return new Walk(page)
}

const rows = () => page.locator('tbody tr')
const listing = (row: number) => rows().nth(row).locator('a').first()
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

const tasks: Record<string, (on: Walking) => Promise<Walk>> = {
  ...orderTasks,
  'Change a price': async () => {
    await updateRows(
      test.db.owner,
      'listing_contents',
      {},
      { best_offer: false, minimum_offer_minor: null, auto_accept_minor: null },
    )
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
    await walk.click(inMain(page, 'link', 'Sell similar'))
    await walk.click(page.getByRole('button', { name: 'Publish', exact: true }))
    await page.getByText('Published. Buyers can find it now.').waitFor()
    return walk
  },
  'Put up an ended listing again': async () => {
    const walk = await start(`${paths.listings.ended}?q=${await endedOnce()}`)
    await walk.click(listing(0))
    await walk.click(inMain(page, 'link', 'Relist'))
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
    expect((await tasks[task]!({ page, start })).clicks).toBe(promised.get(task))
  })

  it('are all that the guide counts', () => {
    expect(new Set(promised.keys())).toEqual(new Set(Object.keys(tasks)))
  })
})
