import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { postPayoutFailed, postPayoutPaid } from '#features/core/ledger/events/payout.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import type { PayoutRules } from '#features/core/policy-pack/payout-rules.ts'
import { nextPayoutState, retryPayoutAt, type PayoutEvent, type PayoutFailure } from './payout-states.ts'

/** An event of a payout whose row is locked. */
export interface PayoutMove {
  payout: Row<'payouts'>
  event: Exclude<PayoutEvent, 'retry'>
  failure?: PayoutFailure
  /** The bank's reference. */
  reference?: string | null
  /** When it happened, up to `now`. */
  at: Date
  now: Date
  rules: Pick<PayoutRules, 'retry'>
}

export type PayoutMoveOutcome = { ok: true; payout: Row<'payouts'> } | { ok: false; reason: 'not-possible-now' }

export async function lockPayout(db: SellerDb, sellerId: number, number: string): Promise<Row<'payouts'> | null> {
  const payout = await selectOfSeller(db, 'payouts', sellerId)
    .selectAll()
    .where('payout_number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  return payout ?? null
}

/**
 * Applies an event to a payout with its rows and entry, in the caller's transaction. If the money comes back, its rows
 * are available again; if the bank does not know the account, nothing more is paid to it.
 */
export async function movePayout(db: SellerDb, move: PayoutMove): Promise<PayoutMoveOutcome> {
  const { payout, event, at, now, rules } = move
  const { seller_id: sellerId, id: payoutId, currency, amount_minor: amountMinor } = payout
  const step = nextPayoutState(payout.state, event, { attempts: payout.attempts, most: rules.retry.attempts })
  if (!step.ok) return step
  const hasFailed = event !== 'pay'
  const moved = await updateOfSeller(db, 'payouts', sellerId)
    .set({
      state: step.next,
      ask_at: step.next === 'RETRYABLE_FAILED' ? retryPayoutAt(now, rules.retry) : null,
      settled_at: step.next === 'RETRYABLE_FAILED' ? null : at,
      failure: hasFailed ? (move.failure ?? 'OTHER') : null,
      bank_reference: move.reference ?? payout.bank_reference,
    })
    .where('id', '=', payoutId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const posted = { payoutId, at, currency, amountMinor }
  for (const effect of step.effects)
    switch (effect) {
      case 'settles-rows':
        await moveRows(db, payout, { state: 'PAID_OUT' })
        await writeEntries(db, sellerId, [postPayoutPaid(posted)])
        break
      case 'returns-rows':
        await keepReturned(db, payout, await moveRows(db, payout, { state: 'AVAILABLE', payout_id: null }))
        await writeEntries(db, sellerId, [postPayoutFailed({ ...posted, wasPaid: payout.state === 'SUCCEEDED' })])
        if (moved.failure === 'ACCOUNT_CLOSED' || moved.failure === 'ACCOUNT_UNKNOWN')
          await refuseAccount(db, payout, now)
        break
    }
  return { ok: true, payout: moved }
}

async function moveRows(
  db: SellerDb,
  { seller_id: sellerId, id }: Row<'payouts'>,
  change: { state: 'PAID_OUT' } | { state: 'AVAILABLE'; payout_id: null },
): Promise<{ id: number }[]> {
  return updateOfSeller(db, 'transactions', sellerId).set(change).where('payout_id', '=', id).returning('id').execute()
}

/** Keeps which transactions the payout would have paid: from now on they belong to no payout, or to another. */
async function keepReturned(
  db: SellerDb,
  { seller_id: sellerId, id }: Row<'payouts'>,
  rows: readonly { id: number }[],
): Promise<void> {
  await insertRows(
    db,
    'returned_payout_rows',
    rows.map((row) => ({ seller_id: sellerId, payout_id: id, transaction_id: row.id })),
  )
}

/** Marks the account as refused that the present attempt of a payout went to. */
async function refuseAccount(db: SellerDb, payout: Row<'payouts'>, now: Date): Promise<void> {
  await updateOfSeller(db, 'payout_accounts', payout.seller_id)
    .set({ refused_at: now })
    .where('last4', '=', payout.bank_last4)
    .where('effective_at', '<=', payout.attempted_at ?? payout.initiated_at)
    .where('withdrawn_at', 'is', null)
    .where('refused_at', 'is', null)
    .execute()
}
