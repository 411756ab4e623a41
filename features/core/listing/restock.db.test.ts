import { anyListing, addRows, rowOf, rowsOf } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { takeFromStock, writeOff } from './restock-db.server.ts'

const now = new Date('2026-11-20T10:00:00Z')

const db = await testDatabase()
const sellerId = await addTestSeller(db)

let serial = 0

async function addListing(stock: { on_hand: number; reserved?: number }): Promise<number> {
  serial += 1
  const row = {
    seller_id: sellerId,
    title: 'Strap',
    sku: `STRAP-${serial}`,
    ...anyListing,
    starts_at: now,
  } as const
  const left = stock.on_hand - (stock.reserved ?? 0)
  const added = db.owner.insertInto('listings').values({ ...row, ...stock, quantity_available: left })
  return (await added.returning('id').executeTakeFirstOrThrow()).id
}

const stockOf = async (id: number) => rowOf(db.owner, 'listings', { id })
const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)

describe('stock', () => {
  it('is never written off below other orders’ reservations', async () => {
    const listing_id = await addListing({ on_hand: 5, reserved: 4 })
    const line = { listing_id, sku: null, variation: null, quantity: 1, holds_stock: true }
    await own((tx) => writeOff(tx, { sellerId, lines: [line] }))
    expect(await stockOf(listing_id)).toMatchObject({ on_hand: 4, reserved: 4, quantity_available: 0 })
    await own((tx) => writeOff(tx, { sellerId, lines: [line] }))
    expect(await stockOf(listing_id)).toMatchObject({ on_hand: 4, reserved: 4, quantity_available: 0 })
  })

  it('of a variation is reduced by a replacement', async () => {
    const listing_id = await addListing({ on_hand: 5 })
    await addRows(db.owner, 'listing_variations', [
      { seller_id: sellerId, listing_id, position: 1, axis_values: ['Red'], sku: 'R', price_minor: 100, quantity: 3 },
      {
        seller_id: sellerId,
        listing_id,
        position: 2,
        axis_values: ['Blue'],
        sku: 'B',
        price_minor: 100,
        quantity: 2,
      },
    ])
    const line = { listing_id, sku: 'B', variation: null, quantity: 1 }
    await own((tx) => takeFromStock(tx, { sellerId, line, now }))
    const left = await rowsOf(db.owner, 'listing_variations', { listing_id }, 'position')
    expect(left).toMatchObject([
      { sku: 'R', quantity: 3 },
      { sku: 'B', quantity: 1 },
    ])
    expect(await stockOf(listing_id)).toMatchObject({ on_hand: 4 })
    // Never out of the units of another variation.
    await own((tx) => takeFromStock(tx, { sellerId, line: { ...line, quantity: 2 }, now }))
    expect(await rowsOf(db.owner, 'listing_variations', { listing_id }, 'position')).toMatchObject([
      { sku: 'R', quantity: 3 },
      { sku: 'B', quantity: 0 },
    ])
    expect(await stockOf(listing_id)).toMatchObject({ on_hand: 3, state: 'ACTIVE' })
  })
})
