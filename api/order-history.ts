import { z } from 'zod'
import { historyStatuses, type OrderHistory } from '#features/orders/order-intake/history-order.ts'
import { historyUnits } from '#features/orders/order-intake/history-units.ts'
import { trimmed } from '#lib/trimmed.ts'
import { amount, id, minorOf, moment, mostLines, optional, text } from './fields.ts'
import { firstPayments, type FirstPayments } from './payment-fields.ts'

const units = z
  .array(
    z.strictObject({
      line: z.int().min(1).max(mostLines).describe('Line number in the order, starting at 1'),
      quantity: z.int().min(1).max(10_000),
    }),
  )
  .min(1)
  .max(mostLines)
  .nullish()

const parcel = z.strictObject({
  carrier: text(100),
  service: optional(text(100)),
  trackingNumber: optional(text(100)),
  shippedAt: optional(moment()),
  deliveredAt: optional(moment()),
  contents: units.meta({ description: 'Default: all units that were not cancelled' }),
})

const refund = z.strictObject({
  amount,
  refundedAt: moment(),
  reason: z
    .enum([
      'BUYER_CANCEL',
      'SELLER_CANCEL',
      'ITEM_NOT_RECEIVED',
      'BUYER_RETURN',
      'ITEM_NOT_AS_DESCRIBED',
      'SHIPPING_DISCOUNT',
      'OTHER_ADJUSTMENT',
    ])
    .nullish()
    .meta({ description: 'Default: `OTHER_ADJUSTMENT`' }),
  line: z.int().min(1).max(mostLines).nullish().meta({ description: 'Number of the refunded line' }),
})

const cancellation = z.strictObject({
  initiator: z.enum(['BUYER', 'SELLER', 'MARKETPLACE']),
  reason: z
    .enum([
      'ADDRESS_ISSUES',
      'BUYER_ASKED_CANCEL',
      'ORDER_MISTAKE',
      'ORDER_UNPAID',
      'OUT_OF_STOCK_OR_CANNOT_FULFILL',
      'FOUND_CHEAPER_PRICE',
      'WONT_ARRIVE_IN_TIME',
      'WRONG_SHIPPING_ADDRESS',
      'OTHER',
    ])
    .nullish()
    .meta({ description: 'Default: `OTHER`' }),
  cancelledAt: moment(),
  lines: units.meta({ description: 'Cancelled units. Default: the whole order' }),
})

const feedback = z.strictObject({
  id: id(),
  rating: z.enum(['POSITIVE', 'NEUTRAL', 'NEGATIVE']),
  stars: z.int().min(1).max(5).nullish(),
  title: optional(text(200)),
  comment: optional(text(500)),
  leftAt: moment(),
  reply: optional(text(500)),
  repliedAt: optional(moment()),
})

export const historyFields = {
  history: z.boolean().nullish().meta({
    description:
      'Marks a historical order, completed before it was imported: it reserves no stock, sets no deadlines, sends no notifications, and its funds were paid out elsewhere. The fields below describe its outcome',
  }),
  status: z.enum(historyStatuses).nullish().meta({
    description:
      'Historical orders only: final status. SHIPPED or DELIVERED: all units were shipped or cancelled. REFUNDED: everything was refunded',
  }),
  shipBy: optional(moment()).meta({ description: 'Historical orders only: deadline for shipping' }),
  // Kept at this position because repeated orders are recognized by a hash of their fields in order.
  payments: firstPayments.payments,
  parcels: z.array(parcel).max(100).nullish().meta({ description: 'Historical orders only' }),
  refunds: z.array(refund).max(100).nullish().meta({ description: 'Historical orders only' }),
  cancellations: z.array(cancellation).max(100).nullish().meta({ description: 'Historical orders only' }),
  feedback: feedback.nullish().meta({ description: 'Historical orders only: the buyer’s feedback' }),
}

type HistoryBody = z.output<z.ZodObject<typeof historyFields>>

type Payment = NonNullable<FirstPayments['payment']>

interface ToldLine {
  quantity: number
  item?: string | null | undefined
  listing?: string | null | undefined
  variationId?: string | null | undefined
  title?: string | null | undefined
}

interface ToldOrder extends HistoryBody, FirstPayments {
  currency: string
  lines: readonly ToldLine[]
  onShort?: string | null | undefined
  /** Whether its lines may name no listing. */
  isSold: boolean
}

type Wrong = (path: (string | number)[], message: string) => void

/** Reports contradictions and missing fields of a historical order, or fields reserved for historical orders. */
export function checkHistory(order: ToldOrder, totalMinor: number, wrong: Wrong): void {
  for (const [index, { item, listing, variationId }] of order.lines.entries()) {
    if (item && listing) wrong(['lines', index, 'listing'], 'cannot be combined with `item`')
    if (variationId && !listing) wrong(['lines', index, 'variationId'], 'requires `listing`')
  }
  if (!order.history) {
    for (const name of ['status', 'shipBy', 'parcels', 'refunds', 'cancellations', 'feedback'] as const)
      if (order[name]) wrong([name], 'is only allowed with `"history": true`')
    if (order.isSold) return checkNames(order, wrong)
    for (const [index, { item, listing }] of order.lines.entries())
      if (!item && !listing) wrong(['lines', index, 'item'], 'is missing')
    return
  }
  checkNames(order, wrong)
  if (order.onShort) wrong(['onShort'], 'has no meaning for a historical order')
  if (!order.status) return wrong(['status'], 'is missing: a historical order needs its final status')
  const told = {
    status: order.status,
    lines: order.lines,
    cancellations: (order.cancellations ?? []).map(({ lines }) => ({ lines: lines ?? null })),
    parcels: (order.parcels ?? []).map(({ contents }) => ({ contents: contents ?? null })),
  }
  for (const { path, message } of historyUnits(told).contradictions) wrong(path, message)
  checkMoney(order, totalMinor, wrong)
}

/** Reports lines that name nothing. */
function checkNames({ lines }: ToldOrder, wrong: Wrong): void {
  for (const [index, { item, listing, title }] of lines.entries())
    if (!item && !listing && !title) wrong(['lines', index, 'title'], 'is missing, and so is `item`')
}

function checkMoney(order: ToldOrder, totalMinor: number, wrong: Wrong): void {
  const { currency, status } = order
  const payments = paymentsOf(order)
  for (const [index, { state }] of payments.entries())
    if (state === 'PENDING') wrong(['payments', index, 'state'], 'is open: such an order is not historical yet')
  const paidBy = ({ amount: of, state }: Payment) => (state === 'PAID' ? (of ? minorOf(of) : totalMinor) : 0)
  const assumed = status === 'CANCELLED' ? 0 : totalMinor
  const paid = payments.length === 0 ? assumed : payments.reduce((minor, payment) => minor + paidBy(payment), 0)
  if (status === 'CANCELLED' ? paid > totalMinor : paid !== totalMinor)
    wrong(['payments'], 'do not add up to the order’s total')
  const refunds = order.refunds ?? []
  for (const [index, { amount: of, line }] of refunds.entries()) {
    if (of.currency !== currency) wrong(['refunds', index, 'amount', 'currency'], 'is not the order’s currency')
    if (minorOf(of) === 0) wrong(['refunds', index, 'amount', 'value'], 'is zero')
    if (line != null && line > order.lines.length) wrong(['refunds', index, 'line'], 'is not a line of the order')
  }
  const refunded = refunds.reduce((minor, { amount: of }) => minor + minorOf(of), 0)
  if (refunded > paid) wrong(['refunds'], 'exceed what was paid')
  if (status === 'REFUNDED' && (refunded !== paid || paid === 0))
    wrong(['refunds'], 'do not add up to what was paid, as `REFUNDED` requires')
}

export const paymentsOf = ({ payment, payments }: FirstPayments): Payment[] => [
  ...(payment ? [payment] : []),
  ...(payments ?? []),
]

/** Past moments of a historical order, by JSON pointer. */
export function happenedInHistory(order: HistoryBody & FirstPayments): Record<string, string | null | undefined> {
  const moments = <T extends object>(
    name: string,
    list: readonly T[] | null | undefined,
    ofEach: (keyof T & string)[],
  ) =>
    (list ?? []).flatMap((each, index) =>
      ofEach.map((field) => [`/${name}/${index}/${field}`, each[field] as string | null | undefined] as const),
    )
  return Object.fromEntries([
    ...moments('payments', order.payments, ['paidAt']),
    ...moments('parcels', order.parcels, ['shippedAt', 'deliveredAt']),
    ...moments('refunds', order.refunds, ['refundedAt']),
    ...moments('cancellations', order.cancellations, ['cancelledAt']),
    ['/feedback/leftAt', order.feedback?.leftAt],
    ['/feedback/repliedAt', order.feedback?.repliedAt],
  ])
}

const dateOf = (at: string | null | undefined) => (at ? new Date(at) : null)
const textOf = (said: string | null | undefined) => trimmed(said ?? '') || null

/** Converts the outcome of a validated historical order; null for others. */
export function historyOf(order: Omit<ToldOrder, 'isSold'>): OrderHistory | null {
  if (!order.history || !order.status) return null
  const { feedback: left } = order
  return {
    status: order.status,
    shipBy: dateOf(order.shipBy),
    payments: paymentsOf(order).map(({ id: own, method, state, amount: of, paidAt }) => ({
      id: own,
      method,
      state,
      amountMinor: of ? minorOf(of) : null,
      currency: order.currency,
      paidAt: dateOf(paidAt),
    })),
    parcels: (order.parcels ?? []).map((each) => ({
      carrier: each.carrier,
      service: textOf(each.service),
      trackingNumber: textOf(each.trackingNumber),
      shippedAt: dateOf(each.shippedAt),
      deliveredAt: dateOf(each.deliveredAt),
      contents: each.contents ?? null,
    })),
    refunds: (order.refunds ?? []).map((each) => ({
      reason: each.reason ?? 'OTHER_ADJUSTMENT',
      amountMinor: minorOf(each.amount),
      refundedAt: new Date(each.refundedAt),
      line: each.line ?? null,
    })),
    cancellations: (order.cancellations ?? []).map((each) => ({
      initiator: each.initiator,
      reason: each.reason ?? 'OTHER',
      at: new Date(each.cancelledAt),
      lines: each.lines ?? null,
    })),
    feedback: left
      ? {
          id: left.id,
          rating: left.rating,
          stars: left.stars ?? null,
          title: left.title ?? null,
          comment: left.comment ?? null,
          leftAt: new Date(left.leftAt),
          reply: left.reply ?? null,
          repliedAt: dateOf(left.repliedAt),
        }
      : null,
  }
}
