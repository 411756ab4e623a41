import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { postPayoutStarted } from '#features/core/ledger/events/payout.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import type { PayoutSchedule } from '#features/core/policy-pack/payout-rules.ts'
import { readPayoutAccount } from './payout-accounts-db.server.ts'

/** Payouts of what a seller has available, one for each currency. */
export interface PayoutsToStart {
  sellerId: number
  schedule: PayoutSchedule
  /** They pay what was available before. */
  coversUntil: Date
  expectedAt: Date
  now: Date
}

export interface StartedPayout {
  id: number
  currency: string
  amountMinor: number
}

/**
 * Begins payouts: locks the seller's available funds, so that several processes begin each once, and takes the
 * transactions that are covered. None for a currency with nothing to pay, or with a payout under way; none at all if the
 * bank refused the account. Needs the owner's rights (`asOwnerFor`).
 */
export async function startPayouts(db: SellerDb, toStart: PayoutsToStart): Promise<StartedPayout[]> {
  const { sellerId, now } = toStart
  const funds = await selectOfSeller(db, 'ledger_accounts', sellerId)
    .select('currency')
    .where('account', '=', 'funds:available')
    .orderBy('currency')
    .forUpdate()
    .execute()
  const account = await readPayoutAccount(db, sellerId, now)
  if (account?.refused_at) return []
  const underWay = await selectOfSeller(db, 'payouts', sellerId)
    .select('currency')
    .where('state', 'in', ['INITIATED', 'RETRYABLE_FAILED'])
    .execute()
  const busy = new Set(underWay.map(({ currency }) => currency))
  const started: StartedPayout[] = []
  for (const { currency } of funds) {
    if (busy.has(currency)) continue
    const bank = { bank_name: account?.bank_name ?? null, bank_last4: account?.last4 ?? null }
    const payout = await startPayout(db, { ...toStart, currency, bank })
    if (payout) started.push(payout)
  }
  return started
}

async function startPayout(
  db: SellerDb,
  {
    sellerId,
    schedule,
    coversUntil,
    expectedAt,
    now,
    currency,
    bank,
  }: PayoutsToStart & {
    currency: string
    bank: { bank_name: string | null; bank_last4: string | null }
  },
): Promise<StartedPayout | null> {
  // As `isCovered`: what the seller owes is always part of it, and what comes back for it.
  const { rows } = await sql<{ id: number; net_minor: number }>`
    select id, net_minor from transactions
    where seller_id = ${sellerId} and state = 'AVAILABLE' and currency = ${currency}
      and (net_minor < 0 or kind = 'OWN_PAYMENT' or available_at < ${coversUntil})
    order by id for update`.execute(db)
  const amountMinor = rows.reduce((sum, { net_minor: minor }) => sum + minor, 0)
  if (amountMinor <= 0) return null
  const { id } = await db
    .insertInto('payouts')
    .values({
      seller_id: sellerId,
      currency,
      amount_minor: amountMinor,
      schedule,
      covers_until: coversUntil,
      initiated_at: now,
      expected_at: expectedAt,
      attempts: 1,
      ask_at: now,
      ...bank,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update transactions set state = 'IN_PAYOUT', payout_id = ${id}
    where seller_id = ${sellerId} and id = any (${rows.map((row) => row.id)})`.execute(db)
  await writeEntries(db, sellerId, [postPayoutStarted({ payoutId: id, at: now, currency, amountMinor })])
  return { id, currency, amountMinor }
}
