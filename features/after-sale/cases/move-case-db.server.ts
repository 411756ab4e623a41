import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { isDeepStrictEqual } from 'node:util'
import type { SellerDb } from '#db/client.ts'
import { takeFromStock } from '#features/core/listing/restock-db.server.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import { touchOrders } from '#features/core/order/locked-orders-db.server.ts'
import {
  type CaseFacts,
  type CaseNumber,
  type CaseParcel,
  type CaseStep,
  isClosed,
  isRemorse,
  type CaseReason,
} from '#features/core/order/order-case.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { settleHolds } from '#features/core/holds/settle-holds-db.server.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { readCaseSetting } from './case-setting-db.server.ts'
import { nextTimer, stepCase, type CaseSetting, type TakenStep } from './case-course.ts'
import type { CaseRefusal, CaseEffect } from './case-states.ts'
import { lockCase, readCircumstances, type LockedCase } from './cases-db.server.ts'
import { parseRefundKey, type RefundKey, type RefundReason } from '#features/after-sale/refunds/refund.ts'
import { refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { retryRefund } from '#features/after-sale/refunds/retry-refund-db.server.ts'
import { brand } from '#lib/brand.ts'

export interface CaseMove {
  sellerId: number
  number: CaseNumber
  step: CaseStep
  percent?: number | null
  parcel?: CaseParcel | null
  /** Idempotency key; reuse for another step is refused. */
  key: string
  actor: Actor
  now: Date
  policyPack: PolicyPack
}

export type MoveOutcome =
  /** `refundKey`: refund to submit to the payment provider. */
  | { ok: true; repeated: boolean; facts: CaseFacts; refundKey: string | null }
  | { ok: false; reason: 'unknown' }
  /** The key was used for another step; `done` is the state after it. */
  | { ok: false; reason: 'other-request'; done: CaseFacts }
  | RefusedMove

/** The current case, possibly changed by somebody else. */
export interface RefusedMove {
  ok: false
  reason: CaseRefusal
  facts: CaseFacts
}

/**
 * Applies a step to a case; all changes of cases go through it. Locks the order, so only one of two concurrent answers
 * succeeds; due automatic steps run first. Refund and timeline are written in the same transaction.
 */
export async function moveCase(db: SellerDb, move: CaseMove): Promise<MoveOutcome> {
  const { sellerId, number, key, now, policyPack } = move
  const found = await lockCase(db, sellerId, number)
  if (!found) return { ok: false, reason: 'unknown' }
  const done = await stepOfKey(db, sellerId, key)
  if (done)
    return isSameStep(move, done)
      ? { ok: true, repeated: true, facts: found.facts, refundKey: found.row.refund_key }
      : { ok: false, reason: 'other-request', done: done.after }
  const setting = await readCaseSetting(db, sellerId, policyPack)
  const locked = await settleTimers(db, found, { now, setting })
  const { step, percent, parcel } = move
  const outcome = await take(db, locked, { ...move, setting, taken: { step, percent, parcel, at: now } })
  if (!outcome.ok) return { ok: false, reason: outcome.reason, facts: locked.facts }
  const { facts, row, order } = outcome.locked
  await settleHolds(db, { sellerId, orderIds: [order.id], now, rules: policyPack.payout })
  return { ok: true, repeated: false, facts, refundKey: row.refund_key }
}

interface DoneStep {
  subject: string
  before: CaseFacts | null
  after: CaseFacts
}

async function stepOfKey(db: SellerDb, sellerId: number, key: string): Promise<DoneStep | null> {
  const event = await selectOfSeller(db, 'order_events', sellerId)
    .select(['subject', 'before', 'after'])
    .where('request_key', '=', key)
    .where('kind', '=', 'CASE_STEP')
    .executeTakeFirst()
  return (event as DoneStep | undefined) ?? null
}

/** Whether a stored step equals the request, including percentage and parcel. */
const isSameStep = ({ number, step, percent, parcel }: CaseMove, { subject, before, after }: DoneStep) =>
  subject === number &&
  after.step === step &&
  (step !== 'offer-part' || after.offerPercent === percent) &&
  isDeepStrictEqual(after.parcel, parcel ?? before?.parcel ?? null)

/** Runs a case's automatic steps due by a time. Returns whether any ran. */
export async function settleCase(db: SellerDb, due: Omit<CaseMove, 'step' | 'key' | 'actor'>): Promise<boolean> {
  const locked = await lockCase(db, due.sellerId, due.number)
  if (!locked) return false
  const before = locked.facts
  const setting = await readCaseSetting(db, due.sellerId, due.policyPack)
  const after = await settleTimers(db, locked, { now: due.now, setting })
  if (before === after.facts) return false
  await settleHolds(db, { ...due, orderIds: [after.order.id], rules: due.policyPack.payout })
  return true
}

/** Runs due automatic steps, each as of its deadline. */
async function settleTimers(
  db: SellerDb,
  locked: LockedCase,
  { now, setting }: Pick<Taking, 'now' | 'setting'>,
): Promise<LockedCase> {
  const at = nextTimer(locked.facts)
  if (!at || at > now) return locked
  // The deadline alone is not unique: a case may reach the same state and time again.
  const key = `${locked.row.case_number} due ${at.toISOString()} ${locked.facts.state} ${now.toISOString()}`
  const taken = { step: 'time-out', at } as const
  const outcome = await take(db, locked, { taken, key, actor: { kind: 'HUB' }, now, setting })
  if (!outcome.ok)
    throw new Error(`case ${locked.row.case_number} in ${locked.facts.state}: ${outcome.reason} at its deadline`)
  return settleTimers(db, outcome.locked, { now, setting })
}

interface Taking extends Pick<CaseMove, 'key' | 'actor' | 'now'> {
  setting: CaseSetting
  taken: TakenStep
}

async function take(
  db: SellerDb,
  locked: LockedCase,
  { taken, key, actor, now, setting }: Taking,
): Promise<{ ok: true; locked: LockedCase } | { ok: false; reason: CaseRefusal }> {
  const { row, facts: before, order } = locked
  const outcome = stepCase(before, taken, await readCircumstances(db, locked), setting)
  if (!outcome.ok) return outcome
  const { after, effects } = outcome
  const sent = await sendCaseRefund(db, locked, { after, effects, actor, now })
  if (!sent.ok) return { ok: false, reason: 'nothing-to-refund' }
  if (effects.includes('takes-stock')) {
    await nameStockCause(db, { kind: 'REPLACEMENT', order: order.order_number })
    await takeFromStock(db, { sellerId: row.seller_id, line: await soldLine(db, locked), now: taken.at })
  }
  const changes = {
    state: after.state,
    due_at: after.deadline && new Date(after.deadline.at),
    deadline: after.deadline && JSON.stringify(after.deadline),
    offer_percent: after.offerPercent,
    refund_minor: after.refundMinor,
    refund_key: sent.key,
    carrier: after.parcel?.carrier ?? null,
    tracking_number: after.parcel?.trackingNumber ?? null,
    closed_at: isClosed(after.state) ? taken.at : null,
  }
  const next = await updateOfSeller(db, 'cases', row.seller_id)
    .set(changes)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await touchOrders(db, row.seller_id, [order.id])
  await addOrderEvents(db, {
    sellerId: row.seller_id,
    at: taken.at,
    actor,
    events: [{ orderId: order.id, kind: 'CASE_STEP', subject: row.case_number, before, after, requestKey: key }],
  })
  return { ok: true, locked: { ...locked, row: next, facts: after } }
}

async function soldLine(db: SellerDb, { row }: LockedCase) {
  const line = await selectOfSeller(db, 'line_items', row.seller_id)
    .select(['id', 'listing_id', 'sku', 'variation'])
    .where('id', '=', row.line_item_id)
    .executeTakeFirstOrThrow()
  return { ...line, quantity: row.units }
}

interface Sending {
  after: CaseFacts
  effects: readonly CaseEffect[]
  actor: Actor
  now: Date
}

/** Whether the refund was created, with its key if there was an amount. */
type SentRefund = { ok: true; key: string | null } | { ok: false }

/** Creates the refund of a step in its transaction. Refuses if less than that is refundable by now. */
async function sendCaseRefund(
  db: SellerDb,
  locked: LockedCase,
  { after, effects, actor, now }: Sending,
): Promise<SentRefund> {
  const { seller_id: sellerId, refund_key: known } = locked.row
  if (after.refundMinor === null || effects.length === 0) return { ok: true, key: known }
  // Retry a refused refund of the same amount; otherwise create another.
  const refused = parseRefundKey(known)
  if (refused && locked.facts.refundMinor === after.refundMinor) {
    const again = await retryRefund(db, { sellerId, key: refused, actor, now })
    if (again.ok) return { ok: true, key: refused }
  }
  const { itemMinor } = await readCircumstances(db, locked)
  const ofLine = Math.min(itemMinor, after.refundMinor)
  const key = refundKeyOf(after, locked.number, refused)
  const outcome = await refundOrder(db, {
    sellerId,
    number: locked.order.order_number,
    key,
    reason: refundReason(after.reason),
    // Never refund the shipping of another line, or that line's case would refund it again.
    input: {
      lines: new Map([[after.line, ofLine]]),
      shippingMinor: after.refundMinor - ofLine,
      shippingOf: after.line,
    },
    actor,
    now,
  })
  return outcome.ok ? { ok: true, key } : { ok: false }
}

/**
 * Refund key derived from the case number, so that it is refunded once; a new key if the first was refused and the
 * amount differs.
 */
function refundKeyOf({ kind }: CaseFacts, number: CaseNumber, refused: RefundKey | null): RefundKey {
  const first = `${kind === 'RETURN' ? 'return' : 'inquiry'}${number.replaceAll('-', '')}`
  const times = Number(/again(\d+)$/.exec(refused ?? '')?.[1] ?? 0) + 1
  return brand<RefundKey>(refused ? `${first}again${times}` : first)
}

function refundReason(reason: CaseReason): RefundReason {
  if (reason === 'ITEM_NOT_RECEIVED') return reason
  return isRemorse(reason) ? 'BUYER_RETURN' : 'ITEM_NOT_AS_DESCRIBED'
}
