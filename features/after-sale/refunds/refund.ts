import type { Row } from '#db/schema.ts'
import { takeStep, type StateTable } from '#lib/state-table.ts'
import { allocate } from '#lib/money.ts'
import type { RefundFacts, RefundPart } from '#features/core/order/order-event.ts'
import { hour, minute } from '#lib/duration.ts'
import { pairs } from '#lib/pairs.ts'

// Money that goes back to a buyer: how much may, what of the order it is, and what becomes of it. Minor units throughout.

/** By which a refund is named in pages, forms and towards the payment side: drawn at random by whoever asks for it. */
export type RefundKey = string & { readonly __brand: 'RefundKey' }

/** Reads a refund's key; null for anything else. */
export const parseRefundKey = (text: string | null): RefundKey | null =>
  /^[0-9a-z]{12,32}$/.test(text ?? '') ? (text as RefundKey) : null

/** Why money goes back, as members may say it; what follows from a cancellation says so by itself. */
export const chosenReasons = [
  'ITEM_NOT_AS_DESCRIBED',
  'BUYER_RETURN',
  'ITEM_NOT_RECEIVED',
  'SHIPPING_DISCOUNT',
  'OTHER_ADJUSTMENT',
] as const
export type RefundReason = (typeof chosenReasons)[number] | 'BUYER_CANCEL' | 'SELLER_CANCEL'

/**
 * Whether an order waits for its payment before anything else: what was paid in part goes back only by its cancellation. Given back by hand
 * it would be missing once the rest is paid, and the order be shipped for less than it costs.
 */
export const waitsForPayment = (order: Pick<Row<'orders'>, 'payment_status' | 'fulfilment_status' | 'cancel_state'>) =>
  (order.payment_status === 'PENDING' || order.payment_status === 'FAILED') &&
  order.fulfilment_status === 'NOT_STARTED' &&
  order.cancel_state !== 'CANCELED'

/** Whether money goes back because its order is cancelled. */
export const isOfCancellation = (reason: RefundReason) => reason === 'BUYER_CANCEL' || reason === 'SELLER_CANCEL'

export const refundStates = ['PENDING', 'REFUNDED', 'FAILED'] as const
export type RefundState = (typeof refundStates)[number]

/** A refund as far as it counts. Without parts it came from elsewhere, about a line or about the whole order. */
export interface PastRefund {
  state: RefundState
  amountMinor: number
  line: number | null
  parts: readonly RefundPart[]
}

/** The money of an order. */
export interface OrderMoney {
  lines: readonly { line: number; itemMinor: number; shippingMinor: number; taxMinor: number }[]
  /** Of the order as a whole, the lines' shares in it; less what discounts took off the shipping. */
  shippingMinor: number
  taxMinor: number
  /** What buyers' payments brought: no refunds together exceed it. */
  capturedMinor: number
  refunds: readonly PastRefund[]
}

/** What of an order can still go back. */
export interface Refundable {
  /** All that can. */
  leftMinor: number
  /** What is left of each part. Together no less than `leftMinor`. */
  parts: readonly RefundPart[]
}

/** What is to go back: all that is left, an amount of it, or of each line (its price with its tax) and of the shipping. */
export type RefundWish =
  | 'rest'
  | { amountMinor: number }
  | {
      lines: ReadonlyMap<number, number>
      shippingMinor: number
      /** Whose shipping it is, a line by its position; where it is left out, whichever line's. */
      shippingOf?: number
    }

/** Of what more was wanted than is left: a line by its position, the shipping, or the order. */
export interface TooMuch {
  of: number | 'shipping' | 'order'
  leftMinor: number
}

/** What a wish comes to. */
export type Divided =
  | { ok: true; amountMinor: number; parts: readonly RefundPart[] }
  | { ok: false; reason: 'nothing-chosen' }
  | { ok: false; reason: 'more-than-left'; over: readonly TooMuch[] }

const sumOf = (parts: readonly RefundPart[]) => parts.reduce((sum, { minor }) => sum + minor, 0)

/** What can still go back, of what: what was paid less what went back or is on its way there. A refund that failed counts for nothing. */
export function refundableOf(money: OrderMoney): Refundable {
  const counting = money.refunds.filter(({ state }) => state !== 'FAILED')
  const parts = counting.reduce(lessRefund, paidParts(money))
  const refunded = counting.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return { leftMinor: Math.max(0, money.capturedMinor - refunded), parts: parts.filter(({ minor }) => minor > 0) }
}

/** What was paid, of what. Shipping, tax and money that belong to no line are the order's own. */
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

/** Divides an amount over parts by what is left of each (largest remainder, seller-hubs 5.5, 11): never more than that of any. */
function split(minor: number, parts: readonly RefundPart[]): RefundPart[] {
  const shares = allocate(
    minor,
    parts.map((part) => part.minor),
  )
  return pairs(parts, shares).flatMap(([part, share]) => (share > 0 ? [{ ...part, minor: share }] : []))
}

/** What a share of a refund is of: a line by its position, with its tax, the shipping, or that of a line alone. */
type ShareOf = number | 'shipping' | { shippingOf: number }

/** The parts that a share is taken from. */
const partsFor = (of: ShareOf, parts: readonly RefundPart[]) =>
  parts.filter(({ line, kind }) => {
    if (typeof of === 'number') return line === of && kind !== 'SHIPPING'
    return kind === 'SHIPPING' && (of === 'shipping' || line === of.shippingOf)
  })

/** What can still go back of a line, with its tax, of the shipping, or of a line's own shipping. */
export const leftOf = (of: ShareOf, { leftMinor, parts }: Refundable) => Math.min(leftMinor, sumOf(partsFor(of, parts)))

/**
 * What can still go back of what a refund is of: all of it, or less where others gave the same parts back since. One without parts
 * is of the order as a whole.
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

/** Divides what is to go back over lines, taxes and shipping, exactly; or says of what that is too much. */
export function divideRefund(wish: RefundWish, refundable: Refundable): Divided {
  const { leftMinor, parts } = refundable
  const wanted = wantedOf(wish, leftMinor)
  const amountMinor = wanted.reduce((sum, { minor }) => sum + minor, 0)
  if (amountMinor <= 0) return { ok: false, reason: 'nothing-chosen' }
  const over = wanted
    .map(({ of, minor }) => ({ of, minor, leftMinor: of === 'order' ? leftMinor : leftOf(of, refundable) }))
    .filter((each) => each.minor > each.leftMinor)
    .map((each): TooMuch => ({ of: typeof each.of === 'object' ? 'shipping' : each.of, leftMinor: each.leftMinor }))
  if (over.length > 0) return { ok: false, reason: 'more-than-left', over }
  if (amountMinor > leftMinor) return { ok: false, reason: 'more-than-left', over: [{ of: 'order', leftMinor }] }
  const divided = wanted.flatMap(({ of, minor }) => split(minor, of === 'order' ? parts : partsFor(of, parts)))
  return { ok: true, amountMinor, parts: divided }
}

/** Lines of which a wish gives back all that is left, by their positions. */
export const refundedInFull = (wish: RefundWish, refundable: Refundable): number[] =>
  typeof wish === 'object' && 'lines' in wish
    ? [...wish.lines].filter(([line, minor]) => minor > 0 && minor === leftOf(line, refundable)).map(([line]) => line)
    : []

function wantedOf(wish: RefundWish, leftMinor: number): { of: ShareOf | 'order'; minor: number }[] {
  if (wish === 'rest') return [{ of: 'order', minor: leftMinor }]
  if ('amountMinor' in wish) return [{ of: 'order', minor: wish.amountMinor }]
  return [
    ...[...wish.lines].map(([of, minor]) => ({ of, minor })),
    {
      of: wish.shippingOf === undefined ? ('shipping' as const) : { shippingOf: wish.shippingOf },
      minor: wish.shippingMinor,
    },
  ].filter(({ minor }) => minor > 0)
}

/**
 * Whether a refund is the one that a wish asks for: of each line, and of the shipping, as much. Of a sum of the whole order only the sum is
 * compared, since what it was divided over has changed with the refund; and all that is left was whatever was left then.
 */
export function isRefundOf(
  wish: RefundWish,
  { amountMinor, parts }: Pick<PastRefund, 'amountMinor' | 'parts'>,
): boolean {
  const wanted = wantedOf(wish, amountMinor)
  const made = (of: ShareOf | 'order') => (of === 'order' ? amountMinor : sumOf(partsFor(of, parts)))
  return (
    wanted.reduce((sum, { minor }) => sum + minor, 0) === amountMinor &&
    wanted.every(({ of, minor }) => minor === made(of))
  )
}

/** `make`: the payment side paid it back. `refuse`: it does not. `retry`: somebody asks for it once more. `settle`: its seller paid it another way. */
export type RefundEvent = 'make' | 'refuse' | 'retry' | 'settle'

/** What decides about a step of a refund. */
export interface RefundStepFacts {
  amountMinor: number
  /** What can still go back of what it is of, this refund left out. */
  leftMinor: number
}

const stillLeft = ({ amountMinor, leftMinor }: RefundStepFacts) => (amountMinor > leftMinor ? 'more-than-left' : null)

/** PENDING -> REFUNDED | FAILED, and from there back to PENDING, or paid another way, as long as that much can still go back. */
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

/** What an event leads to. */
export const nextRefund = (state: RefundState, event: RefundEvent, facts: RefundStepFacts) =>
  takeStep(refundTable, { state, event, facts })

/** Milliseconds until the payment side is asked again that did not answer: two minutes, doubled each time, at most six hours. */
export const askAgainAfter = (asked: number) => Math.min(2 ** asked * minute, 6 * hour)

/** What became of the wish to refund. `unknown`: the seller has no such order. */
export type RefundOutcome =
  /** `repeated`: it was done before, by the same wish. */
  | { ok: true; repeated: boolean; amountMinor: number }
  | { ok: false; reason: 'unknown' }
  /** Another refund was asked for by this key: what it was. */
  | { ok: false; reason: 'other-wish'; made: RefundFacts }
  /** It waits for its payment: what was paid in part goes back where it is cancelled. */
  | { ok: false; reason: 'not-paid' }
  /** Nothing was paid, or all of it has gone back. */
  | { ok: false; reason: 'nothing-left' }
  | (Divided & { ok: false })
