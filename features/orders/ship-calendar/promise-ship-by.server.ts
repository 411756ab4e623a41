import { sql } from 'kysely'
import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import { shipBySet } from '#features/core/order/order-event.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { pairs } from '#lib/pairs.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import { deadline } from './ship-calendar.ts'
import { handlingDays, holidaysAhead, holidaysUntil, readShipCalendar } from './ship-calendar-db.server.ts'

/** Orders per transaction, so that locks are held briefly. */
const batch = 100

/**
 * Sets the ship-by time of paid orders without one: working days after payment by the seller's current calendar, whose
 * version is stored. Each order once, with concurrent processes; late runs still count from the payment. Skips imported
 * orders. Sellers take turns; one whose calendar has no working days is reported. Returns the number of orders.
 */
export async function promiseShipBy(db: Database, report: ReportFailure = () => {}): Promise<number> {
  const { rows } = await sql<{ sellerId: number }>`${overAllSellers}
    select distinct seller_id as "sellerId" from orders
    where ship_by is null and (external_id is null or pushed_as is not null) and status in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED') and paid_at is not null
      and delivery = 'SHIP'`.execute(db.owner)
  let promised = 0
  const promise = async ({ sellerId }: { sellerId: number }) => ({
    sellerId,
    now: await db.asOwner((own) => promiseBatch(own, sellerId)),
  })
  for (let left = rows; left.length > 0;) {
    const { done } = await forEachIsolated(left, promise, report)
    promised += done.reduce((sum, { now }) => sum + now, 0)
    left = done.filter(({ now }) => now === batch)
  }
  return promised
}

/** The same for one seller, without waiting for the job. */
export async function promiseShipByOf(db: Database, sellerId: number): Promise<void> {
  while ((await db.asOwner((own) => promiseBatch(own, sellerId))) === batch);
}

async function promiseBatch(db: SellerDb, sellerId: number): Promise<number> {
  const { calendar, version } = await readShipCalendar(db, sellerId)
  const { rows } = await sql<{ id: number; paid_at: Date; handling_days: number }>`
    select o.id, o.paid_at, ${handlingDays(sellerId)} as handling_days
    from orders o
    where o.seller_id = ${sellerId} and o.ship_by is null and (o.external_id is null or o.pushed_as is not null)
      and o.status in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED') and o.paid_at is not null
      and o.delivery = 'SHIP'
    order by o.id limit ${batch}
    for update of o skip locked`.execute(db)
  if (rows.length === 0) return 0
  const shipBy = rows.map((row) => deadline(row.paid_at, calendar, row.handling_days))
  const promised = sql`unnest(${rows.map(({ id }) => id)}::bigint[], ${shipBy}::timestamptz[],
    ${rows.map((row) => row.handling_days)}::smallint[]) p (order_id, due, days)`
  await sql`
    update orders o set ship_by = p.due, ship_rule = 'HANDLING_TIME', ship_calendar = ${version}, ship_handling_days = p.days
    from ${promised} where o.seller_id = ${sellerId} and o.id = p.order_id and o.ship_by is null`.execute(db)
  await sql`
    update line_items l set ship_by = p.due
    from ${promised} where l.seller_id = ${sellerId} and l.order_id = p.order_id`.execute(db)
  await addOrderEvents(db, {
    sellerId,
    actor: { kind: 'HUB' },
    events: pairs(rows, shipBy).map(([{ id, paid_at: at, handling_days: days }, due]) => ({
      at,
      orderId: id,
      ...shipBySet({ shipBy: due, calendar: version, handlingDays: days }),
      requestKey: null,
    })),
  })
  return rows.length
}

/**
 * Looks up coming holidays for sellers whose calendar runs out of them. Updates only the holidays, and only if the
 * region is unchanged, because the seller may save concurrently. Returns the number of calendars changed.
 */
export async function renewHolidays(db: Database, now: Date): Promise<number> {
  const sellers = await db.owner
    .selectFrom('sellers')
    .select(['id', 'holiday_region as region'])
    .where('holidays_until', '<=', now.getUTCFullYear() + 1)
    .execute()
  for (const { id, region } of sellers)
    await db.owner
      .updateTable('sellers')
      .set({ holidays: await holidaysAhead(region, now), holidays_until: holidaysUntil(now) })
      .where('id', '=', id)
      .where('holiday_region', '=', region)
      .execute()
  return sellers.length
}
