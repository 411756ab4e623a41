import { sql } from 'kysely'
import { openDatabase, overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { placeHold } from '#features/core/holds/move-held-funds-db.server.ts'
import { postCharge } from '#features/core/ledger/events/charge.ts'
import { postLabel } from '#features/core/ledger/events/label.ts'
import { postDueOrders } from '#features/core/ledger/posting/post-due.server.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import { moveDueFunds } from '#features/payments/payouts/funds-available.server.ts'
import { movePayout } from '#features/payments/payouts/move-payout-db.server.ts'
import { startPayouts } from '#features/payments/payouts/start-payout-db.server.ts'
import { day } from '#lib/duration.ts'
import { demoLedgerRules } from '#marketplace/demo/ledger-rules.ts'
import { measuredSeller as sellerId } from './known.ts'

/** Nobody is new, so that nothing is held but the newest sales. */
const rules = { ...demoLedgerRules.policyPack.payout, newSeller: { days: 0, sales: 0, amount: {} } }
const heldOrders = 40

/**
 * Gives the largest seller a history of money: its sales and refunds are posted, each order has a label and two charges,
 * so that it has about four transactions an order, and every week was paid out. Does nothing if it has one.
 */
export async function addMoney({ url, say }: { url: string; say: (line: string) => void }): Promise<void> {
  const db = openDatabase({ url })
  try {
    const now = new Date()
    const { payouts } = await oneRow(
      db.owner,
      sql<{ payouts: number }>`select count(*) as payouts from payouts where seller_id = ${sellerId}`,
    )
    if (payouts > 0) return
    say('  posting the sales')
    await postSales(db)
    say('  paying out week by week')
    for (const week of await weeks(db, now)) await db.asOwnerFor(sellerId, (own) => payWeek(own, week))
    await db.asOwnerFor(sellerId, (own) => holdNewest(own, now))
    // Otherwise the hub's job would do it while pages are measured.
    await settleOthers(db, now)
    await sql`analyze`.execute(db.owner)
  } finally {
    await db.close()
  }
}

async function postSales(db: Database): Promise<void> {
  await sql`insert into ledger_due (seller_id, order_id) select seller_id, id from orders where seller_id = ${sellerId}
    on conflict do nothing`.execute(db.owner)
  let failure: unknown = null
  await postDueOrders(db, { rules: demoLedgerRules, report: (error) => (failure = error) })
  if (failure) throw failure
}

async function weeks({ owner }: Database, now: Date): Promise<Date[]> {
  const { first } = await oneRow(
    owner,
    sql<{ first: Date }>`select min(happened_at) as first from transactions where seller_id = ${sellerId}`,
  )
  const count = Math.floor((now.getTime() - first.getTime()) / (7 * day))
  return Array.from({ length: count }, (_, index) => new Date(first.getTime() + (index + 1) * 7 * day))
}

/** What happened in the week before `at`: labels and charges of its orders, and a payout at its end. */
async function payWeek(own: SellerDb, at: Date): Promise<void> {
  const { rows } = await sql<{ id: number; number: string; currency: string; paidAt: Date }>`
    select id, order_number as number, currency, paid_at as "paidAt" from orders
    where seller_id = ${sellerId} and paid_at >= ${new Date(at.getTime() - 7 * day)} and paid_at < ${at}`.execute(own)
  const entries = rows.flatMap(({ id, number, currency, paidAt }) => {
    const charge = { at: paidAt, currency, order: { id, number } }
    return [
      postLabel({
        ...charge,
        labelId: `bench ${id}`,
        orderId: id,
        orderNumber: number,
        costMinor: 350,
        description: 'Royal Mail Tracked 48',
      }),
      postCharge({
        ...charge,
        chargeId: `bench ad ${id}`,
        amountMinor: 120,
        account: 'advertising',
        description: 'Promoted listing',
      }),
      postCharge({
        ...charge,
        chargeId: `bench fee ${id}`,
        amountMinor: 35,
        account: 'fees:other',
        description: 'Insertion fee',
      }),
    ]
  })
  await writeEntries(own, sellerId, entries)
  while ((await moveDueFunds(own, { sellerId, now: at, rules })) > 0);
  const expectedAt = new Date(at.getTime() + 2 * day)
  const toStart = { sellerId, schedule: 'WEEKLY', coversUntil: at, expectedAt, now: at } as const
  for (const { id } of await startPayouts(own, toStart)) {
    const payout = await own
      .updateTable('payouts')
      .set({ ask_at: null })
      .where('seller_id', '=', sellerId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await movePayout(own, { payout, event: 'pay', reference: null, at, now: at, rules })
  }
}

async function holdNewest(own: SellerDb, now: Date): Promise<void> {
  const orders = await own
    .selectFrom('orders')
    .select(['id', 'currency'])
    .where('seller_id', '=', sellerId)
    .where('paid_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(heldOrders)
    .execute()
  for (const { id: orderId, currency } of orders)
    await placeHold(own, { sellerId, orderId, currency, now }, { reason: 'MARKETPLACE', note: 'We check this sale.' })
}

async function settleOthers(db: Database, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`${overAllSellers}
    select distinct seller_id as id from transactions where state = 'PROCESSING' and available_at <= ${now}`.execute(
    db.owner,
  )
  for (const { id } of rows)
    while ((await db.asSeller(id, 'write', (own) => moveDueFunds(own, { sellerId: id, now, rules }))) > 0);
}
