import { sql } from 'kysely'
import { isDatabaseAway, type Database, type SellerDb } from '#db/client.ts'
import { addOrderEvents } from '#features/order/order-events-db.server.ts'
import { deadline } from './ship-calendar.ts'
import { handlingDays, readShipCalendar, saveShipCalendar, withHolidays } from './ship-calendar-db.server.ts'

/** Orders of a seller that get their deadlines in one go. */
const batch = 500

/**
 * Gives each paid order that has none its ship-by time: so many working days after the payment, by the calendar that the
 * seller has now, which it names. Each once, however many processes do this at the same time; what was paid while none ran
 * gets it late, but as of its payment. Imported orders keep what came with them. A seller whose calendar never
 * works is reported and holds up nobody else. Returns how many there were.
 */
export async function promiseShipBy(
  db: Database,
  report: (error: unknown, sellerId: number) => void = () => {},
): Promise<number> {
  const failed = new Set<number>()
  let promised = 0
  for (;;) {
    const { rows } = await sql<{ seller_id: number }>`
      select distinct seller_id from orders
      where ship_by is null and (external_id is null or pushed_as is not null) and status in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED') and paid_at is not null`.execute(
      db.owner,
    )
    let now = 0
    for (const { seller_id: sellerId } of rows.filter(({ seller_id: id }) => !failed.has(id)))
      try {
        now += await db.asOwner((own) => promiseBatch(own, sellerId))
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        failed.add(sellerId)
        report(error, sellerId)
      }
    promised += now
    if (now === 0) return promised
  }
}

/** The same for one seller, at once: whoever has just said that orders are paid need not wait for the job. */
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
    order by o.id limit ${batch}
    for update of o skip locked`.execute(db)
  for (const { id, paid_at: paidAt, handling_days: days } of rows) {
    const due = deadline(paidAt, calendar, days)
    await db
      .updateTable('orders')
      .set({ ship_by: due, ship_rule: 'HANDLING_TIME', ship_calendar: version, ship_handling_days: days })
      .where('seller_id', '=', sellerId)
      .where('id', '=', id)
      .where('ship_by', 'is', null)
      .execute()
    await db
      .updateTable('line_items')
      .set({ ship_by: due })
      .where('seller_id', '=', sellerId)
      .where('order_id', '=', id)
      .execute()
    const after = { shipBy: due.toISOString(), rule: 'HANDLING_TIME', calendar: version, handlingDays: days } as const
    const event = {
      orderId: id,
      kind: 'SHIP_BY_SET',
      subject: 'ship-by',
      before: null,
      after,
      requestKey: null,
    } as const
    await addOrderEvents(db, { sellerId, at: paidAt, actor: { kind: 'HUB' }, events: [event] })
  }
  return rows.length
}

/** Looks up the holidays of the years ahead for sellers whose calendar soon knows none. Returns how many calendars that changed. */
export async function renewHolidays(db: Database, now: Date): Promise<number> {
  const nextYear = now.getUTCFullYear() + 1
  const sellers = await db.owner.selectFrom('sellers').select('id').where('holidays_until', '<=', nextYear).execute()
  for (const { id } of sellers)
    await db.asOwner(async (own) => {
      const { calendar } = await readShipCalendar(own, id)
      await saveShipCalendar(own, { sellerId: id, calendar: await withHolidays(calendar, now), now })
    })
  return sellers.length
}
