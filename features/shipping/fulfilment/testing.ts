import { addRows, addRow } from '#db/testing-row.ts'
import type { Database } from '#db/client.ts'
import { readCarriers } from '#features/core/carrier/carriers-file.ts'

/** The hub's own carriers. Features must not know the file's path; their tests may. */
export const testCarriers = readCarriers(new URL('../../../marketplace/carriers.json', import.meta.url))

let serial = 0

/** Adds a paid, unshipped order with these units per line. */
export async function addOrderToShip(
  db: Database,
  sellerId: number,
  quantities: readonly number[],
  { placedAt = new Date('2026-11-19T10:00:00Z') } = {},
): Promise<{ id: number; number: string }> {
  serial += 1
  const number = `77-${String(sellerId % 100_000).padStart(5, '0')}-${String(serial).padStart(5, '0')}`
  const buyer = await addRow(db.owner, 'buyers', {
    seller_id: sellerId,
    username: `buyer-${number}`,
    name: 'Lola Okonkwo',
  })
  const address = await addRow(db.owner, 'addresses', {
    seller_id: sellerId,
    buyer_id: buyer.id,
    name: 'Lola Okonkwo',
    city: 'Bristol',
    country: 'GB',
  })
  const order = await addRow(db.owner, 'orders', {
    seller_id: sellerId,
    order_number: number,
    buyer_id: buyer.id,
    buyer_username: `buyer-${number}`,
    ship_to_address_id: address.id,
    ship_to_country: 'GB',
    placed_at: placedAt,
    shipping_service: 'Tracked 24',
    currency: 'GBP',
    subtotal_minor: 1000,
    line_count: quantities.length,
    unit_count: quantities.reduce((sum, quantity) => sum + quantity, 0),
  })
  await addRows(
    db.owner,
    'line_items',
    quantities.map((quantity, index) => ({
      seller_id: sellerId,
      order_id: order.id,
      position: index + 1,
      item_number: '110000000000',
      title: `Item ${index + 1}`,
      currency: 'GBP',
      quantity,
      unit_price_minor: 100,
    })),
  )
  await addRows(db.owner, 'payments', {
    seller_id: sellerId,
    order_id: order.id,
    method: 'CARD',
    state: 'PAID',
    currency: 'GBP',
    amount_minor: 1000,
    paid_at: placedAt,
  })
  return { id: order.id, number }
}
