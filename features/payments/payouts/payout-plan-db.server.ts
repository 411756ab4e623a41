import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { PayoutSchedule } from '#features/core/policy-pack/payout-rules.ts'
import { readPayoutAccount } from './payout-accounts-db.server.ts'
import type { PlannedPayout } from './payout-dates.ts'

export type PayoutPlan = Awaited<ReturnType<typeof readPayoutPlan>>

export async function readPayoutPlan(db: SellerDb, sellerId: number, now: Date) {
  const [plan, account] = await Promise.all([readPlanRow(db, sellerId), readPayoutAccount(db, sellerId, now)])
  return {
    /** Null if on demand, or if the job has not planned it yet. */
    nextAt: plan?.next_at ?? null,
    /** By then the bank has it. */
    expectedAt: plan?.expected_at ?? null,
    /** Null if the job has not planned it yet. */
    schedule: plan?.schedule ?? null,
    /** The account, with the last characters of its number only; null if the marketplace keeps it to itself. */
    bank: account && { name: account.bank_name, last4: account.last4, isRefused: account.refused_at !== null },
  }
}

export async function readPlanRow(db: SellerDb, sellerId: number): Promise<Row<'payout_plans'> | null> {
  const row = await selectOfSeller(db, 'payout_plans', sellerId).selectAll().executeTakeFirst()
  return row ?? null
}

/** A seller's schedule and next payout; null if on demand. */
interface NewPlan {
  sellerId: number
  schedule: PayoutSchedule
  next: PlannedPayout | null
}

const planRow = ({ sellerId, schedule, next }: NewPlan) => ({
  seller_id: sellerId,
  schedule,
  next_at: next?.at ?? null,
  covers_until: next?.coversUntil ?? null,
  expected_at: next?.expectedAt ?? null,
})

export async function savePlan(db: SellerDb, plan: NewPlan): Promise<void> {
  const { seller_id: _, ...values } = planRow(plan)
  await db
    .insertInto('payout_plans')
    .values(planRow(plan))
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(values))
    .execute()
}

/** Writes a seller's first plan, unless there is one. */
export async function addPlan(db: SellerDb, plan: NewPlan): Promise<void> {
  await db
    .insertInto('payout_plans')
    .values(planRow(plan))
    .onConflict((conflict) => conflict.column('seller_id').doNothing())
    .execute()
}
