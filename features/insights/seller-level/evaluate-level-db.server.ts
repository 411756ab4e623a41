import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { windowOf, type EvaluationWindow } from '#features/core/seller-level/evaluation.ts'
import {
  hasParcel,
  historyIn,
  isSoldIn,
  leftLate,
  measureSales,
  readOne,
  type Evaluated,
  type MeasuredSeller,
} from '#features/core/seller-level/measure-sales-db.server.ts'
import type { Counts, Prospects } from '#features/core/seller-level/seller-level.ts'
import { sumSales } from '#features/insights/sales/sales-db.server.ts'
import { day } from '#lib/duration.ts'

/** A shop whose sales count in its currency. */
export interface EvaluatedSeller extends MeasuredSeller {
  currency: string
}

export type EvaluatedRow = Awaited<ReturnType<typeof evaluateSales>>

export async function evaluateSales(db: SellerDb, seller: EvaluatedSeller, on: Evaluated) {
  const [{ counts, faulty }, year] = await Promise.all([
    measureSales(db, seller, on),
    readYear(db, seller, { before: on.window.before, standards: on.standards }),
  ])
  return { counts: { ...counts, ...year }, faulty }
}

/** The sales of the twelve months before a moment, without cancelled orders. */
async function readYear(
  db: SellerDb,
  { id, timeZone, currency }: EvaluatedSeller,
  { before, standards: { levels, countHistory } }: { before: Date; standards: SellerStandards },
): Promise<Pick<Counts, 'yearOrders' | 'yearSales'>> {
  const window = windowOf(before, timeZone, 12)
  const { from } = window
  const [rows, past] = await Promise.all([
    sumSales(db, id, { current: [{ step: 0, from, before, compared: false }], previous: [] }),
    countHistory ? { orders: 0, minor: 0 } : sumHistory(db, { sellerId: id, window, currency }),
  ])
  const required = levels?.topRated.sales[currency]
  const minor =
    rows.reduce((sum, row) => sum + (row.currency === currency ? Number(row.grossMinor) : 0), 0) - past.minor
  return {
    yearOrders: rows.reduce((sum, { orders }) => sum + orders, 0) - past.orders,
    yearSales: required === undefined ? null : { minor, required, currency },
  }
}

/** Sums sales of history in a window; of the kept sums they are a part. */
const sumHistory = (
  db: SellerDb,
  { sellerId, window, currency }: { sellerId: number; window: EvaluationWindow; currency: string },
) =>
  readOne(
    db,
    sellerId,
    sql<{ orders: number; minor: number }>`
    select count(*) as orders, coalesce(sum(o.total_minor) filter (where o.currency = ${currency}), 0)::bigint as minor
    from orders o where o.seller_id = ${sellerId} and o.id in (${historyIn(sellerId, window)})
      and is_sale(o.payment_status, o.cancel_state)`,
  )

/** Days from which future sales are estimated; in four weeks each weekday is equally frequent. */
const paceDays = 28

/** What may still count before the window ends: orders at the recent pace, and late deliveries. */
export async function readProspects(db: SellerDb, on: Evaluated, daysToCome: number): Promise<Prospects> {
  const recent = { ...on, window: { ...on.window, from: new Date(on.at.getTime() - paceDays * day), before: on.at } }
  const { sold, undelivered } = await readOne(
    db,
    on.sellerId,
    sql<{ sold: number; undelivered: number }>`
    select (select count(*) from orders o where ${isSoldIn(recent)}) as sold,
      (select count(*) from orders o where ${isSoldIn(on)} and o.status in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED', 'SHIPPED')
        and o.estimated_delivery_max < ${on.at} and o.ship_by < ${on.at} and (o.delivered_at is null or o.delivered_at <= o.estimated_delivery_max)
        and (o.status <> 'SHIPPED' or ${hasParcel(on, sql`p.tracking_number is not null and (${leftLate})`)})) as undelivered`,
  )
  return { expected: Math.round((sold / paceDays) * daysToCome), undelivered }
}
