import fc from 'fast-check'
import { expect } from 'vitest'
import { minute } from '#lib/duration.ts'
import { postAdjustment } from '../events/adjustment.ts'
import { postDisputeLost, postDisputeOpened, postDisputeWon } from '../events/dispute.ts'
import { postFundsAvailable } from '../events/funds-available.ts'
import { postHoldPlaced, postHoldReleased } from '../events/hold.ts'
import { postPayoutFailed, postPayoutPaid, postPayoutStarted } from '../events/payout.ts'
import type { OrderFacts } from './order-facts.ts'
import { Books, net, sum, type Payout } from './testing-books.ts'
import { testLedgerRules as rules } from '../testing.ts'

const start = Date.parse('2026-03-02T10:00:00Z')

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 3 }),
  unit_price_minor: fc.constantFrom(0, 1, 99, 1000, 5940, 80_001, 750_001),
  discount_minor: fc.constantFrom(0, 0, 1),
  shipping_minor: fc.constantFrom(0, 395, 1001),
  tax_minor: fc.constantFrom(0, 7, 440),
  addition: fc.constant(null),
  category: fc.constantFrom(
    null,
    'Watches, Parts & Accessories > Wristwatches',
    ...rules.taxonomy.leaves.slice(0, 60).map(({ path }) => path),
  ),
})
const shop = fc.constantFrom(
  { country: 'US', currency: 'USD' },
  { country: 'GB', currency: 'GBP' },
  { country: 'JP', currency: 'JPY' },
)
/** Orders of several currencies. */
export const drafts = fc.array(
  fc.record({
    shop,
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    ownShipping: fc.constantFrom(0, 0, 250),
    ownTax: fc.constantFrom(0, 0, 33),
    isInternational: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
)

/** Events of an order. */
export const steps = fc.array(
  fc.record({
    does: fc.constantFrom(
      ...(['pay', 'pay', 'refund', 'refund', 'rest', 'cancel', 'available', 'hold', 'release', 'payout'] as const),
      ...(['bank', 'fail', 'reverse', 'dispute', 'win', 'lose', 'adjust', 'again'] as const),
    ),
    of: fc.nat({ max: 9 }),
    pick: fc.integer({ min: 1, max: 100 }),
  }),
  { maxLength: 40 },
)
type Draft = typeof drafts extends fc.Arbitrary<(infer Value)[]> ? Value : never
type Step = typeof steps extends fc.Arbitrary<(infer Value)[]> ? Value : never

function orderOf(
  { shop: { country, currency }, lines, ownShipping, ownTax, isInternational }: Draft,
  id: number,
): OrderFacts {
  const rows = lines.map((each, index) => ({ ...each, id: id * 10 + index }))
  const shippingMinor = ownShipping + sum(rows.map((row) => row.shipping_minor))
  const taxMinor = ownTax + sum(rows.map((row) => row.tax_minor))
  const items = sum(rows.map((row) => row.quantity * row.unit_price_minor - row.discount_minor))
  return {
    id,
    number: `12-00000-0000${id}`,
    currency,
    country,
    totalMinor: Math.max(0, items + shippingMinor + taxMinor),
    shippingMinor,
    taxMinor,
    isPaid: false,
    isHistory: false,
    paidAt: new Date(start),
    isInternational,
    isBelowStandard: false,
    lines: rows,
    refunds: [],
    cancelledAt: null,
    posted: new Set(),
    fees: null,
  }
}

/** Refunded amounts of an order. */
export const refundedMinor = (order: OrderFacts) => sum(order.refunds.map(({ amountMinor }) => amountMinor))

/** Performs a step; what is not possible is skipped. */
function take(books: Books, { does, of, pick }: Step, nth: number): void {
  const at = new Date(start + nth * minute)
  const order = [...books.orders.values()][of % books.orders.size]!
  const { id, number: orderNumber, currency } = order
  const rows = books.transactions.filter((row) => row.currency === currency)
  const ofOrder = rows.filter((row) => row.order === id)
  const place = books.placeOf(id)
  const left = order.totalMinor - refundedMinor(order)
  const refund = (amountMinor: number) => {
    if (!order.isPaid || amountMinor <= 0) return
    const made = { id: nth + 1, at, amountMinor, isPaidElsewhere: pick % 5 === 0, line: null, parts: [] }
    books.postOrder({ ...order, refunds: [...order.refunds, made] })
  }
  const payout = books.payouts[of % Math.max(1, books.payouts.length)]
  const moved = payout && { payoutId: payout.id, at, currency: payout.currency, amountMinor: payout.amountMinor }
  const dispute = books.disputes[of % Math.max(1, books.disputes.length)]
  const here = { state: 'AVAILABLE', availableAt: at, holdId: null } as const
  switch (does) {
    case 'pay':
      if (!order.isPaid) books.postOrder({ ...order, isPaid: true, paidAt: at })
      return
    case 'refund':
      return refund(Math.floor((left * pick) / 100))
    case 'rest':
      return refund(left)
    case 'cancel':
      refund(left)
      if (order.isPaid) books.postOrder({ ...books.orders.get(id)!, cancelledAt: at })
      return
    case 'again':
      expect(books.postOrder(books.orders.get(id)!)).toBe(0)
      return
    case 'available': {
      const due = ofOrder.filter((row) => row.place === 'PROCESSING')
      if (due.length === 0) return
      books.post(postFundsAvailable({ of: `${id} ${nth}`, at, currency, orderId: id, amountMinor: net(due) }))
      return books.move(due, 'AVAILABLE')
    }
    case 'hold': {
      const held = ofOrder.filter((row) => row.place === 'PROCESSING' || row.place === 'AVAILABLE')
      if (held.length === 0 || ofOrder.some((row) => row.place === 'ON_HOLD')) return
      const holdId = (books.holds += 1)
      const [processingMinor, availableMinor] = ['PROCESSING', 'AVAILABLE'].map((state) =>
        net(held.filter((row) => row.place === state)),
      ) as [number, number]
      books.post(postHoldPlaced({ holdId, orderId: id, at, currency, processingMinor, availableMinor }))
      return books.move(held, 'ON_HOLD', holdId)
    }
    case 'release': {
      const held = ofOrder.filter((row) => row.place === 'ON_HOLD')
      const [first] = held
      if (!first?.holdId) return
      books.post(
        postHoldReleased({
          holdId: first.holdId,
          orderId: id,
          at,
          currency,
          processingMinor: 0,
          availableMinor: net(held),
        }),
      )
      return books.move(held, 'AVAILABLE')
    }
    case 'payout': {
      const paid = rows.filter((row) => row.place === 'AVAILABLE')
      if (net(paid) <= 0) return
      const begun: Payout = {
        id: books.payouts.length + 1,
        currency,
        amountMinor: net(paid),
        state: 'INITIATED',
        transactions: paid,
      }
      books.payouts.push(begun)
      books.post(postPayoutStarted({ payoutId: begun.id, at, currency, amountMinor: begun.amountMinor }))
      for (const row of paid) row.payout = begun.id
      return books.move(paid, 'IN_PAYOUT')
    }
    case 'bank':
      if (!moved || payout?.state !== 'INITIATED') return
      payout.state = 'SUCCEEDED'
      books.post(postPayoutPaid(moved))
      return books.move(payout.transactions, 'PAID_OUT')
    case 'fail':
    case 'reverse': {
      const from = does === 'fail' ? 'INITIATED' : 'SUCCEEDED'
      if (!moved || payout?.state !== from) return
      payout.state = 'FAILED'
      books.post(postPayoutFailed({ ...moved, wasPaid: does === 'reverse' }))
      for (const row of payout.transactions) row.payout = null
      return books.move(payout.transactions, 'AVAILABLE')
    }
    case 'dispute': {
      if (!place || books.disputes.some((one) => one.order.id === id)) return
      const opened = { id: String(nth), order, amountMinor: Math.max(1, left), isOpen: true }
      books.disputes.push(opened)
      books.post(
        postDisputeOpened({
          disputeId: opened.id,
          orderId: id,
          orderNumber,
          at,
          currency,
          amountMinor: opened.amountMinor,
          place: here,
        }),
      )
      return
    }
    case 'win':
    case 'lose': {
      if (!dispute?.isOpen) return
      dispute.isOpen = false
      const settled = {
        disputeId: dispute.id,
        orderId: dispute.order.id,
        orderNumber,
        at,
        currency: dispute.order.currency,
        amountMinor: dispute.amountMinor,
        place: here,
      }
      books.post(does === 'win' ? postDisputeWon(settled) : postDisputeLost({ ...settled, feeMinor: 2000 }))
      return
    }
    case 'adjust':
      books.post(
        postAdjustment({
          adjustmentId: String(nth),
          at,
          currency,
          amountMinor: pick - 50,
          description: 'Goodwill',
          order: { id, number: orderNumber },
        }),
      )
  }
}

/** Plays a history; `check` sees the books after each step. */
export function play(
  pushed: readonly Draft[],
  history: readonly Step[],
  check: (books: Books) => void = () => {},
): Books {
  const books = new Books()
  for (const [index, draft] of pushed.entries()) books.orders.set(index + 1, orderOf(draft, index + 1))
  for (const [nth, step] of history.entries()) {
    take(books, step, nth)
    check(books)
  }
  return books
}
