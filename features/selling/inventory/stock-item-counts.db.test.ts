import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { findWrongSums, rebuildSums } from '#db/kept-sums.ts'
import type { NewRow } from '#db/schema.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { countIn, countStockItems } from './inventory-facts-db.server.ts'
import { addStocked, addVariations } from './testing.ts'

const now = new Date('2026-11-22T10:40:00Z')
const ended = { state: 'ENDED', ended_at: now, end_reason: 'SELLER' } as const
const db = await testDatabase()
let sellerId: number
let sellers = 0

beforeEach(async () => {
  await db.owner.deleteFrom('sellers').execute()
  sellerId = await addSeller(db, `seller${++sellers}`)
})

const storedRows = () =>
  db.owner.selectFrom('stock_item_counts').selectAll().where('seller_id', '=', sellerId).execute()
const counted = async () => {
  const counts = await db.asSeller(sellerId, 'read', (own) => countStockItems(own, { sellerId, now }))
  return {
    all: countIn(counts, () => true),
    low: countIn(counts, ({ isLow }) => isLow),
    out: countIn(counts, ({ isOut }) => isOut),
    dead: countIn(counts, ({ isDead }) => isDead),
  }
}
const wrongTables = async () => (await findWrongSums(db.owner)).map(({ table }) => table)
const setAvailable = (sku: string, available: number) =>
  sql`update stock_items set available = ${available} where seller_id = ${sellerId} and sku = ${sku}`

describe('counts of SKUs', () => {
  it('follow new, sold, low and ended stock, and go with their seller', async () => {
    const film = await addStocked(db, sellerId, 'FILM')
    await addStocked(db, sellerId, 'LENS', { last_sold_at: now })
    await addVariations(db, { seller_id: sellerId, listing_id: await addStocked(db, sellerId, null) }, { S: 0, M: 2 })
    expect(await counted()).toEqual({ all: 4, low: 0, out: 1, dead: 2 })
    const change = (set: Partial<NewRow<'listings'>>) =>
      db.owner.updateTable('listings').set(set).where('seller_id', '=', sellerId).where('id', '=', film).execute()
    await change({ quantity_available: 3, last_sold_at: now })
    expect(await counted()).toEqual({ all: 4, low: 0, out: 1, dead: 1 })
    await db.owner.updateTable('stock_items').set({ reorder_point: 3 }).where('sku', '=', 'FILM').execute()
    expect(await counted()).toEqual({ all: 4, low: 1, out: 1, dead: 1 })
    await change({ ...ended, quantity_available: 0 })
    expect(await counted()).toEqual({ all: 3, low: 0, out: 1, dead: 1 })
    expect(await wrongTables()).toEqual([])
    await db.owner.deleteFrom('sellers').where('id', '=', sellerId).execute()
    expect(await storedRows()).toEqual([])
  })

  it('of two transactions do not wait for each other', async () => {
    await addStocked(db, sellerId, 'A')
    await addStocked(db, sellerId, 'B')
    await db.owner.transaction().execute(async (first) => {
      await setAvailable('A', 0).execute(first)
      await db.owner.transaction().execute(async (second) => {
        await sql`set local lock_timeout = '5s'`.execute(second)
        await setAvailable('B', 0).execute(second)
      })
    })
    expect(await counted()).toMatchObject({ all: 2, out: 2 })
  })

  it('are summed when there are many rows', async () => {
    await addStocked(db, sellerId, 'A')
    await sql
      .raw(
        `do $$ begin
           for n in 1..600 loop update stock_items set available = n % 2 * 4 where seller_id = ${sellerId} and sku = 'A'; end loop;
         end $$`,
      )
      .execute(db.owner)
    expect((await storedRows()).length).toBeLessThan(1000)
    expect(await counted()).toEqual({ all: 1, low: 0, out: 1, dead: 0 })
  })
})

describe('hub doctor', () => {
  it('names stock that is not what listings say, and corrects it in place', async () => {
    await addStocked(db, sellerId, 'FILM')
    await addStocked(db, sellerId, 'FILM', { ...ended, quantity_available: 1 })
    const shirt = {
      seller_id: sellerId,
      listing_id: await addStocked(db, sellerId, 'SHIRT', { quantity_available: 5 }),
    }
    await addVariations(db, shirt, { 'SHIRT-S': 2, 'SHIRT-M': 3 })
    await addStocked(db, sellerId, 'OLD', ended)
    await addStocked(db, sellerId, 'DRAFT', { state: 'DRAFT', starts_at: null })
    expect(await wrongTables()).toEqual([])
    const items = () => db.owner.selectFrom('stock_items').selectAll().orderBy('sku').execute()
    await db.owner.updateTable('stock_items').set({ reorder_point: 4 }).where('sku', '=', 'FILM').execute()
    const before = await items()
    await sql`update stock_items set available = available + 1 where sku in ('FILM', 'SHIRT-M')`.execute(db.owner)
    await sql`update stock_items set is_stocked = true where sku = 'SHIRT'`.execute(db.owner)
    expect(await findWrongSums(db.owner)).toEqual([{ table: 'stock_items', rows: 5 }])
    await rebuildSums(db.owner, 'stock_items')
    expect(await items()).toEqual(before)
    expect(await wrongTables()).toEqual([])
  })

  it('names counts that are not those of the stock', async () => {
    await addStocked(db, sellerId, 'FILM')
    await db.owner.updateTable('stock_item_counts').set({ items: 2 }).execute()
    expect(await wrongTables()).toEqual(['stock_item_counts'])
    await rebuildSums(db.owner, 'stock_item_counts')
    expect(await wrongTables()).toEqual([])
    expect(await counted()).toMatchObject({ all: 1 })
  })
})
