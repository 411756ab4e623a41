import { sql } from 'kysely'
import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import type { CaseNumber } from '#features/core/order/order-case.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import type { RefundFollower } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import { ownRows } from '#web/own-rows.ts'
import { refundableMinor } from './case-course.ts'
import { timedStates } from './case-states.ts'
import { readCase, readCircumstances } from './cases-db.server.ts'
import { moveCase, settleCase } from './move-case-db.server.ts'

const batch = 500

interface DueWork {
  policyPack: PolicyPack
  now: Date
  report?: ReportFailure
}

/**
 * Runs automatic steps of due cases: marks late ones, closes inactive ones, refunds returned ones. Each step runs once,
 * as of its stored deadline; the case is locked and checked again. Failures do not block other cases; throws at the
 * end. Returns the number of cases changed.
 */
export async function runDueCases(db: Database, { policyPack, now, report = () => {} }: DueWork): Promise<number> {
  const failed = new Map<string, unknown>()
  let moved = 0
  for (;;) {
    const due = await findDueCases(db, now, [...failed.keys()])
    const settle = ({ sellerId, number }: DueCase) =>
      ownRows({ db }, sellerId).write((own) => settleCase(own, { sellerId, number, now, policyPack }))
    const through = await forEachIsolated(due, settle, report)
    for (const { piece, error } of through.failed) failed.set(piece.number, error)
    const movedNow = through.done.filter((wentOn) => wentOn).length
    moved += movedNow
    // Another process was faster, or nothing is left.
    if (movedNow === 0 && through.failed.length === 0) break
  }
  if (failed.size > 0)
    throw new AggregateError(failed.values(), `cases are due still: ${[...failed.keys()].join(', ')}`)
  return moved
}

interface DueCase {
  sellerId: number
  number: CaseNumber
}

async function findDueCases(db: Database, now: Date, without: readonly string[]): Promise<DueCase[]> {
  const { rows } = await sql<DueCase>`${overAllSellers}
    select seller_id as "sellerId", case_number as number from cases
    where closed_at is null and due_at <= ${now} and state = any (${[...timedStates]}) and case_number <> all (${[...without]})
    order by due_at limit ${batch}`.execute(db.owner)
  return rows
}

/**
 * Updates cases after the payment provider's answer: the refund's own case, and those with a refused refund and nothing
 * left to refund.
 */
export function caseRefundFollower(policyPack: PolicyPack): RefundFollower {
  return async (db, { sellerId, orderId, key, state, now }) => {
    if (state === 'PENDING') return
    const { rows } = await sql<{ number: CaseNumber; isOwn: boolean; mayBeLeft: boolean }>`
      select c.case_number as number, coalesce(c.refund_key = ${key}, false) as "isOwn",
        exists (select from refunds where seller_id = ${sellerId} and order_id = ${orderId} and state = 'PENDING') as "mayBeLeft"
      from cases c
      where c.seller_id = ${sellerId} and c.order_id = ${orderId} and c.closed_at is null
        and (c.refund_key = ${key} or c.state = 'REFUND_FAILED')
      order by c.id`.execute(db)
    for (const { number, isOwn, mayBeLeft } of rows)
      if (isOwn || (!mayBeLeft && !(await isLeft(db, sellerId, number))))
        await moveCase(db, {
          sellerId,
          number,
          step: isOwn && state === 'FAILED' ? 'refund-failed' : 'refunded',
          key: `${number} ${key} ${state} ${now.toISOString()}`,
          actor: { kind: 'MARKETPLACE' },
          now,
          policyPack,
        })
  }
}

/** Whether a case has a refundable amount left. */
async function isLeft(db: SellerDb, sellerId: number, number: CaseNumber): Promise<boolean> {
  const kept = await readCase(db, sellerId, number)
  return kept !== null && refundableMinor(await readCircumstances(db, kept)) > 0
}
