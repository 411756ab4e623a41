import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { readLines } from '#features/core/order/line-units-db.server.ts'
import { openUnits } from '#features/core/order/line-units.ts'
import { findLastShippers } from '#features/shipping/fulfilment/last-shippers-db.server.ts'
import { readRows } from '#features/machinery/grid/list-rows-db.server.ts'
import type { OrderExtra } from '#features/core/order/extra.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { OrderRow } from '#features/orders/order-list/orders-list-row.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { groupBy } from '#lib/group-by.ts'
import type { OpenLine } from './plan-sheet.ts'

export interface ChosenOrder extends OrderRow {
  /** Units neither shipped nor cancelled. */
  open: number
  lines: readonly OpenLine[]
  /** Extras, which may include gift wrap. */
  extras: readonly OrderExtra[] | null
  privateNote: string | null
  /** Who shipped last, and when; null if nobody did or no actor is recorded. */
  taken: { by: string; at: Date } | null
}

/** Reads orders in the given order; unknown numbers are skipped. */
export async function readChosen(
  db: SellerDb,
  sellerId: number,
  numbers: readonly OrderNumber[],
): Promise<ChosenOrder[]> {
  const { rows: found } = await sql<{ id: number; number: OrderNumber; extras: OrderExtra[] | null }>`
    select id, order_number as number, extras from orders where seller_id = ${sellerId} and order_number = any(${[...numbers]})`.execute(
    db,
  )
  if (found.length === 0) return []
  const idOf = new Map(found.map(({ id, number }) => [number, id]))
  const extrasOf = new Map(found.map(({ id, extras }) => [id, extras]))
  const ids = numbers.flatMap((number) => idOf.get(number) ?? [])
  const rows = await readRows(db, ordersList, sellerId, ids)
  const lines = groupBy(await readLines(db, sellerId, ids), ({ orderId }) => orderId)
  const titles = await readTitles(db, sellerId, ids)
  const notes = await readNotes(db, sellerId, ids)
  const taken = await findLastShippers(
    db,
    sellerId,
    [...lines].map(([orderId, own]) => ({ orderId, lines: own.map(({ line }) => ({ line, wanted: 0, open: 0 })) })),
  )
  return rows.map((row) => ({
    ...row,
    open: (lines.get(row.id) ?? []).reduce((sum, line) => sum + openUnits(line), 0),
    lines: (lines.get(row.id) ?? [])
      .map((line) => ({ line: line.line, title: titles.get(line.id) ?? '', units: openUnits(line) }))
      .filter(({ units }) => units > 0),
    extras: extrasOf.get(row.id) ?? null,
    privateNote: notes.get(row.id) ?? null,
    taken: lastOf((taken.get(row.id) ?? []).flatMap((line) => line.taken ?? [])),
  }))
}

async function readTitles(
  db: SellerDb,
  sellerId: number,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from line_items where seller_id = ${sellerId} and order_id = any(${[...orderIds]})`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

async function readNotes(
  db: SellerDb,
  sellerId: number,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; note: string }>`
    select order_id as id, note from order_notes where seller_id = ${sellerId} and order_id = any(${[...orderIds]})`.execute(
    db,
  )
  return new Map(rows.map(({ id, note }) => [id, note]))
}

const lastOf = (taken: readonly { by: string; at: Date }[]) =>
  taken.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0] ?? null
