import type { SellerDb } from '#db/client.ts'
import type { PayoutSchedule } from '#features/core/policy-pack/payout-rules.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { bankCalendars, readBankPlace } from './bank-calendar.server.ts'
import { nextPayout } from './payout-dates.ts'
import { savePlan } from './payout-plan-db.server.ts'

/** Changes a seller's payout schedule; the next payout follows it. */
export async function changeSchedule(
  db: SellerDb,
  sellerId: number,
  { schedule, now, policyPack }: { schedule: PayoutSchedule; now: Date; policyPack: PolicyPack },
): Promise<void> {
  const { businessDays, payout: rules } = policyPack
  const calendar = await bankCalendars({ now, businessDays })(await readBankPlace(db, sellerId, now))
  await savePlan(db, { sellerId, schedule, next: nextPayout(schedule, now, { calendar, rules }) })
}
