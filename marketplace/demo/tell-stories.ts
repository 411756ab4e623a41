import { selectOfSeller } from '#db/select-of-seller.ts'
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
import { caseRefundFollower } from '#features/after-sale/cases/due-cases.server.ts'
import { moveCase, settleCase } from '#features/after-sale/cases/move-case-db.server.ts'
import { openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import type { DisputeNumber, DisputeReason, DisputeStep } from '#features/after-sale/disputes/dispute.ts'
import { moveDispute } from '#features/after-sale/disputes/move-dispute-db.server.ts'
import { openDispute } from '#features/after-sale/disputes/open-dispute-db.server.ts'
import type { RefundAnswer } from '#features/after-sale/refunds/payment-side.ts'
import { postRefunded } from '#features/after-sale/refunds/post-refunded-db.server.ts'
import { refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { parseRefundKey, type RefundKey, type RefundReason } from '#features/after-sale/refunds/refund.ts'
import { askingKey, keepAnswer } from '#features/after-sale/refunds/settle-refunds.server.ts'
import type { PictureStore } from '#features/core/listing-pictures/picture-store.server.ts'
import { sellerSteps, type CaseNumber, type CaseReason, type CaseStep } from '#features/core/order/order-case.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { receiveBuyerMessage, sendMessage } from '#features/orders/conversations/add-message-db.server.ts'
import { markConversation, type ConversationMark } from '#features/orders/conversations/mark-conversations-db.server.ts'
import type { MessageKey } from '#features/orders/conversations/message.ts'
import { writeNote } from '#features/orders/order-notes/order-note-db.server.ts'
import { changeTags } from '#features/orders/order-notes/order-tags-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'
import { hour } from '#lib/duration.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { takePhotos } from './buyer-photos.ts'
import { cellsOf } from './catalogue.ts'
import { demoLedgerRules as rules } from './ledger-rules.ts'
import { demoOwner } from './members.ts'
import { findOrders, type StoryOrder } from './story-orders.ts'

export interface Telling {
  tx: Transaction<Schema>
  sellerId: number
  zone: string
  /** Store for buyers' photos; without it there are none. */
  store: PictureStore | null
  now: Date
  /** The moment that scenes are dated from, before the history was moved to `now`. */
  playedUntil: Date
}

/** A story as it is told: what its steps refer to. */
interface Story {
  telling: Telling
  order: StoryOrder
  /** Position among the shop's stories, for numbers and ids. */
  index: number
  messages: MessageKey[]
  case: CaseNumber | null
  dispute: DisputeNumber | null
}

/** A step: its time, and what the row says after the verb. */
interface Step {
  at: Date
  verb: string
  cells: readonly string[]
}

const { policyPack } = rules
const buyer: Actor = { kind: 'BUYER' }
const member = { kind: 'MEMBER', ...demoOwner } as const

/**
 * Tells stories through the hub's operations, so that rows and timelines are the hub's. Each begins with its order (see
 * `findOrders`), followed by steps: `hours ago | verb | …`; `+` counts from the order's placement. Deadlines in between
 * take effect by themselves. A story without an order is left out. Returns the number of stories told.
 */
export async function tellStories(telling: Telling, stories: readonly (readonly string[])[]): Promise<number> {
  let told = 0
  const taken = new Set<number>()
  for (const [index, [head = '', ...steps]] of stories.entries()) {
    const [began = ''] = cellsOf(steps[0] ?? '')
    const orders = await findOrders(telling, { head, hoursAgo: Number(began), taken })
    for (const order of orders) {
      const story: Story = { telling, order, index, messages: [], case: null, dispute: null }
      if (!(await tell(story, steps))) continue
      taken.add(order.id)
      told += 1
      break
    }
  }
  return told
}

/** False if the first step is refused, as a case is about an item that cannot be returned. */
async function tell(story: Story, steps: readonly string[]): Promise<boolean> {
  const { telling, order } = story
  for (const [index, row] of steps.entries()) {
    const [when = '', verb = '', ...cells] = cellsOf(row)
    const hours = Number(when) * hour
    const at = when.startsWith('+') ? order.placedAt.getTime() + hours : telling.now.getTime() - hours
    const done = await (verbs[verb] ?? moveOn)(story, { at: new Date(at), verb, cells })
    if (done.ok) continue
    if (index === 0) return false
    throw new Error(`the demo’s story of ${order.number} is refused at “${row}”: ${done.reason}`)
  }
  const { sellerId, now, tx } = telling
  if (story.case) await settleCase(tx, { sellerId, number: story.case, now, policyPack })
  return true
}

interface Done {
  ok: boolean
  reason?: string
}
type Verb = (story: Story, step: Step) => Promise<Done>

const requestOf = ({ telling: { sellerId }, order: { number } }: Story, { at }: Step) => {
  const key = number.replaceAll('-', '')
  return { sellerId, number, policyPack, actor: member, now: at, key: brand<CancelKey>(`${key}c`) }
}

const answerWith = (story: Story, step: Step, answer: CancelAnswer) =>
  answerCancellation(story.telling.tx, { ...requestOf(story, step), answer })

const verbs: Readonly<Record<string, Verb>> = {
  buyer: (story, step) => write(story, step),
  us: (story, step) => write(story, step),
  read: (story) => mark(story, 'read'),
  unread: (story) => mark(story, 'unread'),
  settle: (story) => mark(story, 'settle'),
  note: (story, { at, cells: [text = ''] }) =>
    writeNote(story.telling.tx, { ...orderOf(story), text, seen: null, actor: member, now: at }),
  tag: async ({ telling: { tx, sellerId }, order: { number } }, { at, cells: [tags = ''] }) => {
    const change = { numbers: [number], add: tags.split(', '), remove: [] }
    return { ok: (await changeTags(tx, { sellerId, actor: member, now: at, change })).changed === 1 }
  },
  ask: (story, step) =>
    requestCancellation(story.telling.tx, {
      ...requestOf(story, step),
      actor: buyer,
      reason: step.cells[0] as CancelReason,
    }),
  agree: (story, step) => answerWith(story, step, { accept: true, restocks: true }),
  disagree: (story, step) => answerWith(story, step, { accept: false, declineReason: 'AGREED_WITH_BUYER' }),
  expire: (story, step) => expireCancellation(story.telling.tx, requestOf(story, step)),
  cancel: (story, step) =>
    cancelOrder(story.telling.tx, {
      ...requestOf(story, step),
      reason: step.cells[0] as SellerReason,
      restocks: false,
    }),
  /** Refunds an amount of the order, or of one of its lines. */
  'give-back': (story, step) => {
    const [reason, amount, line] = step.cells
    const [minor, request] = [Number(amount), requestOf(story, step)]
    return refundOrder(story.telling.tx, {
      ...request,
      key: brand<RefundKey>(`${request.key.slice(0, -1)}b`),
      reason: reason as RefundReason,
      input: line ? { lines: new Map([[Number(line), minor]]), shippingMinor: 0 } : { amountMinor: minor },
    })
  },
  'paid-back': (story, step) => answerRefund(story, step, { made: true }),
  'not-paid-back': (story, step) => answerRefund(story, step, { made: false, refusal: 'DECLINED' }),
  return: (story, step) => open(story, step),
  'not-received': (story, step) => open(story, step),
  dispute,
}

const orderOf = ({ telling: { sellerId }, order: { number } }: Story) => ({ sellerId, number })

const photosOf = async ({ telling: { tx, store, sellerId, now }, order }: Story, count: string | undefined) =>
  store && count ? takePhotos({ tx, store, sellerId, now }, order.image, Number(count)) : []

/** `buyer | text | photos` or `us | text`. */
async function write(story: Story, { at, verb, cells: [text = '', photos] }: Step): Promise<Done> {
  const { tx } = story.telling
  const key = brand<MessageKey>(`demo-${story.order.number}-${story.messages.length}`)
  const pictures = (await photosOf(story, photos)).map(({ hash }) => hash)
  const { sellerId, number } = orderOf(story)
  const message = { sellerId, key, subject: null, text, pictures }
  const seen = story.messages.at(-1) ?? null
  story.messages.push(key)
  if (verb === 'us') return sendMessage(tx, { ...message, thread: number, seen, actor: member, now: at })
  return receiveBuyerMessage(tx, { ...message, number, sentAt: at })
}

async function mark(story: Story, as: ConversationMark): Promise<Done> {
  const seen = story.messages.at(-1) ?? null
  const { sellerId, number: thread } = orderOf(story)
  return { ok: await markConversation(story.telling.tx, { sellerId, thread, mark: as, seen }) }
}

/** `return | reason | words | photos` or `not-received | reason | words`. */
async function open(story: Story, { at, verb, cells: [reason, words = '', photos] }: Step): Promise<Done> {
  const { telling, order, index } = story
  const kind = verb === 'return' ? 'RETURN' : 'NOT_RECEIVED'
  const number = brand<CaseNumber>(`${kind === 'RETURN' ? 5 : 6}-${String(20_417_000 + 137 * index)}`)
  story.case = number
  return openCase(telling.tx, {
    sellerId: telling.sellerId,
    order: order.number,
    line: 1,
    units: 1,
    kind,
    reason: reason as CaseReason,
    words,
    photos: await photosOf(story, photos),
    number,
    key: `demo ${number}`,
    now: at,
    policyPack,
  })
}

/** `dispute | reason | words`. */
async function dispute(story: Story, { at, cells: [reason, words = ''] }: Step): Promise<Done> {
  const { telling, order, index } = story
  const opened = await openDispute(telling.tx, {
    sellerId: telling.sellerId,
    id: `demo-${index + 1}`,
    order: order.number,
    reason: reason as DisputeReason,
    amountMinor: order.totalMinor,
    words,
    openedAt: at,
    respondBy: null,
    now: at,
    rules,
  })
  if (opened.ok) story.dispute = brand<DisputeNumber>(opened.dispute.dispute_number)
  return opened
}

/** A step of the story's case or dispute; its name determines the actor. */
function moveOn(
  { telling, case: number, dispute: contested }: Story,
  { at, verb, cells: [cell] }: Step,
): Promise<Done> {
  const { tx, sellerId } = telling
  if (contested)
    return moveDispute(tx, {
      sellerId,
      number: contested,
      step: verb as DisputeStep,
      ...(cell === undefined ? {} : { answer: { text: cell, files: [] } }),
      by: demoOwner.name,
      now: at,
      policyPack,
    })
  const isMarketplaces = verb === 'delivered-back' || verb.startsWith('decide-')
  const tracked = verb === 'give-label' || verb === 'ship-replacement' || verb === 'show-tracking'
  return moveCase(tx, {
    sellerId,
    number: assertDefined(number, 'a case was opened before'),
    step: verb as CaseStep,
    percent: cell === undefined ? undefined : Number(cell),
    parcel: tracked ? { carrier: 'Royal Mail', trackingNumber: 'RN473124829GB' } : null,
    key: `demo ${number} ${verb}`,
    actor: isOneOf(sellerSteps, verb) ? member : { kind: isMarketplaces ? 'MARKETPLACE' : 'BUYER' },
    now: at,
    policyPack,
  })
}

/** The payment provider's answer to the order's refund. */
async function answerRefund({ telling, order }: Story, { at }: Step, answer: RefundAnswer): Promise<Done> {
  const { tx, sellerId } = telling
  const refund = await selectOfSeller(tx, 'refunds', sellerId)
    .select(['refund_key', 'round'])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  await keepAnswer(tx, {
    followers: [closeRefunded, caseRefundFollower(policyPack), postRefunded(rules)],
    sellerId,
    key: assertDefined(parseRefundKey(refund.refund_key), 'the hub keeps no others'),
    askedAs: askingKey(refund),
    answer,
    now: at,
  })
  return { ok: true }
}
