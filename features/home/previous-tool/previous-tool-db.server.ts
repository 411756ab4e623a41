import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { addMinor } from '#lib/exact-sums.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { unshippedStatuses } from '#features/core/order/order.ts'
import { sumSales } from '#features/insights/sales/sales-db.server.ts'
import { compareSales, currentSpans } from '#features/insights/sales/sales-period.ts'
import type { SalesSum } from '#features/insights/sales/sales.ts'
import { pageSize, salesDays } from './previous-tool-size.ts'

export interface Listed<T> {
  total: number
  rows: T[]
}

export interface ToShipRow {
  order_number: string
  ship_by: Date | null
  buyer_username: string
  title: string | null
  line_count: number
  open_units: number
  shipping_service: string | null
  currency: string
  total_minor: number
}

/** A page of orders awaiting shipment, most urgent first. */
export async function listToShip(db: SellerDb, sellerId: number, page: number): Promise<Listed<ToShipRow>> {
  const { rows } = await sql<ToShipRow>`
    select o.order_number, o.ship_by, o.buyer_username, o.line_count, o.shipping_service, o.currency, o.total_minor,
      l.title, l.open_units
    from (
      select * from orders
      where seller_id = ${sellerId} and status in (${sql.join(unshippedStatuses)}) and delivery = 'SHIP'
      order by ship_by nulls last, id limit ${pageSize} offset ${(page - 1) * pageSize}
    ) o
    left join lateral (
      select (array_agg(title order by cancelled_quantity >= quantity, position))[1] as title,
        coalesce(sum(quantity - shipped_quantity - cancelled_quantity), 0)::integer as open_units
      from line_items where seller_id = ${sellerId} and order_id = o.id
    ) l on true
    order by o.ship_by nulls last, o.id`.execute(db)
  const { total } = await selectOfSeller(db, 'order_counts', sellerId)
    .select(
      sql<number>`coalesce(sum(orders), 0)::bigint - (select count(*) from orders o where o.seller_id = ${sellerId}
        and o.delivery = 'COLLECT' and o.status in (${sql.join(unshippedStatuses)}))`.as('total'),
    )
    .where('status', 'in', [...unshippedStatuses])
    .executeTakeFirstOrThrow()
  return { total, rows }
}

export interface ActiveListingRow {
  item_number: string
  title: string
  sku: string | null
  currency: string
  price_minor: number
  quantity_available: number
  quantity_sold: number
  ends_at: Date | null
}

/** A page of active listings, those ending soonest first. */
export async function listActive(db: SellerDb, sellerId: number, page: number): Promise<Listed<ActiveListingRow>> {
  const active = selectOfSeller(db, 'listings', sellerId).where('state', '=', 'ACTIVE')
  const rows = await active
    .select([
      'item_number',
      'title',
      'sku',
      'currency',
      'price_minor',
      'quantity_available',
      'quantity_sold',
      'ends_at',
    ])
    .orderBy('ends_at', (order) => order.asc().nullsLast())
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await active.select((build) => build.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { total, rows }
}

export interface DaySales extends SalesSum {
  /** The first moment of the day in the seller's zone. */
  day: Date
}

/** Sales of the last 31 days, newest first; days without sales have no row. Counted as on the overview. */
export async function listSales(
  db: SellerDb,
  { sellerId, now, zone }: { sellerId: number; now: Date; zone: string },
): Promise<DaySales[]> {
  const comparison = compareSales(now, salesDays, zone)
  const rows = await sumSales(db, sellerId, { current: currentSpans(comparison), previous: [] })
  return rows
    .toSorted((a, b) => b.span - a.span || b.orders - a.orders || (a.currency < b.currency ? -1 : 1))
    .reduce<DaySales[]>((days, { span, currency, orders, units, grossMinor }) => {
      const day = assertDefined(comparison.current[span], 'it was summed by these').from
      const same = days.find((known) => known.day === day && known.currency === currency)
      if (!same) return [...days, { day, currency, orders, units, grossMinor }]
      // Orders with a cancellation request are counted separately.
      same.orders += orders
      same.units += units
      same.grossMinor = addMinor(same.grossMinor, grossMinor)
      return days
    }, [])
}
