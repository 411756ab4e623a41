import { sql, type RawBuilder } from 'kysely'
import { valuesAsText, type SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { cursorBatches } from '#features/machinery/grid/export-db.server.ts'
import {
  columnsById,
  numberField,
  textField,
  timeField,
  type ExportColumn,
  type Written,
} from '#features/machinery/grid/export-file.ts'
import { spanOfDays } from '#features/machinery/grid/span.ts'
import { periodDays } from '#features/orders/order-list/placed-periods.ts'
import type { ParcelState } from '#features/shipping/fulfilment/parcel-states.ts'
import { dateAt } from '#lib/zoned-time.ts'
import type { DownloadKind, DownloadPlan, DownloadReader } from './download-kind.ts'

/** An item in a parcel; an empty parcel has one record. */
interface ParcelRecord {
  order_number: string
  item_number: string | null
  title: string | null
  sku: string | null
  quantity: number | null
  carrier: string
  tracking_number: string | null
  state: ParcelState
  shipped_at: Date | null
  scanned_at: Date | null
  delivered_at: Date | null
}

const columns: readonly ExportColumn<ParcelRecord>[] = [
  { label: 'orders.export.order', value: textField('order_number') },
  { label: 'word.itemNumber', value: textField('item_number') },
  { label: 'orders.export.title', value: textField('title') },
  { label: 'word.sku', value: textField('sku') },
  { label: 'reports.tracking.quantity', value: numberField('quantity') },
  { label: 'word.carrier', value: textField('carrier') },
  { label: 'word.trackingNumber', value: textField('tracking_number') },
  { label: 'reports.tracking.state', value: (row, { word }) => word(`reports.parcel.${row.state}`) },
  { label: 'orders.export.shipped', value: timeField('shipped_at') },
  { label: 'reports.tracking.scanned', value: timeField('scanned_at') },
  { label: 'orders.export.delivered', value: timeField('delivered_at') },
]

/** A download of parcels with what is in them, in the order in which they were noted. */
export const trackingDownload: DownloadKind = {
  kind: 'tracking',
  label: 'reports.tracking',
  hint: 'reports.hint.tracking',
  fileName: 'reports.tracking.file',
  access: 'hub.view',
  hasBuyers: false,
  rows: [{ id: 'all', label: 'reports.tracking.all' }],
  mayBePerOrder: false,
  period: 'word.shipped',
  columns: () => columns.map(({ label }) => ({ id: label, label })),
  open: ({ period }, reader) => {
    const { sellerId } = reader
    const where = sql`s.seller_id = ${sellerId} ${shippedWithin(period, reader)}`
    return {
      count: async (db) =>
        firstRow(await sql<{ n: number }>`select count(*) as n from shipments s where ${where}`.execute(db)).n,
      parts: async function* (db, ids, cells) {
        const chosen = columnsById(columns, ids)
        const matching = sql<{ id: number }>`select s.id from shipments s where ${where} order by s.id`
        const batches = cursorBatches(db, matching, async (parcels) => [
          { rows: parcels.length, records: await readParcels(db, sellerId, parcels) },
        ])
        for await (const parts of batches)
          for (const { rows, records } of parts)
            yield { rows, records: records.map((row) => chosen.map(({ value }) => value(row, cells))) }
      },
    }
  },
}

function shippedWithin(
  period: DownloadPlan['period'],
  { dueAt, zone }: Pick<DownloadReader, 'dueAt' | 'zone'>,
): RawBuilder<unknown> {
  const span = period === 'all' ? null : spanOfDays(periodDays(period, dateAt(dueAt, zone)), zone)
  return span ? sql`and s.shipped_at >= ${span.from} and s.shipped_at < ${span.before}` : sql``
}

async function readParcels(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<Written<ParcelRecord>[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Written<ParcelRecord>>`
    ${valuesAsText} with s as materialized (
      select s.*, page.place from unnest(${ids}::bigint[]) with ordinality as page (id, place)
      left join shipments s on s.seller_id = ${sellerId} and s.id = page.id
    )
    select o.order_number, l.item_number, l.title, l.sku, c.quantity, s.carrier, s.tracking_number, s.state, s.shipped_at,
      s.scanned_at, s.delivered_at
    from s
    left join orders o on o.seller_id = ${sellerId} and o.id = s.order_id and o.id = any (array(select order_id from s))
    left join shipment_lines c on c.seller_id = ${sellerId} and c.shipment_id = s.id
      and c.shipment_id = any (array(select id from s))
    left join line_items l on l.seller_id = ${sellerId} and l.id = c.line_item_id
      and l.order_id = any (array(select order_id from s))
    order by s.place, l.position`.execute(db)
  return rows
}
