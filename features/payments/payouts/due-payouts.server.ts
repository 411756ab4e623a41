import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import { overAllSellers, type SellerDb } from '#db/client.ts'
import { forEachIsolated } from '#web/for-each-isolated.ts'
import { ownRows } from '#web/own-rows.ts'
import type { Hub } from '#web/hub.ts'
import { bankCalendars, readBankPlace } from './bank-calendar.server.ts'
import type { SellersWork } from '#web/work-by-seller.ts'
import { expectedOf, nextPayout, type BankCalendar } from './payout-dates.ts'
import { readPayNow } from './pay-now-db.server.ts'
import type { PayNow } from './pay-now.ts'
import { addPlan, savePlan } from './payout-plan-db.server.ts'
import { startPayouts, type StartedPayout } from './start-payout-db.server.ts'

type PayingHub = Pick<Hub, 'db' | 'now' | 'config'>

/** Sellers per batch. */
const batch = 500

/** Plans the next payout of sellers who have no plan yet; run by a job. Returns the number of sellers. */
export async function planPayouts(hub: PayingHub, { report = () => {}, signal }: SellersWork = {}): Promise<number> {
  const planning = planningOf(hub)
  let planned = 0
  for (let last = 0; ;) {
    const { rows } = await sql<{ sellerId: number }>`${overAllSellers}
      select s.id as "sellerId" from sellers s
      where s.id > ${last} and not exists (select from payout_plans p where p.seller_id = s.id)
      order by s.id limit ${batch}`.execute(hub.db.owner)
    const { done } = await forEachIsolated(rows, ({ sellerId }) => planSeller(hub, sellerId, planning), report)
    planned += done.length
    last = rows.at(-1)?.sellerId ?? last
    if (rows.length < batch || signal?.aborted) return planned
  }
}

async function planSeller(hub: PayingHub, sellerId: number, { now, calendarOf }: Planning): Promise<void> {
  const { payout: rules } = hub.config.policyPack
  const calendar = await calendarOf(sellerId)
  const next = nextPayout(rules.usual, now, { calendar, rules })
  await ownRows(hub, sellerId).write((db) => addPlan(db, { sellerId, schedule: rules.usual, next }))
}

interface Planning {
  now: Date
  calendarOf: (sellerId: number) => Promise<BankCalendar>
}

function planningOf(hub: PayingHub): Planning {
  const now = hub.now()
  const calendars = bankCalendars({ now, businessDays: hub.config.policyPack.businessDays })
  const placeOf = (sellerId: number) => ownRows(hub, sellerId).read((db) => readBankPlace(db, sellerId, now))
  return { now, calendarOf: async (sellerId) => calendars(await placeOf(sellerId)) }
}

/**
 * Begins the payouts that are due of all sellers; run by a job (`server/jobs.ts`) in any number of processes. Failures are
 * reported and retried later. Returns the number of payouts.
 */
export async function startDuePayouts(
  hub: PayingHub,
  { report = () => {}, signal }: SellersWork = {},
): Promise<number> {
  const planning = planningOf(hub)
  const { rows } = await sql<{ sellerId: number }>`${overAllSellers}
    select seller_id as "sellerId" from payout_plans where next_at <= ${planning.now} order by next_at, seller_id`.execute(
    hub.db.owner,
  )
  const { done } = await forEachIsolated(
    rows,
    async ({ sellerId }) => (signal?.aborted ? [] : startDue(hub, sellerId, planning)),
    report,
  )
  return done.reduce((sum, started) => sum + started.length, 0)
}

/** Begins a seller's due payouts and plans the next ones, in one transaction. Nothing if they are not due any more. */
async function startDue(hub: PayingHub, sellerId: number, { now, calendarOf }: Planning): Promise<StartedPayout[]> {
  const { payout: rules } = hub.config.policyPack
  const calendar = await calendarOf(sellerId)
  return hub.db.asOwnerFor(sellerId, async (db) => {
    const plan = await lockPlan(db, sellerId)
    if (!plan?.next_at || !plan.covers_until || !plan.expected_at || plan.next_at > now) return []
    const { schedule, covers_until: coversUntil } = plan
    // A payout that begins late is expected later.
    const expectedAt = expectedOf(now, { calendar, rules })
    const started = await startPayouts(db, { sellerId, schedule, coversUntil, expectedAt, now })
    await savePlan(db, { sellerId, schedule, next: nextPayout(schedule, now, { calendar, rules }) })
    return started
  })
}

const lockPlan = (db: SellerDb, sellerId: number) =>
  selectOfSeller(db, 'payout_plans', sellerId).selectAll().forUpdate().executeTakeFirst()

export type PayNowOutcome = { ok: true; started: StartedPayout[] } | Extract<PayNow, { ok: false }>

/** Begins payouts of everything that is available now. The caller has checked that the marketplace offers it. */
export async function payOutNow(hub: PayingHub, sellerId: number): Promise<PayNowOutcome> {
  const { payout: rules } = hub.config.policyPack
  const { now, calendarOf } = planningOf(hub)
  const calendar = await calendarOf(sellerId)
  const expectedAt = expectedOf(now, { calendar, rules })
  return hub.db.asOwnerFor(sellerId, async (db) => {
    const answer = await readPayNow(db, sellerId, now)
    if (!answer.ok) return answer
    const coversUntil = new Date(now.getTime() + 1)
    const started = await startPayouts(db, { sellerId, schedule: 'ON_DEMAND', coversUntil, expectedAt, now })
    // Another process was first.
    return started.length > 0 ? { ok: true, started } : { ok: false, refusal: 'under-way', accountFrom: null }
  })
}
