import { updateOfSeller } from '#db/change-of-seller.ts'
import { sql } from 'kysely'
import { overAllSellers, type SellerDb } from '#db/client.ts'
import type { PayoutRules } from '#features/core/policy-pack/payout-rules.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import { ownRows } from '#web/own-rows.ts'
import type { Hub } from '#web/hub.ts'
import { lockPayout, movePayout } from './move-payout-db.server.ts'
import { askPayoutAgainAt, nextPayoutState, payoutKey } from './payout-states.ts'
import { readMarketplaceId, readPayoutAccount } from './payout-accounts-db.server.ts'
import type { PayoutAnswer, PayoutRequest, PayoutSide } from './payout-side.ts'

declare module '#web/hub.ts' {
  interface Hub {
    payouts: PayoutSide
  }
}

type SettlingHub = Pick<Hub, 'db' | 'now' | 'payouts' | 'config' | 'log'>

/**
 * Asks the payment side to pay what is due to be asked for, of all sellers; run by a job (`server/jobs.ts`). Failures are
 * reported and retried later. Returns the number of requests.
 */
export async function settleDuePayouts(hub: SettlingHub, report: ReportFailure = () => {}): Promise<number> {
  const { rows } = await sql<{ sellerId: number; number: string }>`${overAllSellers}
    select seller_id as "sellerId", payout_number as number from payouts
    where ask_at <= ${hub.now()} order by ask_at limit 1000`.execute(hub.db.owner)
  await forEachIsolated(rows, ({ sellerId, number }) => settlePayout(hub, sellerId, number), report)
  return rows.length
}

/**
 * Asks the payment side to pay and stores the answer once, also with concurrent calls in several processes. Without an
 * answer the same request is repeated later, with the same key. Does nothing if it is not due.
 */
export async function settlePayout(hub: SettlingHub, sellerId: number, number: string): Promise<void> {
  const { write } = ownRows(hub, sellerId)
  const rules = hub.config.policyPack.payout
  const request = await write((db) => takeToAsk(db, { sellerId, number, now: hub.now(), rules }))
  if (!request) return
  let answer: PayoutAnswer
  try {
    answer = await hub.payouts.pay(request)
  } catch (err) {
    hub.log.warn({ err, seller: sellerId }, 'the payment side did not answer: the payout is asked for again later')
    return
  }
  await write((db) => keepPayoutAnswer(db, { sellerId, number, askedAs: request.key, answer, now: hub.now(), rules }))
}

interface Asking {
  sellerId: number
  number: string
  now: Date
  rules: PayoutRules
}

/** Claims a due payout for a while, and begins its next attempt if the former failed; null if it is not due. */
async function takeToAsk(db: SellerDb, { sellerId, number, now, rules }: Asking): Promise<PayoutRequest | null> {
  const payout = await lockPayout(db, sellerId, number)
  if (!payout?.ask_at || payout.ask_at > now) return null
  const isRetry = payout.state === 'RETRYABLE_FAILED'
  const attempt = payout.attempts + (isRetry ? 1 : 0)
  const step = isRetry
    ? nextPayoutState(payout.state, 'retry', { attempts: attempt, most: rules.retry.attempts })
    : null
  if (step && !step.ok) return null
  const begunAt = isRetry ? now : (payout.attempted_at ?? payout.initiated_at)
  // One account for each attempt, also when it is asked for again: the one that its pages name.
  const [account, seller] = await Promise.all([
    readPayoutAccount(db, sellerId, begunAt),
    readMarketplaceId(db, sellerId),
  ])
  await updateOfSeller(db, 'payouts', sellerId)
    .set({
      state: step?.next ?? payout.state,
      attempts: attempt,
      attempted_at: isRetry ? now : payout.attempted_at,
      bank_name: account?.bank_name ?? null,
      bank_last4: account?.last4 ?? null,
      failure: null,
      ask_at: askPayoutAgainAt(payout.initiated_at, now),
    })
    .where('id', '=', payout.id)
    .execute()
  return {
    key: payoutKey({ number, attempt }),
    sellerId,
    seller,
    payoutNumber: number,
    amountMinor: payout.amount_minor,
    currency: payout.currency,
    account: account?.reference ?? null,
    now,
  }
}

/** Stores the payment side's answer unless that was done, or another attempt has begun. */
export async function keepPayoutAnswer(
  db: SellerDb,
  { sellerId, number, askedAs, answer, now, rules }: Asking & { askedAs: string; answer: PayoutAnswer },
): Promise<void> {
  const payout = await lockPayout(db, sellerId, number)
  if (payout?.state !== 'INITIATED' || payoutKey({ number, attempt: payout.attempts }) !== askedAs) return
  switch (answer.state) {
    case 'ACCEPTED':
      await updateOfSeller(db, 'payouts', sellerId).set({ ask_at: null }).where('id', '=', payout.id).execute()
      return
    case 'PAID':
      await movePayout(db, { payout, event: 'pay', reference: answer.reference, at: now, now, rules })
      return
    case 'FAILED': {
      const { failure, mayBeRetried } = answer
      const event = mayBeRetried ? 'fail-for-now' : 'fail'
      await movePayout(db, { payout, event, failure, at: now, now, rules })
    }
  }
}
