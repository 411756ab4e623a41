import { addRow } from '#db/testing-row.ts'
import { sql } from 'kysely'
import type { Database } from '#db/client.ts'

/**
 * Adds paid orders of two lines, one of them of several units, every fourth with a refund of a part. Returns their ids.
 * They are due in the books.
 */
export async function addPaidOrders(
  { owner }: Pick<Database, 'owner'>,
  { sellerId, count, paidAt }: { sellerId: number; count: number; paidAt: Date },
): Promise<number[]> {
  const { id: buyerId } = await addRow(owner, 'buyers', { seller_id: sellerId, name: 'Lola Okonkwo' })
  const { id: addressId } = await addRow(owner, 'addresses', {
    seller_id: sellerId,
    buyer_id: buyerId,
    name: 'Lola Okonkwo',
    city: 'Bristol',
    country: 'GB',
  })
  const numbers = Array.from({ length: count }, (_, nth) => nth)
  const orders = await owner
    .insertInto('orders')
    .values(
      numbers.map((nth) => ({
        seller_id: sellerId,
        order_number: `77-${String(sellerId % 100_000).padStart(5, '0')}-${String(nth).padStart(5, '0')}`,
        buyer_id: buyerId,
        buyer_username: 'lola',
        ship_to_address_id: addressId,
        ship_to_country: 'GB',
        placed_at: paidAt,
        currency: 'GBP',
        subtotal_minor: 3 * (500 + nth),
        shipping_minor: 395,
        line_count: 2,
        unit_count: 3,
      })),
    )
    .returning('id')
    .execute()
  const ids = orders.map(({ id }) => id)
  await sql`
    insert into line_items (seller_id, order_id, position, item_number, title, currency, quantity, unit_price_minor)
    select seller_id, id, position, '110000000000', 'Item ' || position, currency, position, subtotal_minor / 3
    from orders cross join generate_series(1, 2) position where seller_id = ${sellerId} and id = any (${ids}::bigint[])`.execute(
    owner,
  )
  await sql`
    insert into payments (seller_id, order_id, method, state, currency, amount_minor, paid_at)
    select seller_id, id, 'CARD', 'PAID', currency, total_minor, placed_at
    from orders where seller_id = ${sellerId} and id = any (${ids}::bigint[])`.execute(owner)
  await sql`
    insert into refunds (seller_id, order_id, reason, state, currency, amount_minor, refunded_at)
    select seller_id, id, 'OTHER_ADJUSTMENT', 'REFUNDED', currency, 300, placed_at + interval '1 day'
    from orders where seller_id = ${sellerId} and id = any (${ids.filter((_, nth) => nth % 4 === 3)}::bigint[])`.execute(
    owner,
  )
  return ids
}
