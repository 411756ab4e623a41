import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import {
  answerCancellation,
  cancelOrder,
  expireCancellation,
  requestCancellation,
  type CancelAnswer,
} from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import type { CancelKey, CancelReason, SellerReason } from '#features/after-sale/cancellations/cancellation.ts'
import { closeRefunded } from '#features/after-sale/cancellations/close-refunded-db.server.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import { postRefunded } from '#features/after-sale/refunds/post-refunded-db.server.ts'
import type { RefundAnswer } from '#features/after-sale/refunds/payment-side.ts'
import { refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import type { RefundKey, RefundReason, RefundInput } from '#features/after-sale/refunds/refund.ts'
import { askingKey, keepAnswer } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { day, hour, minute } from '#lib/duration.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'
import { demoLedgerRules } from './ledger-rules.ts'
import { demoOwner } from './members.ts'
import { placedAtOf, type Scene } from './scene.ts'

const { policyPack } = demoLedgerRules

/** An action on an order, `after` milliseconds after it was placed. */
type AfterSaleStep = { after: number } & (
  | { does: 'ask'; reason: CancelReason }
  | { does: 'answer'; answer: CancelAnswer; payments?: RefundAnswer }
  | { does: 'expire' }
  | { does: 'cancel'; reason: SellerReason; payments?: RefundAnswer }
  | { does: 'refund'; reason: RefundReason; input: RefundInput; payments: RefundAnswer }
)

export type AfterSaleScene = Scene & { steps: readonly AfterSaleStep[] }

const made: RefundAnswer = { made: true }
const declined: RefundAnswer = { made: false, refusal: 'DECLINED' }

/** Orders of the camera shop with after-sale actions: each kind of cancellation, one completed and two failed refunds. */
export const afterSaleScenes: readonly AfterSaleScene[] = [
  {
    ago: 6,
    time: '09:41:12',
    fate: 'waiting',
    buyer: 'ines.v',
    takes: [['Paterson tank, 3 reel', 1]],
    steps: [
      { after: 18 * minute, does: 'ask', reason: 'ORDER_MISTAKE' },
      { after: 3 * hour, does: 'answer', answer: { accept: true, restocks: true }, payments: declined },
    ],
  },
  {
    ago: 4,
    time: '15:12:40',
    fate: 'waiting',
    buyer: 'm.tanaka',
    takes: [['Gossen Lunasix F', 1]],
    steps: [{ after: 20 * hour, does: 'cancel', reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL', payments: made }],
  },
  {
    ago: 1,
    time: '08:30:15',
    fate: 'waiting',
    buyer: 'greta.h',
    takes: [['Lens cap 52 mm', 2]],
    steps: [
      { after: 12 * minute, does: 'ask', reason: 'FOUND_CHEAPER_PRICE' },
      { after: 2 * hour, does: 'answer', answer: { accept: false, declineReason: 'AGREED_WITH_BUYER' } },
    ],
  },
  {
    ago: 12,
    time: '19:02:44',
    fate: 'unpaid',
    buyer: 'caetano.f',
    takes: [['Paterson thermometer', 1]],
    steps: [{ after: 5 * day, does: 'cancel', reason: 'ORDER_UNPAID' }],
  },
  {
    ago: 14,
    time: '21:27:09',
    fate: 'unpaid',
    buyer: 'noa_levi',
    takes: [['Lens cap 49 mm', 1]],
    steps: [
      { after: 25 * minute, does: 'ask', reason: 'BUYER_ASKED_CANCEL' },
      { after: 4 * day, does: 'expire' },
    ],
  },
  {
    ago: 24,
    time: '10:14:36',
    fate: 'ordinary',
    buyer: 'p_moreau',
    takes: [
      ['Ilford HP5 Plus 120, 10 rolls', 1],
      ['Lens cap 52 mm', 2],
    ],
    steps: [
      {
        after: 22 * day,
        does: 'refund',
        reason: 'ITEM_NOT_AS_DESCRIBED',
        input: { lines: new Map([[2, 250]]), shippingMinor: 0 },
        payments: made,
      },
    ],
  },
  {
    ago: 28,
    time: '16:48:52',
    fate: 'ordinary',
    buyer: 'bolt&sons',
    takes: [['Sekonic L-308X Flashmate', 1]],
    steps: [
      {
        after: 26 * day,
        does: 'refund',
        reason: 'OTHER_ADJUSTMENT',
        input: { amountMinor: 1500 },
        payments: declined,
      },
    ],
  },
]

interface Playing {
  tx: Transaction<Schema>
  sellerId: number
  zone: string
  now: Date
  /** The moment that the scenes are dated from, before the history was moved to `now`. */
  playedUntil: Date
}

/**
 * Performs the scenes through the hub's operations at their time, so that rows and timelines match the hub's.
 * Cancellation requests of other scenes get their response rule.
 */
export async function playAfterSale(playing: Playing): Promise<void> {
  const { tx, sellerId, zone, now, playedUntil } = playing
  const { id, asOf } = policyPack
  await tx
    .updateTable('cancellations')
    .set({ respond_rule: 'sellerRespondsToCancel', respond_calendar: `${id} ${asOf}` })
    .where('seller_id', '=', sellerId)
    .where('respond_by', 'is not', null)
    .execute()
  for (const scene of afterSaleScenes) {
    const played = placedAtOf(scene, zone, playedUntil)
    const placedAt = new Date(played.getTime() + now.getTime() - playedUntil.getTime())
    const number = await findOrder(tx, { sellerId, buyer: scene.buyer, placedAt })
    for (const step of scene.steps)
      await play(tx, step, { sellerId, number, now: new Date(placedAt.getTime() + step.after) })
  }
}

async function findOrder(
  tx: Transaction<Schema>,
  { sellerId, buyer, placedAt }: { sellerId: number; buyer: string; placedAt: Date },
): Promise<OrderNumber> {
  const { order_number } = await tx
    .selectFrom('orders')
    .select('order_number')
    .where('seller_id', '=', sellerId)
    .where('buyer_username', '=', buyer)
    .where('placed_at', '=', placedAt)
    .executeTakeFirstOrThrow()
  return assertDefined(parseOrderNumber(order_number), 'the hub keeps no others')
}

const buyer: Actor = { kind: 'BUYER' }
const member: Actor = { kind: 'MEMBER', ...demoOwner }

interface Stage {
  sellerId: number
  number: OrderNumber
  now: Date
}

async function play(tx: Transaction<Schema>, step: AfterSaleStep, stage: Stage): Promise<void> {
  const { sellerId, number, now } = stage
  // Deterministic for a seed, unlike random keys.
  const key = brand<CancelKey>(`${number.replaceAll('-', '')}c`)
  const request = { sellerId, number, policyPack, actor: member, now }
  const answered = async (refund: RefundKey, answer: RefundAnswer) =>
    keepAnswer(tx, {
      followers: [closeRefunded, postRefunded(demoLedgerRules)],
      sellerId,
      key: refund,
      askedAs: askingKey({ refund_key: refund, round: 1 }),
      answer,
      now: new Date(now.getTime() + 2_000),
    })
  switch (step.does) {
    case 'ask':
      return expectDone(await requestCancellation(tx, { ...request, actor: buyer, key, reason: step.reason }))
    case 'expire':
      return expectDone(await expireCancellation(tx, request))
    case 'answer':
    case 'cancel': {
      const done =
        step.does === 'answer'
          ? await answerCancellation(tx, { ...request, key, answer: step.answer })
          : await cancelOrder(tx, { ...request, key, reason: step.reason, restocks: false })
      expectDone(done)
      if (done.refund && step.payments) await answered(done.refund, step.payments)
      return
    }
    case 'refund': {
      const refund = brand<RefundKey>(`${number.replaceAll('-', '')}b`)
      expectDone(await refundOrder(tx, { ...request, key: refund, reason: step.reason, input: step.input }))
      await answered(refund, step.payments)
    }
  }
}

function expectDone(outcome: { ok: boolean; reason?: string }): void {
  if (!outcome.ok) throw new Error(`a scene cannot be played: ${outcome.reason}`)
}
