import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'

/**
 * Adds paid single-line orders awaiting shipment, in a number range of their own. Due over the given days, otherwise by
 * the hub's rules.
 */
export async function addOpenOrders(
  db: Database,
  { sellerId, count, range, dueWithinDays }: { sellerId: number; count: number; range: number; dueWithinDays?: number },
): Promise<string[]> {
  const dueAfter =
    dueWithinDays === undefined
      ? sql`null::interval`
      : sql`n * make_interval(days => ${dueWithinDays}::integer) / ${count}::int`
  const number = sql`${String(range)} || '-' || lpad((n / 100000)::text, 5, '0') || '-' || lpad((n % 100000)::text, 5, '0')`
  const { buyer, address } = await oneRow(
    db.owner,
    sql<{ buyer: number; address: number }>`
    with buyer as (
      insert into buyers (seller_id, username, name) values (${sellerId}, ${`open-${range}`}, 'Zoe') returning id
    )
    insert into addresses (seller_id, buyer_id, name, city, country)
    select ${sellerId}, id, 'Zoe', 'York', 'GB' from buyer returning id as address, buyer_id as buyer`,
  )
  const numbers: string[] = []
  for (let from = 1; from <= count; from += ordersAtOnce) {
    const { rows } = await sql<{ number: string }>`
    with made as (
      insert into orders (seller_id, order_number, buyer_id, buyer_username, ship_to_address_id, ship_to_country, placed_at, ship_by, currency,
        subtotal_minor, line_count, unit_count)
      select ${sellerId}, ${number}, ${buyer}, ${`open-${range}`}, ${address}, 'GB', now() - interval '2 days', now() + ${dueAfter}, 'GBP', 100, 1, 1
      from generate_series(${from}::int, ${Math.min(count, from + ordersAtOnce - 1)}::int) n returning id, order_number
    ), lines as (
      insert into line_items (seller_id, order_id, position, item_number, sku, title, currency, quantity, unit_price_minor)
      select ${sellerId}, id, 1, '110000000000', 'CAP-1', 'Lens cap', 'GBP', 1, 100 from made
    ), paid as (
      insert into payments (seller_id, order_id, method, state, currency, amount_minor, paid_at)
      select ${sellerId}, id, 'CARD', 'PAID', 'GBP', 100, now() - interval '1 day' from made
    )
    select order_number as number from made order by order_number`.execute(db.owner)
    numbers.push(...rows.map((row) => row.number))
  }
  return numbers
}

/** Orders of one statement: the time of longer ones grows with their square. */
const ordersAtOnce = 5_000

/** Deletes them with their shipments and buyer. */
export async function removeOpenOrders(
  db: Database,
  { sellerId, range }: { sellerId: number; range: number },
): Promise<void> {
  await sql`delete from orders where seller_id = ${sellerId} and order_number like ${`${range}-%`}`.execute(db.owner)
  await sql`delete from buyers where seller_id = ${sellerId} and username = ${`open-${range}`}`.execute(db.owner)
}

/** Tracking number of the nth parcel, with leading zeros that must survive. */
export const trackingOf = (n: number) => `0034${String(n).padStart(12, '0')}`
