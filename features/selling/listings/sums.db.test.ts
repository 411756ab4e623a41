import { addRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { testDatabase } from '#db/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import * as editResource from './listing-edit-resource.ts'
import * as listingsPage from './listings-page.tsx'

const clients = 12
const db = await testDatabase({ poolSize: clients })
const hub = testServices(db, { now: () => new Date('2026-11-20T12:00:00Z') })
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)

const edit = (item: string, version: number, column: string, value: string) =>
  shop.browser.post(editResource, '/sh/lst/edit', { item, version: String(version), column, value })

it('lets many listings of a category sell out and restock at the same time', async () => {
  const first = await shop.publish()
  const [row] = await shop.listings()
  await addRows(
    db.owner,
    'listings',
    Array.from({ length: clients - 1 }, (_, index) => ({
      seller_id: shop.sellerId,
      title: `Leica M3, ${index}`,
      category: row!.category,
      condition: row!.condition,
      state: 'ACTIVE' as const,
      price_minor: 100,
      currency: row!.currency,
      quantity_available: 5,
      starts_at: row!.starts_at,
    })),
  )
  const listings = await shop.listings()
  expect(listings.map(({ item_number }) => item_number)).toContain(first)
  const statuses = await Promise.all(
    listings.map(async ({ item_number, version }) => {
      const seen: number[] = []
      for (const [turn, value] of ['0', '5', '0', '5', '0', '5'].entries())
        seen.push((await edit(item_number, version + turn, 'available', value)).status)
      return seen
    }),
  )
  expect(new Set(statuses.flat())).toEqual(new Set([200]))
  expect(await findWrongSums(db.owner)).toEqual([])
})

it('rejects prices and quantities beyond the limits, from any source', async () => {
  const item = await shop.publish()
  const { version } = (await shop.listings()).find((row) => row.item_number === item)!
  expect((await edit(item, version, 'price', '999,999,999.99')).status).toBe(200)
  const tooHigh = await edit(item, version + 1, 'price', '1,000,000,000')
  expect([tooHigh.status, tooHigh.data.message]).toEqual([
    422,
    expect.stringMatching(/no more decimals than the currency has/),
  ])
  expect((await edit(item, version + 1, 'available', '1000001')).status).toBe(422)
  const view = await shop.open('mode=AddItem')
  const sent = await shop.send(view, 'publish', await shop.complete({ price: '9,999,999,999', quantity: '1000000' }))
  expect(JSON.stringify(sent.data)).toContain('that is not too large')
  const kept = await shop.keep(await shop.open('mode=AddItem'), { title: 'Dear', price: '9,999,999,999' })
  expect(kept.status).toBe(200)
  await expect(db.owner.updateTable('listings').set({ price_minor: 100_000_000_000 }).execute()).rejects.toThrow(
    /violates check constraint/,
  )
})

it('accepts values within the marketplace’s own limits, and no others', async () => {
  const policyPack = { ...hub.config.policyPack, limits: { priceMinor: 50_000, quantity: 10 } }
  const small = await addFormShop({ ...hub, config: { ...hub.config, policyPack } }, db, 'small-shop')
  const draft = async (change: Record<string, string>) =>
    small.send(await small.open('mode=AddItem'), 'publish', await small.complete(change))
  expect(JSON.stringify((await draft({ price: '500.01' })).data)).toContain('that is not too large')
  expect(JSON.stringify((await draft({ quantity: '11' })).data)).toContain('that is not too large')
  await draft({ price: '500.00', quantity: '10' })
  const { item_number: item, version } = (await small.listings()).find(({ state }) => state === 'ACTIVE')!
  const edited = async (column: string, value: string) =>
    (await small.browser.post(editResource, '/sh/lst/edit', { item, version: String(version), column, value })).status
  expect([await edited('price', '500.01'), await edited('available', '11')]).toEqual([422, 422])
  expect(await edited('available', '9')).toBe(200)
})

it('lists and sums any stored values, also beyond safe integers', async () => {
  const { category, condition, starts_at } = (await shop.listings())[0]!
  await addRows(
    db.owner,
    'listings',
    Array.from({ length: 1000 }, (_, index) => ({
      seller_id: shop.sellerId,
      title: `A planet, ${index}`,
      category,
      condition,
      state: 'ACTIVE' as const,
      price_minor: 99_999_999_999 - index,
      currency: 'GBP',
      quantity_available: 999_999_937,
      starts_at,
    })),
  )
  const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
  // By stored counts, by matching words, on a later page, and by summing.
  for (const [query, where] of [
    ['', sql`true`],
    ['?q=planet', sql`title like 'A planet%'`],
    ['?q=planet&offset=50', sql`title like 'A planet%'`],
    ['?quantityFrom=7', sql`quantity_available >= 7`],
  ] as const) {
    const { status, data } = await shop.browser.get(listingsPage, `/sh/lst/active${query}`)
    const { rows } = await sql<{ sum: `${number}` }>`
      select (sum(price_minor::numeric * quantity_available) * 0.01)::text as sum
      from listings where seller_id = ${shop.sellerId} and tab = 'active' and ${where}`.execute(db.owner)
    expect([query, status]).toEqual([query, 200])
    expect(JSON.stringify(data), query).toContain(pounds.format(rows[0]!.sum))
  }
  expect(await findWrongSums(db.owner)).toEqual([])
})
