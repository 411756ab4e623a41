import { sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { DisputeNumber, DisputeReason, DisputeStep } from '#features/after-sale/disputes/dispute.ts'
import { moveDispute } from '#features/after-sale/disputes/move-dispute-db.server.ts'
import { openDispute } from '#features/after-sale/disputes/open-dispute-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { brand } from '#lib/brand.ts'
import { hour } from '#lib/duration.ts'
import { demoLedgerRules } from './ledger-rules.ts'
import { harbourCamera, nordlichtPapier } from './shops.ts'

interface DisputeStory {
  reason: DisputeReason
  words: string
  hoursAgo: number
  answer?: string
  steps: readonly (readonly [step: DisputeStep, hoursAgo: number])[]
}

const day = 24

/** At least one of each state. */
const harbourDisputes: readonly DisputeStory[] = [
  {
    reason: 'UNAUTHORIZED',
    words: 'I do not know this shop and did not make this payment.',
    hoursAgo: 30,
    steps: [],
  },
  {
    reason: 'NOT_AS_DESCRIBED',
    words: 'The camera was described as working. The meter does not react to light.',
    hoursAgo: 4 * day + 4,
    steps: [],
  },
  {
    reason: 'NOT_RECEIVED',
    words: 'The parcel is said to be delivered, but nobody here received it.',
    hoursAgo: 9 * day,
    answer: 'Royal Mail delivered the parcel to the address of the order and took a photo of the door.',
    steps: [['contest', 8 * day]],
  },
  {
    reason: 'DUPLICATE_CHARGE',
    words: 'I was charged twice for the same order.',
    hoursAgo: 62 * day,
    answer: 'The buyer placed two orders on the same day. Both were shipped, with a tracking number each.',
    steps: [
      ['contest', 60 * day],
      ['win', 41 * day],
    ],
  },
  {
    reason: 'NOT_AS_DESCRIBED',
    words: 'There is fungus in the lens that the listing does not mention.',
    hoursAgo: 102 * day,
    answer: 'The third picture of the listing shows the fungus, and the description names it.',
    steps: [
      ['contest', 99 * day],
      ['lose', 77 * day],
    ],
  },
  {
    reason: 'NOT_REFUNDED',
    words: 'I sent it back weeks ago and never saw the money.',
    hoursAgo: 48 * day,
    steps: [['accept', 47 * day]],
  },
  {
    reason: 'OTHER',
    words: 'I do not recognise the amount.',
    hoursAgo: 150 * day,
    steps: [['time-out', 144 * day]],
  },
]

const nordlichtDisputes: readonly DisputeStory[] = [
  {
    reason: 'NOT_RECEIVED',
    words: 'Laut Sendungsverfolgung zugestellt, bei mir ist aber nichts angekommen.',
    hoursAgo: 2 * day,
    steps: [],
  },
  {
    reason: 'UNAUTHORIZED',
    words: 'Diese Zahlung habe ich nicht veranlasst.',
    hoursAgo: 12 * day,
    answer: 'Die Bestellung ging an die Adresse, an die wir schon zweimal geliefert haben.',
    steps: [['contest', 11 * day]],
  },
]

const stories: Readonly<Record<string, readonly DisputeStory[]>> = {
  [harbourCamera.seller.username]: harbourDisputes,
  [nordlichtPapier.seller.username]: nordlichtDisputes,
}

interface Writing {
  tx: Transaction<Schema>
  sellerId: number
  member: { name: string }
  now: Date
}

const ago = (now: Date, hours: number) => new Date(now.getTime() - hours * hour)

/** Creates the demo's disputes through the hub's operations, before its payouts. Returns their number. */
export async function writeDisputes(writing: Writing, username: string): Promise<number> {
  const { tx, sellerId, member, now } = writing
  let disputes = 0
  for (const [index, { reason, words, hoursAgo, answer, steps }] of (stories[username] ?? []).entries()) {
    const openedAt = ago(now, hoursAgo)
    const order = await findOrder(writing, openedAt)
    if (!order) continue
    const opened = await openDispute(tx, {
      sellerId,
      id: `demo-${index + 1}`,
      order: order.number,
      reason,
      amountMinor: order.amountMinor,
      words,
      openedAt,
      respondBy: null,
      now: openedAt,
      rules: demoLedgerRules,
    })
    if (!opened.ok) throw new Error(`the demo’s dispute ${index + 1} was refused: ${opened.reason}`)
    const number = brand<DisputeNumber>(opened.dispute.dispute_number)
    for (const [step, hours] of steps) {
      const moved = await moveDispute(tx, {
        sellerId,
        number,
        step,
        ...(step === 'contest' && answer !== undefined ? { answer: { text: answer, files: [] } } : {}),
        by: member.name,
        now: ago(now, hours),
        policyPack: demoLedgerRules.policyPack,
      })
      if (!moved.ok) throw new Error(`the demo’s dispute ${index + 1} refused ${step}: ${moved.reason}`)
    }
    disputes += 1
  }
  return disputes
}

/** The latest paid order that was delivered at the time, without a refund, case or dispute. */
async function findOrder(
  { tx, sellerId }: Writing,
  openedAt: Date,
): Promise<{ number: OrderNumber; amountMinor: number } | undefined> {
  const { rows } = await sql<{ number: OrderNumber; amountMinor: number }>`
    select o.order_number as number, o.total_minor as "amountMinor" from orders o
    where o.seller_id = ${sellerId} and o.payment_status = 'PAID' and o.delivered and o.delivered_at < ${ago(openedAt, 3 * day)}
      and not exists (select from cases c where c.seller_id = ${sellerId} and c.order_id = o.id)
      and not exists (select from refunds r where r.seller_id = ${sellerId} and r.order_id = o.id)
      and not exists (select from cancellations a where a.seller_id = ${sellerId} and a.order_id = o.id)
      and not exists (select from disputes d where d.seller_id = ${sellerId} and d.order_id = o.id)
    order by o.placed_at desc, o.id limit 1`.execute(tx)
  return rows[0]
}
