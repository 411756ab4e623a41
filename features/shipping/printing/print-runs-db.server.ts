import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { firstIds } from '#features/machinery/grid/list-ids-db.server.ts'
import type { Reading } from '#features/machinery/grid/list.ts'
import type { Delivery } from '#features/core/order/delivery.ts'
import type { OrderStatus } from '#features/core/order/order.ts'
import type { Orders } from '#features/orders/order-list/orders-list-row.server.ts'
import { isInvoicedWhole, isUpToDate } from '#features/orders/order-list/order-filters.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import type { PrintDocument } from '#features/core/order/print-documents.ts'
import { maxPrinted } from './print-rules.ts'

export interface PrintableOrder {
  id: number
  order_number: string
  status: OrderStatus
  delivery: Delivery
  /** Includes invoices only if every line is on one, and credit notes only if every refund has one. */
  printed: PrintDocument[]
  /** Documents printed before the address or the lines changed. */
  outdated: PrintDocument[]
  isInvoiced: boolean
  isRefunded: boolean
}

/** Reads orders for printing, in the order of the given ids. */
async function readPrintable(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<PrintableOrder[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PrintableOrder>`
    select o.id, o.order_number, o.status, o.delivery, array(
        select distinct p.document from printed_orders p where p.seller_id = ${sellerId} and p.order_id = o.id
          and ${isUpToDate(sellerId)} and (p.document <> 'invoice' or ${isInvoicedWhole(sellerId)})
          and (p.document <> 'credit-note' or not exists (
            select from refunds r where r.seller_id = ${sellerId} and r.order_id = o.id and r.state = 'REFUNDED'
              and not exists (select from credit_notes c where c.seller_id = ${sellerId} and c.refund_id = r.id)))
      ) as printed,
      array(
        select distinct p.document from printed_orders p where coalesce(o.address_changed_at, o.lines_changed_at) is not null
          and p.seller_id = ${sellerId} and p.order_id = o.id and not ${isUpToDate(sellerId)}
      ) as outdated,
      exists (select from invoices i where i.seller_id = ${sellerId} and i.order_id = o.id) as "isInvoiced",
      exists (select from refunds r where r.seller_id = ${sellerId} and r.order_id = o.id and r.state = 'REFUNDED') as "isRefunded"
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join orders o on o.seller_id = ${sellerId} and o.id = page.id order by page.place`.execute(db)
  return rows
}

export interface LastPrinted {
  document: PrintDocument
  printed_by: string
  printed_at: Date
}

async function readLast(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<LastPrinted[]> {
  const { rows } = await sql<LastPrinted>`
    select distinct on (p.document) p.document, r.printed_by, r.printed_at from printed_orders p
    join print_runs r on r.seller_id = ${sellerId} and r.id = p.run_id
    where p.seller_id = ${sellerId} and p.order_id = any (${ids}::bigint[])
    order by p.document, r.printed_at desc`.execute(db)
  return rows
}

/** Reads the orders selected in the list, in list order, up to the maximum of one run. */
export async function readChosen(
  db: SellerDb,
  match: Reading<Orders>,
): Promise<{ orders: PrintableOrder[]; last: LastPrinted[]; isMore: boolean }> {
  const found = await firstIds(db, ordersList, match, maxPrinted + 1)
  const ids = found.slice(0, maxPrinted)
  const orders = await readPrintable(db, match.sellerId, ids)
  const printed = orders.flatMap((order) => (order.printed.length > 0 ? [order.id] : []))
  return {
    orders,
    last: printed.length > 0 ? await readLast(db, match.sellerId, printed) : [],
    isMore: found.length > maxPrinted,
  }
}

export interface NewRun {
  sellerId: number
  document: PrintDocument
  orderIds: readonly number[]
  printedBy: string
  now: Date
  label: { format: string; used: number } | null
}

export async function startRun(
  db: SellerDb,
  { sellerId, document, orderIds, printedBy, now, label }: NewRun,
): Promise<string> {
  const id = randomBytes(8).toString('hex')
  await db
    .insertInto('print_runs')
    .values({
      seller_id: sellerId,
      id,
      document,
      printed_by: printedBy,
      printed_at: now,
      label_format: label?.format ?? null,
      labels_used: label?.used ?? 0,
    })
    .execute()
  await insertRows(
    db,
    'printed_orders',
    orderIds.map((order_id, index) => ({ seller_id: sellerId, run_id: id, position: index + 1, order_id, document })),
  )
  return id
}

export type PrintRun = Row<'print_runs'> & {
  orders: number
  /** Set if the run has a single order. */
  order_number: string | null
}

export async function loadRun(db: SellerDb, sellerId: number, id: string): Promise<PrintRun | null> {
  const { rows } = await sql<PrintRun>`
    select r.*, p.orders, o.order_number from print_runs r
    cross join lateral (
      select count(*) as orders, min(order_id) as order_id from printed_orders where seller_id = ${sellerId} and run_id = r.id
    ) p
    left join orders o on o.seller_id = ${sellerId} and o.id = p.order_id and p.orders = 1
    where r.seller_id = ${sellerId} and r.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Deletes a run, so that its orders no longer count as printed. Returns whether it existed. */
export async function forgetRun(db: SellerDb, sellerId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await deleteOfSeller(db, 'print_runs', sellerId).where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ids of a run's orders after a position, in order. */
export async function runOrders(
  db: SellerDb,
  { seller_id, id }: Pick<PrintRun, 'seller_id' | 'id'>,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await selectOfSeller(db, 'printed_orders', seller_id)
    .select('order_id')
    .where('run_id', '=', id)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map((row) => row.order_id)
}
