import type { Row } from '#db/schema.ts'
import { takeStep, type StateTable } from '#lib/state-table.ts'
import { allocate } from '#lib/money.ts'
import type { RefundFacts, RefundPart } from '#features/core/order/order-event.ts'
import { hour, minute } from '#lib/duration.ts'
import { pairs } from '#lib/pairs.ts'
import { brand } from '#lib/brand.ts'

// Refunds: limits, allocation to parts of the order, and states. Amounts in minor units.

/**
 * Identifies a refund in pages, forms and at the payment provider. The client generates it at random, which makes
 * requests idempotent.
 */
export type RefundKey = string & { readonly __brand: 'RefundKey' }

export const parseRefundKey = (text: string | null): RefundKey | null =>
  text !== null && /^[0-9a-z]{12,32}$/.test(text) ? brand<RefundKey>(text) : null

/** Reasons members can choose; refunds of cancellations have their own. */
export const chosenReasons = [
  'ITEM_NOT_AS_DESCRIBED',
  'BUYER_RETURN',
  'ITEM_NOT_RECEIVED',
  'SHIPPING_DISCOUNT',
  'OTHER_ADJUSTMENT',
] as const
export type RefundReason = (typeof chosenReasons)[number] | 'BUYER_CANCEL' | 'SELLER_CANCEL'

/**
 * Whether an order still waits for payment. Partial payments are then refunded only by cancelling; a manual refund
 * would leave the order underpaid once the rest arrives.
 */
export const waitsForPayment = (order: Pick<Row<'orders'>, 'payment_status' | 'fulfilment_status' | 'cancel_state'>) =>
  (order.payment_status === 'PENDING' || order.payment_status === 'FAILED') &&
  order.fulfilment_status === 'NOT_STARTED' &&
  order.cancel_state !== 'CANCELED'

export const isOfCancellation = (reason: RefundReason) => reason === 'BUYER_CANCEL' || reason === 'SELLER_CANCEL'

export const refundStates = ['PENDING', 'REFUNDED', 'FAILED'] as const
export type RefundState = (typeof refundStates)[number]

/** An earlier refund. Without parts it was made elsewhere, for a line or the whole order. */
export interface PastRefund {
  state: RefundState
  amountMinor: number
  line: number | null
  parts: readonly RefundPart[]
}

export interface OrderMoney {
  lines: readonly { line: number; itemMinor: number; shippingMinor: number; taxMinor: number }[]
  /** Shipping of the whole order, including the lines' shares, less discounts on shipping. */
  shippingMinor: number
  taxMinor: number
  /** Captured payments less what disputes took; the limit of all refunds together. */
  capturedMinor: number
  refunds: readonly PastRefund[]
}

export interface Refundable {
  leftMinor: number
  /** Refundable amount of each part; their sum is at least `leftMinor`. */
  parts: readonly RefundPart[]
}

/** What to refund: everything left, one amount, or amounts by line (price with tax), of shipping and of extras. */
export type RefundInput =
  | 'rest'
  | { amountMinor: number }
  | {
      lines: ReadonlyMap<number, number>
      shippingMinor: number
      /** Line position whose shipping is meant; any line's if omitted. */
      shippingOf?: number
      extrasMinor?: number
    }

/** A part with less left than requested: a line by position, shipping, extras, or the order. */
export interface ExcessAmount {
  of: number | 'shipping' | 'extras' | 'order'
  leftMinor: number
}

export type RefundDivision =
  | { ok: true; amountMinor: number; parts: readonly RefundPart[] }
  | { ok: false; reason: 'nothing-chosen' }
  | { ok: false; reason: 'more-than-left'; over: readonly ExcessAmount[] }

const sumOf = (parts: readonly RefundPart[]) => parts.reduce((sum, { minor }) => sum + minor, 0)

/** Calculates the refundable amounts: paid minus refunded or in progress. Failed refunds do not count. */
export function refundableOf(money: OrderMoney): Refundable {
  const counting = money.refunds.filter(({ state }) => state !== 'FAILED')
  const parts = counting.reduce(lessRefund, paidParts(money))
  const refunded = counting.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return { leftMinor: Math.max(0, money.capturedMinor - refunded), parts: parts.filter(({ minor }) => minor > 0) }
}

/** Paid amounts by part. Shipping, tax and amounts without a line belong to the order. */
function paidParts({ lines, shippingMinor, taxMinor, capturedMinor }: OrderMoney): RefundPart[] {
  const ofLines = lines.flatMap((each): RefundPart[] => [
    { line: each.line, kind: 'ITEM', minor: each.itemMinor },
    { line: each.line, kind: 'TAX', minor: each.taxMinor },
    { line: each.line, kind: 'SHIPPING', minor: each.shippingMinor },
  ])
  const own = (kind: RefundPart['kind'], minor: number): RefundPart => ({ line: null, kind, minor: Math.max(0, minor) })
  const ofKind = (kind: RefundPart['kind']) => sumOf(ofLines.filter((part) => part.kind === kind))
  const known = [...ofLines, own('SHIPPING', shippingMinor - ofKind('SHIPPING')), own('TAX', taxMinor - ofKind('TAX'))]
  return [...known, own('ITEM', capturedMinor - sumOf(known))]
}

function lessRefund(parts: readonly RefundPart[], refund: PastRefund): RefundPart[] {
  const of = refund.line === null ? parts : parts.filter(({ line }) => line === refund.line)
  const gone = refund.parts.length > 0 ? refund.parts : split(Math.min(refund.amountMinor, sumOf(of)), of)
  return parts.map((part) => {
    const same = gone.filter(({ line, kind }) => line === part.line && kind === part.kind)
    return { ...part, minor: Math.max(0, part.minor - sumOf(same)) }
  })
}

/**
 * Divides an amount in proportion to what is left of each part (largest remainder, seller-hubs 5.5, 11), never
 * exceeding any part.
 */
function split(minor: number, parts: readonly RefundPart[]): RefundPart[] {
  const shares = allocate(
    minor,
    parts.map((part) => part.minor),
  )
  return pairs(parts, shares).flatMap(([part, share]) => (share > 0 ? [{ ...part, minor: share }] : []))
}

/** Subject of a share: a line with its tax by position, shipping, one line's shipping, or extras with their tax. */
type ShareOf = number | 'shipping' | 'extras' | { shippingOf: number }

const partsFor = (of: ShareOf, parts: readonly RefundPart[]) =>
  parts.filter(({ line, kind }) => {
    if (typeof of === 'number') return line === of && kind !== 'SHIPPING'
    if (of === 'extras') return line === null && kind !== 'SHIPPING'
    return kind === 'SHIPPING' && (of === 'shipping' || line === of.shippingOf)
  })

export const leftOf = (of: ShareOf, { leftMinor, parts }: Refundable) => Math.min(leftMinor, sumOf(partsFor(of, parts)))

/**
 * How much of a refund is still possible: all, or less if others refunded the same parts. Without parts it concerns the
 * whole order.
 */
export function leftOfRefund(of: readonly RefundPart[], { leftMinor, parts }: Refundable): number {
  const left = ({ line, kind, minor }: RefundPart) =>
    Math.min(minor, sumOf(parts.filter((part) => part.line === line && part.kind === kind)))
  return of.length === 0
    ? leftMinor
    : Math.min(
        leftMinor,
        of.reduce((sum, part) => sum + left(part), 0),
      )
}

/** Divides a refund exactly into lines, taxes, shipping and extras, or returns the part that exceeds its limit. */
export function divideRefund(input: RefundInput, refundable: Refundable): RefundDivision {
  const { leftMinor, parts } = refundable
  const wanted = wantedOf(input, leftMinor)
  const amountMinor = wanted.reduce((sum, { minor }) => sum + minor, 0)
  if (amountMinor <= 0) return { ok: false, reason: 'nothing-chosen' }
  const over = wanted
    .map(({ of, minor }) => ({ of, minor, leftMinor: of === 'order' ? leftMinor : leftOf(of, refundable) }))
    .filter((each) => each.minor > each.leftMinor)
    .map((each): ExcessAmount => ({
      of: typeof each.of === 'object' ? 'shipping' : each.of,
      leftMinor: each.leftMinor,
    }))
  if (over.length > 0) return { ok: false, reason: 'more-than-left', over }
  if (amountMinor > leftMinor) return { ok: false, reason: 'more-than-left', over: [{ of: 'order', leftMinor }] }
  const divided = wanted.flatMap(({ of, minor }) => split(minor, of === 'order' ? parts : partsFor(of, parts)))
  return { ok: true, amountMinor, parts: divided }
}

/** Positions of lines that a request refunds in full. */
export const refundedInFull = (input: RefundInput, refundable: Refundable): number[] =>
  typeof input === 'object' && 'lines' in input
    ? [...input.lines].filter(([line, minor]) => minor > 0 && minor === leftOf(line, refundable)).map(([line]) => line)
    : []

function wantedOf(input: RefundInput, leftMinor: number): { of: ShareOf | 'order'; minor: number }[] {
  if (input === 'rest') return [{ of: 'order', minor: leftMinor }]
  if ('amountMinor' in input) return [{ of: 'order', minor: input.amountMinor }]
  return [
    ...[...input.lines].map(([of, minor]) => ({ of, minor })),
    {
      of: input.shippingOf === undefined ? ('shipping' as const) : { shippingOf: input.shippingOf },
      minor: input.shippingMinor,
    },
    { of: 'extras' as const, minor: input.extrasMinor ?? 0 },
  ].filter(({ minor }) => minor > 0)
}

export const isAmountOf = (input: RefundInput, { amountMinor }: Pick<PastRefund, 'amountMinor'>): boolean =>
  wantedOf(input, amountMinor).reduce((sum, { minor }) => sum + minor, 0) === amountMinor

/**
 * Whether a refund equals the request: same amount for each line, shipping and extras. For one amount of the order only
 * the total is compared, since its division has changed; "everything left" always matches.
 */
export function isRefundOf(
  input: RefundInput,
  { amountMinor, parts }: Pick<PastRefund, 'amountMinor' | 'parts'>,
): boolean {
  const wanted = wantedOf(input, amountMinor)
  const made = (of: ShareOf | 'order') => (of === 'order' ? amountMinor : sumOf(partsFor(of, parts)))
  return isAmountOf(input, { amountMinor }) && wanted.every(({ of, minor }) => minor === made(of))
}

/**
 * `make`: the provider refunded it. `refuse`: it did not. `retry`: a member retries. `settle`: the seller paid it
 * another way.
 */
export type RefundEvent = 'make' | 'refuse' | 'retry' | 'settle'

export interface RefundStepFacts {
  amountMinor: number
  /** Refundable amount of its parts, without this refund. */
  leftMinor: number
}

const stillLeft = ({ amountMinor, leftMinor }: RefundStepFacts) => (amountMinor > leftMinor ? 'more-than-left' : null)

/** PENDING -> REFUNDED | FAILED; from FAILED back to PENDING, or settled another way, while that much is refundable. */
export const refundTable: StateTable<RefundState, RefundEvent, RefundStepFacts, 'not-possible-now' | 'more-than-left'> =
  {
    refusalOf: () => 'not-possible-now',
    ways: {
      PENDING: { make: [{ next: 'REFUNDED' }], refuse: [{ next: 'FAILED' }] },
      FAILED: {
        retry: [{ next: 'PENDING', guard: stillLeft }],
        settle: [{ next: 'REFUNDED', guard: stillLeft }],
      },
      REFUNDED: {},
    },
  }

export const nextRefund = (state: RefundState, event: RefundEvent, facts: RefundStepFacts) =>
  takeStep(refundTable, { state, event, facts })

/** Milliseconds before retrying an unreachable provider: two minutes, doubled each time, up to six hours. */
export const askAgainAfter = (asked: number) => Math.min(2 ** asked * minute, 6 * hour)

/** Outcome of a refund request. `unknown`: the seller has no such order. */
export type RefundOutcome =
  /** `repeated`: an identical request was processed before. */
  | { ok: true; repeated: boolean; amountMinor: number }
  | { ok: false; reason: 'unknown' }
  /** The key was used for another refund; `made` describes it. */
  | { ok: false; reason: 'other-request'; made: RefundFacts }
  /** Waiting for payment: partial payments are refunded by cancelling. */
  | { ok: false; reason: 'not-paid' }
  /** Nothing was paid, or everything was refunded. */
  | { ok: false; reason: 'nothing-left' }
  | (RefundDivision & { ok: false })
