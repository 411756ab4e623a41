import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { LocalDate } from '#lib/zoned-time.ts'
import { holidayYears, publicHolidays } from './holidays.server.ts'
import type { OpenOrder, ShipCalendar } from './ship-calendar.ts'

const columns = [
  'time_zone',
  'handling_days',
  'cutoff_time',
  'working_days',
  'holiday_region',
  'holidays',
  'days_off',
  'away_days',
  'calendar_version',
] as const

export async function readShipCalendar(
  db: SellerDb,
  sellerId: number,
): Promise<{ calendar: ShipCalendar; version: number }> {
  return calendarOf(await db.selectFrom('sellers').select(columns).where('id', '=', sellerId).executeTakeFirstOrThrow())
}

export function calendarOf(row: Pick<Row<'sellers'>, (typeof columns)[number]>): {
  calendar: ShipCalendar
  version: number
} {
  return {
    version: row.calendar_version,
    calendar: {
      timeZone: row.time_zone,
      handlingDays: row.handling_days,
      cutoffTime: row.cutoff_time,
      workingDays: row.working_days,
      holidayRegion: row.holiday_region,
      holidays: row.holidays,
      daysOff: row.days_off,
      daysAway: row.away_days,
    },
  }
}

export async function countryOf(db: SellerDb, sellerId: number): Promise<string> {
  const row = await db.selectFrom('sellers').select('country').where('id', '=', sellerId).executeTakeFirstOrThrow()
  return row.country
}

/** Saves the calendar. The database increments the version if it changed, and keeps each version. */
export async function saveShipCalendar(
  db: SellerDb,
  { sellerId, calendar, now }: { sellerId: number; calendar: ShipCalendar; now: Date },
): Promise<void> {
  await db
    .updateTable('sellers')
    .set({
      handling_days: calendar.handlingDays,
      cutoff_time: calendar.cutoffTime,
      working_days: [...calendar.workingDays],
      holiday_region: calendar.holidayRegion,
      holidays: [...calendar.holidays],
      holidays_until: calendar.holidayRegion === null ? null : holidaysUntil(now),
      days_off: [...calendar.daysOff],
    })
    .where('id', '=', sellerId)
    .execute()
}

export const holidaysUntil = (now: Date) => holidayYears(now)[3]

export async function withHolidays(calendar: ShipCalendar, now: Date): Promise<ShipCalendar> {
  return { ...calendar, holidays: await holidaysAhead(calendar.holidayRegion, now) }
}

export async function holidaysAhead(region: string | null, now: Date): Promise<LocalDate[]> {
  const found = region === null ? [] : await publicHolidays(region, holidayYears(now), 'en')
  return [...new Set(found.map(({ day }) => day))]
}

/** Maximum open orders compared in a preview. */
export const maxCompared = 5_000

/** Orders waiting for payment or shipment, earliest due first. */
export async function readOpenOrders(db: SellerDb, sellerId: number): Promise<OpenOrder[]> {
  const { rows } = await sql<{
    number: string
    paid_at: Date | null
    ship_by: Date | null
    own_days: number | null
    takes_shops: boolean
  }>`
    select o.order_number as number, o.paid_at, o.ship_by, t.own_days, t.takes_shops
    from orders o
    cross join lateral (
      select max(${ownDays}) as own_days, coalesce(bool_or(${ownDays} is null), true) as takes_shops
      from line_items l ${withOwnDays(sellerId)}
      where l.seller_id = ${sellerId} and l.order_id = o.id
    ) t
    where o.seller_id = ${sellerId} and o.status in ('AWAITING_PAYMENT', 'AWAITING_SHIPMENT', 'PARTLY_SHIPPED')
      and o.delivery = 'SHIP' and o.ship_rule is distinct from 'IMPORTED'
    order by o.ship_by nulls last, o.id
    limit ${maxCompared}`.execute(db)
  return rows.map((row) => ({
    number: row.number,
    paidAt: row.paid_at,
    shipBy: row.ship_by,
    ownDays: row.own_days,
    takesShops: row.takes_shops,
  }))
}

/** SQL: handling time of a line's listing, or of its shipping policy; null for the shop's. */
const ownDays = sql<number | null>`coalesce(c.handling_days, (p.shipping ->> 'handlingDays')::integer)`

const withOwnDays = (sellerId: number) => sql`
  left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = l.listing_id
  left join listing_policies u on u.seller_id = ${sellerId} and u.listing_id = l.listing_id and u.kind = 'FULFILMENT'
  left join seller_policies p on p.seller_id = ${sellerId} and p.kind = u.kind and p.id = u.policy_id`

/** SQL: longest handling time of the listings in order `o`; the shop's for listings without one. */
export const handlingDays = (sellerId: number) => sql<number>`(
  select coalesce(max(coalesce(${ownDays}, s.handling_days)), max(s.handling_days))
  from sellers s
  left join line_items l on l.seller_id = ${sellerId} and l.order_id = o.id ${withOwnDays(sellerId)}
  where s.id = ${sellerId})`
