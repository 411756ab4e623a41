import { offShipping, paidLine } from '#features/core/order/paid-line.ts'
import { allocate } from '#lib/money.ts'
import { pairs } from '#lib/pairs.ts'
import type { Entry, FundsPlace } from '../entry.ts'
import { postCancellation } from '../events/cancellation.ts'
import { postOwnPayment } from '../events/own-payment.ts'
import { postRefund, type LinePart } from '../events/refund.ts'
import { feeBase, postSale, type SaleLine } from '../events/sale.ts'
import { feeGroup, ledgerPolicy, type LedgerPolicy, type LedgerRules } from '../ledger-policy.ts'
import type { LineFacts, OrderFacts, PostedFees, RefundFacts } from './order-facts.ts'

/** The place of a posted sale's money; null if the sale is not posted. */
export type SalePlace = FundsPlace | 'PAID_OUT' | null

/** Whether an order has an addition, refund or cancellation that is not posted, although its sale is. */
export const needsPlace = (order: OrderFacts): boolean =>
  order.fees !== null &&
  (order.refunds.some((refund) => !order.posted.has(`refund ${refund.id}`)) ||
    order.lines.some(({ addition }) => addition !== null && !isSalePosted(order, addition)) ||
    isCancellationMissing(order))

const isSalePosted = ({ id, posted, fees }: OrderFacts, addition: number | null) =>
  addition === null ? fees !== null : posted.has(`sale ${id} ${addition}`)

const isCancellationMissing = ({ id, cancelledAt, posted }: OrderFacts) =>
  cancelledAt !== null && !posted.has(`cancellation ${id}`)

/**
 * Entries of an order's sale, refunds and cancellation that are not posted. An order that is not paid in full has none,
 * nor has its money that went back. A sale of history has none; what the hub refunds of it does.
 */
export function missingEntries(order: OrderFacts, rules: LedgerRules, place: SalePlace): Entry[] {
  if (order.lines.length === 0 || (!order.isPaid && order.fees === null)) return []
  const policy = ledgerPolicy(rules, order)
  const lines = saleLines(order, rules)
  const { id: orderId, number: orderNumber, currency, cancelledAt } = order
  const held = place !== null && place !== 'PAID_OUT' && place.state === 'ON_HOLD' ? place : null
  const sales = missingSales(order, { lines, policy, held })
  const [sale] = sales
  const fees = feesWith(order.fees, sales)
  const placeAt = (at: Date): FundsPlace => {
    const here = place ?? sale?.transaction ?? 'PAID_OUT'
    if (here === 'PAID_OUT' || here.state === 'AVAILABLE') return { state: 'AVAILABLE', availableAt: at, holdId: null }
    return { state: here.state, availableAt: here.availableAt, holdId: here.holdId }
  }
  const refunds = refundEntries(order, { policy, lines, fees, placeAt })
  const cancellation =
    cancelledAt && isCancellationMissing(order) && fees.fixedMinor > 0
      ? [
          postCancellation({
            orderId,
            orderNumber,
            at: cancelledAt,
            currency,
            fixedFeeMinor: fees.fixedMinor,
            feeSchedule: fees.feeSchedule,
            place: placeAt(cancelledAt),
          }),
        ]
      : []
  return [...sales, ...refunds, ...cancellation]
}

/** Sales that are not posted: of the order, and of each addition to it, which is held as the order is. */
function missingSales(
  order: OrderFacts,
  { lines, policy, held }: { lines: readonly SaleLine[]; policy: LedgerPolicy; held: FundsPlace | null },
): Entry[] {
  const { id: orderId, number: orderNumber } = order
  if (order.isHistory) return []
  const byAddition = Map.groupBy(pairs(order.lines, lines), ([{ addition }]) => addition)
  return [...byAddition].flatMap(([addition, own]) => {
    if (isSalePosted(order, addition) || !order.isPaid) return []
    const holdId = held?.holdId ?? null
    return [postSale({ orderId, orderNumber, ...order, addition, holdId, lines: own.map(([, line]) => line) }, policy)]
  })
}

type Amounts = Pick<SaleLine, 'itemMinor' | 'shippingMinor' | 'taxMinor'>

/**
 * Shares of each line in what belongs to the order as a whole, such as its extras, by largest remainder. Lines that were
 * added to a paid order have none, since those of the others are posted.
 */
function sharesOfOrder(order: OrderFacts): Amounts[] {
  const paid = order.lines.map(paidLine)
  const first = order.lines.map(({ addition }) => addition === null)
  const sumOf = (of: (line: (typeof paid)[number]) => number) => paid.reduce((sum, line) => sum + of(line), 0)
  const items = paid.filter((_, index) => first[index]).map(({ itemMinor }) => itemMinor)
  const offShippings = order.lines.reduce((sum, line: LineFacts) => sum + offShipping(line), 0)
  const ownShipping = order.shippingMinor - offShippings - sumOf(({ shippingMinor }) => shippingMinor)
  const ownTax = order.taxMinor - sumOf(({ taxMinor }) => taxMinor)
  const shipping = allocate(ownShipping, items)
  const tax = allocate(ownTax, items)
  const known = sumOf((line) => line.itemMinor + line.shippingMinor + line.taxMinor) + ownShipping + ownTax
  const rest = allocate(order.totalMinor - known, items)
  const shares = pairs(rest, pairs(shipping, tax)).map(([itemMinor, [shippingMinor, taxMinor]]) => ({
    itemMinor,
    shippingMinor,
    taxMinor,
  }))
  return first.map((isFirst) => (isFirst && shares.shift()) || { itemMinor: 0, shippingMinor: 0, taxMinor: 0 })
}

/** Lines with their shares of what belongs to the order as a whole, so that they add up to its total. */
export function saleLines(order: OrderFacts, rules: Pick<LedgerRules, 'taxonomy'>): SaleLine[] {
  return pairs(order.lines, sharesOfOrder(order)).map(([line, share]) => {
    const { itemMinor, shippingMinor, taxMinor } = paidLine(line)
    return {
      lineItemId: line.id,
      group: feeGroup(rules, line.category),
      itemMinor: itemMinor + share.itemMinor,
      shippingMinor: shippingMinor + share.shippingMinor,
      taxMinor: taxMinor + share.taxMinor,
    }
  })
}

function feesWith(posted: PostedFees | null, sales: readonly Entry[]): PostedFees {
  const postings = sales.flatMap((sale) => sale.postings)
  const variable = postings.flatMap(({ account, lineItemId, amountMinor }) =>
    account === 'fees:fvf_variable' && lineItemId !== undefined ? [[lineItemId, amountMinor] as const] : [],
  )
  const fixed = postings.find(({ account }) => account === 'fees:fvf_fixed')?.amountMinor ?? 0
  return {
    feeSchedule: posted ? posted.feeSchedule : (sales[0]?.feeSchedule ?? null),
    fixedMinor: (posted?.fixedMinor ?? 0) + fixed,
    variableByLine: new Map([...(posted?.variableByLine ?? []), ...variable]),
    creditedByLine: posted?.creditedByLine ?? new Map(),
  }
}

interface Refunding {
  policy: LedgerPolicy
  lines: readonly SaleLine[]
  fees: PostedFees
  placeAt: (at: Date) => FundsPlace
}

function refundEntries(order: OrderFacts, { policy, lines, fees, placeAt }: Refunding): Entry[] {
  const isPosted = ({ id }: RefundFacts) => order.posted.has(`refund ${id}`)
  const left = new Map(
    pairs(lines, sharesOfOrder(order)).map(([line, share]) => [line.lineItemId, { line: { ...line }, share }]),
  )
  const credited = new Map(fees.creditedByLine)
  const gone = (line: SaleLine) => feeBase(line) - feeBase(left.get(line.lineItemId)?.line ?? line)
  const take = (refund: RefundFacts): LinePart[] => {
    const parts = partsByLine(refund, left)
    takeParts(left, parts)
    return parts
  }
  for (const refund of order.refunds) if (isPosted(refund)) take(refund)
  const ownPayment = (refundId: number, at: Date, minor: number) => {
    const { id: orderId, number: orderNumber, currency } = order
    return { refundId, orderId, orderNumber, at, currency, minor, place: placeAt(at) }
  }
  return order.refunds
    .filter((refund) => !isPosted(refund))
    .flatMap((refund) => {
      const before = lines.map((line) => ({
        lineItemId: line.lineItemId,
        baseMinor: feeBase(line),
        feeMinor: fees.variableByLine.get(line.lineItemId) ?? 0,
        goneMinor: gone(line),
        creditedMinor: credited.get(line.lineItemId) ?? 0,
      }))
      const entry = postRefund(
        {
          refundId: refund.id,
          orderId: order.id,
          orderNumber: order.number,
          at: refund.at,
          currency: order.currency,
          parts: take(refund),
          lines: before,
          feeSchedule: fees.feeSchedule,
          place: placeAt(refund.at),
        },
        policy,
      )
      for (const { account, lineItemId, amountMinor } of entry.postings)
        if (account === 'fees:fvf_variable' && lineItemId !== undefined)
          credited.set(lineItemId, (credited.get(lineItemId) ?? 0) - amountMinor)
      const paid = refund.isPaidElsewhere ? 0 - (entry.transaction?.grossMinor ?? 0) : 0
      return paid > 0 ? [entry, postOwnPayment(ownPayment(refund.id, refund.at, paid))] : [entry]
    })
}

const amountOf = { ITEM: 'itemMinor', SHIPPING: 'shippingMinor', TAX: 'taxMinor' } as const
const kinds = ['ITEM', 'SHIPPING', 'TAX'] as const

/** Remaining amount of a line, and the part of it that is a share of the whole order. */
interface LineLeft {
  line: SaleLine
  share: Amounts
}

/** A part of a line, which may be of its share of the order as a whole. */
interface TakenPart extends LinePart {
  isShare: boolean
}

function takeParts(left: ReadonlyMap<number, LineLeft>, parts: readonly TakenPart[]): void {
  for (const { lineItemId, kind, minor, isShare } of parts) {
    const each = left.get(lineItemId)
    if (!each) continue
    each.line[amountOf[kind]] -= minor
    if (isShare) each.share[amountOf[kind]] -= minor
  }
}

/**
 * Parts of a refund by line. Parts of the whole order are divided in proportion to what is left of each line's share of
 * it. An imported refund without parts is divided in proportion to what is left of each line.
 */
function partsByLine({ amountMinor, line, parts }: RefundFacts, left: ReadonlyMap<number, LineLeft>): TakenPart[] {
  const remaining = new Map([...left].map(([id, each]) => [id, { line: { ...each.line }, share: { ...each.share } }]))
  const divided: TakenPart[] = []
  const leftOf = ({ lineItemId, kind }: Omit<LinePart, 'minor'>, isShare: boolean) => {
    const each = remaining.get(lineItemId)
    const whole = Math.max(0, each?.line[amountOf[kind]] ?? 0)
    return isShare ? Math.min(whole, Math.max(0, each?.share[amountOf[kind]] ?? 0)) : whole
  }
  const take = (minor: number, from: readonly Omit<LinePart, 'minor'>[], isShare = false) => {
    const amounts = allocate(
      minor,
      from.map((part) => leftOf(part, isShare)),
    )
    const taken = pairs(from, amounts).flatMap(([part, amount]) =>
      amount === 0 ? [] : { ...part, minor: amount, isShare },
    )
    takeParts(remaining, taken)
    divided.push(...taken)
  }
  const of = (wanted: readonly LinePart['kind'][], only: number | null) =>
    [...left.keys()]
      .filter((id) => only === null || id === only)
      .flatMap((lineItemId) => wanted.map((kind) => ({ lineItemId, kind })))
  if (parts.length === 0) take(amountMinor, of(kinds, line))
  for (const part of parts) if (part.line !== null) take(part.minor, of([part.kind], part.line))
  for (const part of parts) {
    if (part.line !== null) continue
    const from = of([part.kind], null)
    const shares = from.reduce((sum, each) => sum + leftOf(each, true), 0)
    take(part.minor, from, shares >= part.minor)
  }
  return divided
}
