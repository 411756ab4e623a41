import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type Transaction } from 'kysely'
import type { Row, Schema } from '#db/schema.ts'
import { settleHolds } from '#features/core/holds/settle-holds-db.server.ts'
import { bankCalendars } from '#features/payments/payouts/bank-calendar.server.ts'
import { moveDueFunds } from '#features/payments/payouts/funds-available.server.ts'
import { lockPayout, movePayout } from '#features/payments/payouts/move-payout-db.server.ts'
import { nextPayout, type BankCalendar } from '#features/payments/payouts/payout-dates.ts'
import { savePlan } from '#features/payments/payouts/payout-plan-db.server.ts'
import { saveAccount } from '#features/payments/payouts/payout-accounts-db.server.ts'
import { startPayouts } from '#features/payments/payouts/start-payout-db.server.ts'
import { day } from '#lib/duration.ts'
import { demoLedgerRules } from './ledger-rules.ts'

const { policyPack } = demoLedgerRules
/** The shops are older than their history, so none is new. */
const rules = { ...policyPack.payout, newSeller: { days: 0, sales: 0, amount: {} } }

const banks: Readonly<Record<string, { bankName: string; last4: string; reference: string }>> = {
  GB: { bankName: 'Barclays', last4: '4410', reference: 'demo-gb' },
  DE: { bankName: 'Sparkasse', last4: '8207', reference: 'demo-de' },
}

/** How many weeks ago a payout failed. */
const failedWeek = 5

interface Paying {
  tx: Transaction<Schema>
  sellerId: number
  now: Date
}

/**
 * Pays a shop week by week up to now, like the jobs: money becomes available, open cases hold it, and payouts arrive a
 * day later; one fails. Returns the number of payouts and holds.
 */
export async function writePayouts({ tx, sellerId, now }: Paying): Promise<number> {
  const seller = await tx.selectFrom('sellers').selectAll().where('id', '=', sellerId).executeTakeFirstOrThrow()
  const first = await firstSale(tx, sellerId)
  const bank = banks[seller.country]
  if (!first || !bank) return 0
  const account = { ...bank, country: seller.country }
  await saveAccount(tx, sellerId, { account, enteredBy: null, effectiveAt: first, now: first })
  await followSales(tx, sellerId)
  const place = { timeZone: seller.time_zone, country: seller.country }
  const calendar = await bankCalendars({ now, businessDays: policyPack.businessDays })(place)
  let last = first
  for (let next = nextOf(last, calendar); next && next.at <= now; next = nextOf(last, calendar)) {
    await moveUntil({ tx, sellerId, now: next.at }, last)
    const { at, coversUntil, expectedAt } = next
    const start = { sellerId, schedule: 'WEEKLY', coversUntil, expectedAt, now: at } as const
    for (const { id } of await startPayouts(tx, start))
      await settle({ tx, sellerId, now }, { id, at, last4: bank.last4 })
    last = at
  }
  await moveUntil({ tx, sellerId, now }, last)
  await savePlan(tx, { sellerId, schedule: 'WEEKLY', next: nextOf(now, calendar) })
  const counted = await sql<{ rows: number }>`
    select (select count(*) from payouts where seller_id = ${sellerId})
      + (select count(*) from holds where seller_id = ${sellerId}) as rows`.execute(tx)
  return counted.rows[0]?.rows ?? 0
}

const nextOf = (after: Date, calendar: BankCalendar) => nextPayout('WEEKLY', after, { calendar, rules })

async function firstSale(tx: Transaction<Schema>, sellerId: number): Promise<Date | null> {
  const row = await selectOfSeller(tx, 'transactions', sellerId)
    .select('happened_at')
    .where('kind', '=', 'SALE')
    .orderBy('happened_at')
    .limit(1)
    .executeTakeFirst()
  return row?.happened_at ?? null
}

/** Refunds were posted with their sales; dates them when they happened. */
async function followSales(tx: Transaction<Schema>, sellerId: number): Promise<void> {
  await sql`
    update transactions set available_at = happened_at
    where seller_id = ${sellerId} and state = 'PROCESSING' and happened_at > available_at`.execute(tx)
}

/** Does the jobs' work since the last payout. */
async function moveUntil({ tx, sellerId, now }: Paying, last: Date): Promise<void> {
  const cases = await selectOfSeller(tx, 'cases', sellerId)
    .select(['order_id', 'opened_at'])
    .where('closed_at', 'is', null)
    .where('opened_at', '>', last)
    .where('opened_at', '<=', now)
    .orderBy('opened_at')
    .execute()
  for (const { order_id: orderId, opened_at: at } of cases)
    await settleHolds(tx, { sellerId, orderIds: [orderId], now: at, rules })
  await settleHolds(tx, { sellerId, orderIds: await heldOrders(tx, sellerId), now, rules })
  while ((await moveDueFunds(tx, { sellerId, now, rules })) > 0);
}

async function heldOrders(tx: Transaction<Schema>, sellerId: number): Promise<number[]> {
  const rows = await selectOfSeller(tx, 'holds', sellerId).select('order_id').where('state', '=', 'HELD').execute()
  return rows.map(({ order_id: id }) => id)
}

/** The bank's answer a day later; a payout of this week is still on its way. */
async function settle(
  { tx, sellerId, now }: Paying,
  { id, at, last4 }: { id: number; at: Date; last4: string },
): Promise<void> {
  const settledAt = new Date(at.getTime() + day)
  const { payout_number: number } = await updateOfSeller(tx, 'payouts', sellerId)
    .set({ ask_at: null })
    .where('id', '=', id)
    .returning('payout_number')
    .executeTakeFirstOrThrow()
  if (settledAt > now) return
  const payout: Row<'payouts'> | null = await lockPayout(tx, sellerId, number)
  if (!payout) return
  const common = { payout, at: settledAt, now: settledAt, rules }
  const weeks = Math.floor((now.getTime() - at.getTime()) / (7 * day))
  if (weeks === failedWeek) await movePayout(tx, { ...common, event: 'fail', failure: 'BANK_REFUSED' })
  else {
    const reference = `HM-${last4}-${at.toISOString().slice(5, 10).replace('-', '')}`
    await movePayout(tx, { ...common, event: 'pay', reference })
  }
}
