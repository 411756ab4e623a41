import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { PayoutRules } from '#features/core/policy-pack/payout-rules.ts'
import { lockPayout, movePayout, type PayoutMove } from './move-payout-db.server.ts'
import { payoutKey, type PayoutFailure, type PayoutState } from './payout-states.ts'

export type PayoutResult =
  | { state: 'PAID'; reference: string | null }
  | { state: 'FAILED'; failure: PayoutFailure; mayBeRetried: boolean }
  | { state: 'REVERSED'; failure: PayoutFailure }

export interface PayoutReport {
  sellerId: number
  number: string
  result: PayoutResult
  /** Key of the attempt that it is about; null if it does not say. */
  key: string | null
  at: Date
  now: Date
  rules: Pick<PayoutRules, 'retry'>
  /** Called with the payout before anything changes. */
  before: (payout: Row<'payouts'>) => void
}

export type PayoutReportOutcome =
  | { ok: true; payout: Row<'payouts'> }
  | { ok: false; reason: 'unknown' | 'not-possible-now' }

/**
 * Stores the outcome of a payout. Idempotent: what is known already changes nothing, nor does the failure of a former
 * attempt.
 */
export async function reportPayout(db: SellerDb, report: PayoutReport): Promise<PayoutReportOutcome> {
  const { sellerId, number, result, key, at, now, rules, before } = report
  const payout = await lockPayout(db, sellerId, number)
  if (!payout) return { ok: false, reason: 'unknown' }
  before(payout)
  const { event, states } = moveOf(result)
  if (states.includes(payout.state)) return { ok: true, payout }
  if (result.state !== 'REVERSED' && isOfFormerAttempt(payout, { key, at }))
    return result.state === 'FAILED' ? { ok: true, payout } : { ok: false, reason: 'not-possible-now' }
  const { reference, failure } = { reference: null, failure: undefined, ...result }
  return movePayout(db, { payout, event, reference, ...(failure ? { failure } : {}), at, now, rules })
}

/** Without a key, a report from before the attempt began is about a former one. */
const isOfFormerAttempt = (
  { payout_number: number, attempts: attempt, attempted_at: begunAt }: Row<'payouts'>,
  { key, at }: Pick<PayoutReport, 'key' | 'at'>,
) => (key === null ? begunAt !== null && at < begunAt : key !== payoutKey({ number, attempt }))

function moveOf(result: PayoutResult): { event: PayoutMove['event']; states: readonly PayoutState[] } {
  switch (result.state) {
    case 'PAID':
      return { event: 'pay', states: ['SUCCEEDED'] }
    case 'REVERSED':
      return { event: 'reverse', states: ['REVERSED'] }
    case 'FAILED':
      return result.mayBeRetried
        ? { event: 'fail-for-now', states: ['RETRYABLE_FAILED', 'TERMINAL_FAILED'] }
        : { event: 'fail', states: ['TERMINAL_FAILED'] }
  }
}
