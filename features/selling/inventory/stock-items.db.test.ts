import { anyListing } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NewRow } from '#db/schema.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addStocked, addVariations } from './testing.ts'

const listedAt = new Date('2026-06-01T08:00:00Z')
const db = await testDatabase()
let seller_id: number
let count = 0

beforeEach(async () => {
  seller_id = await addSeller(db, `seller${++count}`)
})

const addListing = (change: Partial<NewRow<'listings'>> = {}) => addStocked(db, seller_id, 'FILM', change)
const addRows = (listing_id: number, quantities: Record<string, number>) =>
  addVariations(db, { seller_id, listing_id }, quantities)
const change = (id: number, set: Partial<NewRow<'listings'>>) =>
  db.owner.updateTable('listings').set(set).where('seller_id', '=', seller_id).where('id', '=', id).execute()
const ended = { state: 'ENDED', ended_at: new Date('2026-07-01T08:00:00Z'), end_reason: 'SELLER' } as const

/** The stock by SKU: listing, variation, available, whether it is listed in the inventory. */
async function stock(): Promise<Record<string, [listing: number, variation: number | null, number, boolean]>> {
  const rows = await db.owner.selectFrom('stock_items').selectAll().where('seller_id', '=', seller_id).execute()
  return Object.fromEntries(rows.map((row) => [row.sku, [row.listing_id, row.position, row.available, row.is_stocked]]))
}

describe('the stock of a SKU', () => {
  it('is that of its listing, also after a sale, a count or a new SKU', async () => {
    const id = await addListing()
    expect(await stock()).toEqual({ FILM: [id, null, 4, true] })
    await change(id, { quantity_available: 2 })
    expect(await stock()).toEqual({ FILM: [id, null, 2, true] })
    await change(id, { sku: 'FILM-400' })
    expect(await stock()).toEqual({ FILM: [id, null, 0, false], 'FILM-400': [id, null, 2, true] })
  })

  it('is none of a draft, and none without a SKU', async () => {
    const id = await addListing({ state: 'DRAFT', starts_at: null })
    await addListing({ sku: null })
    expect(await stock()).toEqual({})
    await change(id, { state: 'ACTIVE', starts_at: listedAt })
    expect(await stock()).toEqual({ FILM: [id, null, 4, true] })
  })

  it('stays with an ended listing until another one has the SKU', async () => {
    const first = await addListing()
    await change(first, ended)
    expect(await stock()).toEqual({ FILM: [first, null, 4, true] })
    const second = await addListing({ quantity_available: 3 })
    expect(await stock()).toEqual({ FILM: [second, null, 3, true] })
    await change(second, { ...ended, quantity_available: 0 })
    expect(await stock()).toEqual({ FILM: [second, null, 0, false] })
  })

  it('of listings that are added together is that of the one on sale, else of the last', async () => {
    const add = (rows: Partial<NewRow<'listings'>>[]) =>
      db.owner
        .insertInto('listings')
        .values(
          rows.map((row) => ({
            seller_id,
            title: 'Film',
            ...anyListing,
            category: 'Film',
            price_minor: 500,
            quantity_available: 4,
            starts_at: listedAt,
            ...row,
          })),
        )
        .returning('id')
        .execute()
    const [live, , last] = await add([
      { sku: 'A' },
      { sku: 'A', ...ended },
      { sku: 'B', ...ended, quantity_available: 1 },
    ])
    expect(await stock()).toEqual({ A: [live!.id, null, 4, true], B: [last!.id, null, 1, true] })
    const [late, next] = await add([{ sku: 'A', ...ended }, { sku: 'B', quantity_available: 2 }, { sku: 'C' }])
    expect(late!.id).toBeGreaterThan(live!.id)
    expect(await stock()).toMatchObject({
      A: [live!.id, null, 4, true],
      B: [next!.id, null, 2, true],
      C: [expect.any(Number), null, 4, true],
    })
  })

  it('of a variation is its own, and its listing has none', async () => {
    const id = await addListing({ sku: 'SHIRT', quantity_available: 5 })
    await addRows(id, { 'SHIRT-S': 2, 'SHIRT-M': 3 })
    const both = { 'SHIRT-S': [id, 1, 2, true], 'SHIRT-M': [id, 2, 3, true] }
    expect(await stock()).toEqual({ SHIRT: [id, null, 0, false], ...both })
    await db.owner.updateTable('listing_variations').set({ quantity: 0 }).where('sku', '=', 'SHIRT-M').execute()
    await change(id, ended)
    expect(await stock()).toMatchObject({ 'SHIRT-S': [id, 1, 2, true], 'SHIRT-M': [id, 2, 0, false] })
    await db.owner.deleteFrom('listing_variations').where('seller_id', '=', seller_id).execute()
    // Without variations it holds the items itself.
    expect(await stock()).toMatchObject({ SHIRT: [id, null, 5, true], 'SHIRT-S': [id, 1, 0, false] })
  })

  it('keeps its reorder point and its last sale while no listing has it', async () => {
    const id = await addListing({ last_sold_at: new Date('2026-06-20T10:00:00Z') })
    await db.owner.updateTable('stock_items').set({ reorder_point: 4 }).where('seller_id', '=', seller_id).execute()
    await change(id, { sku: null })
    await addListing({ quantity_available: 9 })
    const [row] = await db.owner.selectFrom('stock_items').selectAll().where('seller_id', '=', seller_id).execute()
    expect(row).toMatchObject({
      available: 9,
      reorder_point: 4,
      is_low: false,
      idle_since: new Date('2026-06-20T10:00:00Z'),
    })
  })

  it('goes with its seller', async () => {
    await addRows(await addListing(), { A: 1, B: 2 })
    await db.owner.deleteFrom('sellers').where('id', '=', seller_id).execute()
    expect(await stock()).toEqual({})
  })

  it('is worked out alike for listings that are older than it', async () => {
    const first = await addListing()
    await change(first, ended)
    await addRows(await addListing({ sku: 'SHIRT' }), { 'SHIRT-S': 2, 'SHIRT-M': 3 })
    await addListing({ sku: 'OLD', ...ended })
    const before = await stock()
    await db.owner.deleteFrom('stock_items').where('seller_id', '=', seller_id).execute()
    await sql`select refresh_stock_items(${seller_id}, ${['FILM', 'SHIRT', 'SHIRT-S', 'SHIRT-M', 'OLD']}::text[], true)`.execute(
      db.owner,
    )
    const { SHIRT: _none, ...held } = before
    expect(await stock()).toEqual(held)
  })
})
