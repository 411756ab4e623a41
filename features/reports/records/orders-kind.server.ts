import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { isDatabaseUnavailable } from '#db/failure.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { finishedOrder, type FinishedOrder } from '#features/orders/order-intake/finished-order.ts'
import { sumsOf } from '#features/orders/order-intake/order-sums.ts'
import { takeOrdersIsolated } from '#features/orders/order-intake/take-orders-db.server.ts'
import {
  findOrderColumns,
  namedOrderColumns,
  neededOrderColumns,
  orderColumnKinds,
} from '#features/orders/order-files/order-columns.ts'
import { orderReportOf, recogniseOrders } from '#features/orders/order-files/order-reports.ts'
import { formOf, questionsOf, shippedOf } from '#features/orders/order-files/amount-questions.ts'
import type { OrderReading, OrderRecord } from '#features/orders/order-files/order-record.ts'
import { createOrderReader, longestOrderNumber } from '#features/orders/order-files/read-orders.ts'
import { hour } from '#lib/duration.ts'
import { pairs } from '#lib/pairs.ts'
import { ownRows } from '#web/own-rows.ts'
import type { RecordForm, RecordProblem, RecordShop } from '#features/machinery/records/record-kind.ts'
import type { FileRecord, GoodRecord, RecordOutcome, Taking, ValueKind } from './value-kind.ts'

/** Times of one order in two files differ by at most their zones. */
const sameOrderMs = 26 * hour

/** Files of orders that were finished on another marketplace. */
export const ordersKind: ValueKind<FinishedOrder> = {
  run: 'orders',
  // Orders come in with their refunds.
  access: 'orders.refund',
  hasBuyers: true,
  columnKinds: orderColumnKinds,
  needed: neededOrderColumns,
  named: namedOrderColumns,
  // Each statement has its fixed cost, most of it in triggers.
  atOnce: 200,
  dialectOf: recogniseOrders,
  findColumns: findOrderColumns,
  reader(file, shop) {
    const { read, end } = createOrderReader(file, readingOf(file, shop))
    return { read: (records) => read(records).map(recordOf), end: () => end().map(recordOf) }
  },
  questions: (file, shop) => questionsOf(file, readingOf(file, shop)),
  nameColumn: 'order',
  claimOf: ({ name }) => (name === '' || name.length > longestOrderNumber ? null : name),
  async findKnown(db, { sellerId, records }) {
    const ids = records.map(({ value }) => value.id)
    const rows = await selectOfSeller(db, 'orders', sellerId)
      .select(['external_id', 'placed_at'])
      .where('external_id', 'in', ids)
      .execute()
    const known = new Map(rows.map(({ external_id: id, placed_at: at }) => [id, at.getTime()]))
    // Two shops may number alike: an order of another day is another order, whose number is taken.
    const isSame = ({ id, placedAt }: FinishedOrder) =>
      Math.abs(placedAt.getTime() - (known.get(id) ?? Infinity)) <= sameOrderMs
    return new Set(records.flatMap(({ line, value }) => (isSame(value) ? [line] : [])))
  },
  async take({ hub, sellerId, records }: Taking<FinishedOrder>) {
    const listings = await ownRows(hub, sellerId).read((db) => listingsBySku(db, sellerId, records))
    const orders = records.map(({ value }) => finishedOrder(value, listings))
    const results = await takeOrdersIsolated(hub.db, { sellerId, orders, now: hub.now(), rules: hub.config })
    return pairs(records, results).map(([{ line, value }, result]): RecordOutcome => {
      const refused = (rule: string) => ({ line, problems: [{ column: 'order', value: value.id, rule }] })
      if (result.status === 'fulfilled') return result.value.outcome.ok ? { line, problems: [] } : refused('taken')
      if (isDatabaseUnavailable(result.reason)) throw result.reason as Error
      hub.log.error({ err: result.reason as unknown, sellerId }, 'an order of a file could not be taken')
      return refused('internal')
    })
  },
}

function readingOf(file: RecordForm, { currency, timeZone, now }: RecordShop): OrderReading {
  const source = orderReportOf(file)?.source ?? 'file'
  const shipped = shippedOf(file.answers)
  return { source, currency, form: formOf(file.answers), shipped, zone: timeZone, now }
}

/** Problems of orders that are left out without being wrong. */
const isLeftOut = ({ rule }: RecordProblem) => rule === 'open' || rule === 'empty' || rule === 'note'

function recordOf({ line, number, order, problems }: OrderRecord): FileRecord<FinishedOrder> {
  const sums = order && sumsOf(finishedOrder(order))
  return {
    line,
    name: number,
    good: order &&
      sums && {
        value: order,
        summary: {
          minor: sums.totalMinor,
          currency: order.currency,
          units: sums.units,
          at: order.placedAt.toISOString(),
        },
      },
    problems,
    isSkipped: problems.length > 0 && problems.every(isLeftOut),
  }
}

/** Item numbers of listings and drafts here, by the SKUs that orders name. The newest one that is not ended is meant. */
async function listingsBySku(
  db: SellerDb,
  sellerId: number,
  records: readonly GoodRecord<FinishedOrder>[],
): Promise<Map<string, ItemNumber>> {
  const skus = [...new Set(records.flatMap(({ value }) => value.lines.flatMap(({ sku }) => sku ?? [])))]
  if (skus.length === 0) return new Map()
  const { rows } = await sql<{ sku: string; item: ItemNumber }>`
    select distinct on (sku) sku, item from (
      select sku, item_number as item, tab, id from listings
      where seller_id = ${sellerId} and tab in ('active', 'scheduled', 'drafts', 'ended') and sku = any (${skus}::text[])
      union all
      select v.sku, l.item_number, l.tab, l.id
      from listing_variations v join listings l on l.seller_id = ${sellerId} and l.id = v.listing_id
      where v.seller_id = ${sellerId} and v.sku = any (${skus}::text[])
    ) named order by sku, (tab = 'ended'), id desc`.execute(db)
  return new Map(rows.map(({ sku, item }) => [sku, item]))
}
