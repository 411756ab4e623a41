import { z } from 'zod'
import type { Row } from '#db/schema.ts'
import { holdReasons, type HoldReason } from '#features/core/holds/hold.ts'
import { payoutSchedules } from '#features/core/policy-pack/payout-rules.ts'
import { payoutFailures, payoutKey, payoutStates } from '#features/payments/payouts/payout-states.ts'
import { money, sentMoment, writeAmount } from './fields.ts'

export const payout = z
  .object({
    id: z.string(),
    state: z.enum(payoutStates).describe('INITIATED until you report the outcome'),
    amount: money.describe('Sum of its transactions'),
    schedule: z.enum(payoutSchedules),
    coversUntil: sentMoment().describe('The payout covers funds that became available before this time'),
    initiatedAt: sentMoment(),
    expectedAt: sentMoment().nullable().describe('Expected arrival at the bank'),
    settledAt: sentMoment().nullable().describe('Time at which it was paid, failed for good or was reversed'),
    attempt: z.int().describe('Number of attempts so far, including this one'),
    key: z.string().describe('Idempotency key of this attempt, for your payment provider'),
    failure: z.enum(payoutFailures).nullable(),
    bankName: z.string().nullable(),
    bankLast4: z.string().nullable(),
    bankReference: z.string().nullable(),
  })
  .meta({ id: 'Payout', description: 'A transfer of funds to a seller’s bank account' })

export const writePayout = (row: Row<'payouts'>): z.input<typeof payout> => ({
  id: row.payout_number,
  state: row.state,
  amount: writeAmount({ minor: row.amount_minor, currency: row.currency }),
  schedule: row.schedule,
  coversUntil: row.covers_until.toISOString(),
  initiatedAt: row.initiated_at.toISOString(),
  expectedAt: row.expected_at?.toISOString() ?? null,
  settledAt: row.settled_at?.toISOString() ?? null,
  attempt: row.attempts,
  key: payoutKey({ number: row.payout_number, attempt: row.attempts }),
  failure: row.failure,
  bankName: row.bank_name,
  bankLast4: row.bank_last4,
  bankReference: row.bank_reference,
})

export const hold = z
  .object({
    id: z.string().describe('Your id of the hold, or the hub’s id if the hub placed it'),
    order: z.string(),
    reason: z.enum(holdReasons),
    note: z.string().nullable(),
    state: z.enum(['HELD', 'RELEASED']),
    placedAt: sentMoment(),
    releaseAt: sentMoment().nullable().describe('Expected release'),
    latestAt: sentMoment().nullable().describe('Latest possible release'),
    releasedAt: sentMoment().nullable(),
  })
  .meta({ id: 'Hold', description: 'Funds of an order that are held back' })

export type HoldRow = Row<'holds'> & { order: string; reason: HoldReason }

export const writeHold = (row: HoldRow): z.input<typeof hold> => ({
  id: row.external_id ?? row.hold_number,
  order: row.order,
  reason: row.reason,
  note: row.note,
  state: row.state,
  placedAt: row.placed_at.toISOString(),
  releaseAt: row.release_at?.toISOString() ?? null,
  latestAt: row.latest_at?.toISOString() ?? null,
  releasedAt: row.released_at?.toISOString() ?? null,
})

export const transaction = z
  .object({
    id: z.string(),
    kind: z
      .enum(['SALE', 'REFUND', 'OWN_PAYMENT', 'FEE_CREDIT', 'LABEL', 'CHARGE', 'ADJUSTMENT', 'DISPUTE'])
      .describe(
        '`OWN_PAYMENT` gives back what a refund or label took that the seller paid another way; it is not earned',
      ),
    order: z.string().nullable(),
    description: z.string().nullable(),
    happenedAt: sentMoment(),
    gross: money.describe('Amount before fees; negative if the seller pays'),
    fees: money,
    net: money,
    state: z.enum(['PROCESSING', 'AVAILABLE', 'ON_HOLD', 'IN_PAYOUT', 'PAID_OUT']),
    availableAt: sentMoment().describe('Time at which the funds become or became available'),
    payout: z.string().nullable(),
  })
  .meta({ id: 'Transaction', description: 'A movement of a seller’s funds, and where these funds are' })

export type TransactionRow = Row<'transactions'> & { order: string | null; payout: string | null }

export function writeTransaction(row: TransactionRow): z.input<typeof transaction> {
  const of = (minor: number) => writeAmount({ minor, currency: row.currency })
  return {
    id: row.transaction_number,
    kind: row.kind,
    order: row.order,
    description: row.description,
    happenedAt: row.happened_at.toISOString(),
    gross: of(row.gross_minor),
    fees: of(row.fees_minor),
    net: of(row.net_minor),
    state: row.state,
    availableAt: row.available_at.toISOString(),
    payout: row.payout,
  }
}
