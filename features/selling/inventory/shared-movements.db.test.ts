import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { addStocked } from './testing.ts'

const db = await testDatabase({ poolSize: 8 })

/** Adds two listings that share fifty units. */
async function addSharing(seller: number): Promise<[number, number]> {
  const [one, two] = [await addStocked(db, seller, 'ONE'), await addStocked(db, seller, 'TWO')]
  await db.owner.updateTable('listings').set({ on_hand: 50 }).where('id', '=', one).execute()
  for (const id of [one, two])
    await db.owner.updateTable('listings').set({ sku: 'SAME', shares_stock: true }).where('id', '=', id).execute()
  return [one, two]
}

/** Adds an order of some units of each listing. */
async function addOrder(seller: number, units: readonly (readonly [listing: number, quantity: number])[]) {
  const { id } = await addOrderToShip(
    db,
    seller,
    units.map(([, quantity]) => quantity),
    { placedAt: new Date('2026-11-20T10:00:00Z') },
  )
  await sql`
    update line_items l set listing_id = u.listing, holds_stock = true
    from unnest(${units.map(([listing]) => listing)}::bigint[]) with ordinality u (listing, position)
    where l.seller_id = ${seller} and l.order_id = ${id} and l.position = u.position`.execute(db.owner)
}

/** Movements of a listing in order, as they stood and as they add up. */
async function expectInOrder(seller: number, listing: number): Promise<void> {
  const rows = await db.owner
    .selectFrom('stock_movements')
    .select(['on_hand', 'reserved', 'on_hand_change', 'reserved_change'])
    .where('seller_id', '=', seller)
    .where('listing_id', '=', listing)
    .orderBy('id')
    .execute()
  let [onHand, reserved] = [0, 0]
  for (const row of rows) {
    onHand += row.on_hand_change
    reserved += row.reserved_change
    expect([row.on_hand, row.reserved]).toEqual([onHand, reserved])
  }
}

it('movements of a shared stock add up in their order, also of orders of several of its listings', async () => {
  const seller = await addSeller(db, 'sharing')
  const [one, two] = await addSharing(seller)
  await addOrder(seller, [
    [one, 1],
    [two, 2],
  ])
  await addOrder(seller, [[two, 3]])
  const rows = await db.owner.selectFrom('listings').select(['on_hand', 'reserved']).where('sku', '=', 'SAME').execute()
  expect(rows).toEqual([
    { on_hand: 50, reserved: 6 },
    { on_hand: 50, reserved: 6 },
  ])
  for (const listing of [one, two]) await expectInOrder(seller, listing)
})

it('movements of a shared stock add up in their order after orders at once', async () => {
  const seller = await addSeller(db, 'busy')
  const [one, two] = await addSharing(seller)
  const orders = Array.from({ length: 8 }, (_, nth) => [nth % 2 === 0 ? one : two, 1] as const)
  await Promise.all(orders.map((order) => addOrder(seller, [order])))
  for (const listing of [one, two]) await expectInOrder(seller, listing)
})
