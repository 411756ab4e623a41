import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { readBatchPart, type BatchPart } from '#db/read-batch.ts'
import { caseKinds, type CaseKind } from '#features/core/order/order-case.ts'
import { turns, type Turn } from './case-states.ts'
import { recordOf } from '#lib/records.ts'

export type CaseCounts = Readonly<Record<Turn, number>>

export function countCases(db: SellerDb, sellerId: number): Promise<Record<CaseKind, CaseCounts>> {
  return readBatchPart(db, caseCounts, { sellerId })
}

export const caseCounts: BatchPart<{ sellerId: number }, Record<CaseKind, CaseCounts>> = {
  statement: (at) => sql`
    select kind, turn, count(*)::integer as n from cases where seller_id = ${at((on) => on.sellerId)} group by kind, turn`,
  read: countsOf,
}

function countsOf(rows: { kind: CaseKind; turn: Turn; n: number }[]): Record<CaseKind, CaseCounts> {
  const of = (kind: CaseKind, turn: Turn) => rows.find((row) => row.kind === kind && row.turn === turn)?.n ?? 0
  const byTurn = (kind: CaseKind) => recordOf(turns, (turn) => of(kind, turn))
  return recordOf(caseKinds, byTurn)
}
