import type { SellerDb } from '#db/client.ts'
import type { PayoutSchedule } from './payout.ts'

/** When the seller's available funds are paid out next, and where to. */
export interface PayoutPlan {
  /** Null if no payout is planned. */
  nextAt: Date | null
  /** Null if the seller was never paid out. */
  schedule: PayoutSchedule | null
  /** The account, with the last characters of its number only; null if none is known. */
  bank: { name: string; last4: string } | null
}

/** Reads the payout plan of a seller: schedule and account of the last payout before `now`. */
export async function readPayoutPlan(db: SellerDb, sellerId: number, now: Date): Promise<PayoutPlan> {
  const last = await db
    .selectFrom('payouts')
    .select(['schedule', 'bank_name as name', 'bank_last4 as last4'])
    .where('seller_id', '=', sellerId)
    .where('initiated_at', '<=', now)
    .orderBy('initiated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { name = null, last4 = null } = last ?? {}
  return {
    nextAt: null,
    schedule: last?.schedule ?? null,
    bank: name === null || last4 === null ? null : { name, last4 },
  }
}
