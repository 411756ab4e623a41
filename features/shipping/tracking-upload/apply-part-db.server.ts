import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { FileRun } from '#features/machinery/file-runs/file-run.ts'
import type { NewParcel, ParcelKey, ShipOutcome } from '#features/shipping/fulfilment/parcel.ts'
import type { LineUnits } from '#features/core/order/line-units.ts'
import { shipOrders } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { groupBy } from '#lib/group-by.ts'
import { pairs } from '#lib/pairs.ts'
import type { RowProblem, RowRequest } from './verdict.ts'

/**
 * Rows per part, extended to all rows of their orders. One part is one transaction, kept short to hold locks briefly.
 */
const rowsOfPart = 100

interface ChangeRow {
  row: number
  order_number: OrderNumber
  parcel_key: ParcelKey
  request: RowRequest
}

/** Applies the next part of an upload in the caller's transaction, and stores each row's result; null if none is left. */
export async function applyPart(
  db: SellerDb,
  { run, now }: { run: FileRun; now: Date },
): Promise<{ done: number; refused: number } | null> {
  const { sellerId, id } = run
  const { rows } = await sql<ChangeRow>`
    select row, order_number, parcel_key, wish as request from tracking_rows
    where seller_id = ${sellerId} and waits_in = ${id} and order_number = any(array(
      select order_number from tracking_rows
      where seller_id = ${sellerId} and waits_in = ${id} order by order_number limit ${rowsOfPart}))
    order by order_number, row`.execute(db)
  if (rows.length === 0) return null
  const byOrder = [...groupBy(rows, (row) => row.order_number)]
  const actor: Actor = { kind: 'MEMBER', id: run.memberId, name: run.memberName }
  const requests = byOrder.map(([number, own]) => ({ number, parcels: parcelsOf(own, now) }))
  const outcomes = await shipOrders(db, { sellerId, actor, now, requests })
  const results = pairs(byOrder, outcomes).flatMap(([[, own], outcome]) => own.map(({ row }) => ({ row, outcome })))
  await markRows(db, { sellerId, id, rows: results })
  const done = results.filter(({ outcome }) => outcome.ok).length
  return { done, refused: results.length - done }
}

function parcelsOf(rows: readonly ChangeRow[], now: Date): NewParcel[] {
  return [...groupBy(rows, (row) => row.parcel_key)].map(([key, own]) => {
    const { carrier, tracking, service, shippedAt } = own[0].request
    const contents = own.some(({ request }) => request.contents === null)
      ? ('rest' as const)
      : sumUnits(own.flatMap(({ request }) => request.contents ?? []))
    return {
      key,
      carrier,
      trackingNumber: tracking,
      ...(service === null ? {} : { service }),
      shippedAt: shippedAt ? new Date(shippedAt) : now,
      contents,
    }
  })
}

function sumUnits(contents: readonly { line: LineUnits['line']; units: number }[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { line, units } of contents) sums.set(line, (sums.get(line) ?? 0) + units)
  return sums
}

async function markRows(
  db: SellerDb,
  { sellerId, id, rows }: { sellerId: number; id: string; rows: readonly { row: number; outcome: ShipOutcome }[] },
): Promise<void> {
  const marked = rows.map(({ row, outcome }) => ({
    row,
    verdict: outcome.ok ? 'DONE' : 'REFUSED',
    problems: outcome.ok ? null : JSON.stringify([refusedProblem(outcome)]),
  }))
  const numbers = marked.map(({ row }) => row)
  // `row = any(…)` repeats the join condition: without statistics for a new file, PostgreSQL would scan all of its
  // rows.
  await sql`
    update tracking_rows r set verdict = m.verdict, problems = m.problems
    from unnest(${numbers}::int[], ${marked.map(({ verdict }) => verdict)}::text[],
      ${marked.map(({ problems }) => problems)}::jsonb[]) m (row, verdict, problems)
    where r.seller_id = ${sellerId} and r.run_id = ${id} and r.row = m.row and r.row = any(${numbers}::int[])`.execute(
    db,
  )
}

/** What changed on the order since the file was checked. */
function refusedProblem(outcome: ShipOutcome & { ok: false }): RowProblem {
  const base = { column: 'order', value: '' } as const
  if (outcome.reason === 'not-possible-now')
    return { ...base, rule: 'not-possible', values: { status: outcome.status } }
  if (outcome.reason === 'no-parcel') return { ...base, rule: 'no-parcel' }
  return { ...base, rule: outcome.reason === 'unknown' ? 'order-unknown' : 'nothing-left' }
}
