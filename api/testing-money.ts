import fc from 'fast-check'
import type { OrderExtra } from '#features/core/order/extra.ts'
import { currencyDecimals } from '#lib/money.ts'

export const placedAt = new Date('2026-11-20T09:30:00Z')
const address = {
  name: 'Lola',
  company: null,
  line1: '1 High Street',
  line2: null,
  line3: null,
  city: 'York',
  region: null,
  postal_code: 'YO1',
  country: 'GB',
  phone: null,
}

/** Fields of an order that do not matter here. */
export const silent = {
  placedAt,
  buyer: { id: null, username: 'lola', name: 'Lola', email: null },
  shipTo: address,
  delivery: 'SHIP',
  shippingService: null,
  buyerNote: null,
  taxNumbers: [],
  gift: null,
  billTo: null,
  metadata: null,
  group: null,
  onShort: null,
  deliveryMin: null,
  deliveryMax: null,
  payments: [],
  history: null,
} as const

// An independent model of a seller's amounts: pushed orders, payments and refunds.

/** An order line, in minor units. */
export interface MoneyLine {
  quantity: number
  price: number
  discount: number
  shipping: number
  tax: number
}

/** Extras of an order: what they add, with its tax, and what of it they take off again. */
interface MoneyExtras {
  added: number
  reduced: number
  tax: number
}

/** An order with its payments and refunds. */
export interface MoneyOrder {
  currency: string
  lines: MoneyLine[]
  extras: MoneyExtras
  payments: { minor: number; state: 'PENDING' | 'PAID' | 'FAILED' }[]
  refunds: { minor: number; state: 'PENDING' | 'REFUNDED' | 'FAILED' }[]
  isCancelled: boolean
  /** Units that are left of a sale that was refunded before all was shipped. */
  units?: number
}

/** Sum of the numbers; 0 if there are none. */
export const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

const ofState = (rows: readonly { minor: number; state: string }[], state: string) =>
  sum(rows.filter((row) => row.state === state).map(({ minor }) => minor))

/** All amounts of an order, in minor units. */
export function figuresOf({ lines, extras, payments, refunds, isCancelled, units }: MoneyOrder) {
  const items = sum(lines.map(({ quantity, price }) => quantity * price))
  const [lineDiscount, shipping, lineTax] = (['discount', 'shipping', 'tax'] as const).map((of) =>
    sum(lines.map((line) => line[of])),
  ) as [number, number, number]
  const [subtotal, discount, tax] = [items + extras.added, lineDiscount + extras.reduced, lineTax + extras.tax] as const
  const total = subtotal - discount + shipping + tax
  const [paid, back, onTheWay] = [
    ofState(payments, 'PAID'),
    ofState(refunds, 'REFUNDED'),
    ofState(refunds, 'PENDING'),
  ] as const
  const isOpen = payments.some(({ state }) => state === 'PENDING')
  const isPaid = payments.some(({ state }) => state === 'PAID') && paid === total && !isOpen
  return {
    items,
    lineDiscount,
    lineTax,
    subtotal,
    discount,
    shipping,
    tax,
    total,
    paid,
    back,
    units: units ?? sum(lines.map(({ quantity }) => quantity)),
    left: paid - back - onTheWay,
    isSale: isPaid && !isCancelled,
  }
}

/** The extras as an order has them. */
export const orderExtras = ({ added, reduced, tax }: MoneyExtras): OrderExtra[] => [
  {
    kind: 'GIFT_WRAP',
    title: 'Wrap',
    minor: added,
    taxes: [{ name: 'VAT', rate: null, minor: tax, included: false }],
  },
  { kind: 'ADJUSTMENT', title: 'Loyalty', minor: 0 - reduced, taxes: [] },
]

/** Minor units as a decimal, independent of the hub's implementation. */
export function plainDecimal(minor: number, currency: string): string {
  const decimals = currencyDecimals(currency)
  return (minor / 10 ** decimals).toFixed(decimals)
}

const line = fc
  .record({
    quantity: fc.integer({ min: 1, max: 4 }),
    price: fc.integer({ min: 0, max: 9_999 }),
    // Percent of the line's price with shipping.
    off: fc.constantFrom(0, 0, 0, 10, 33, 100),
    shipping: fc.constantFrom(0, 0, 1, 395, 1_001),
    tax: fc.constantFrom(0, 0, 7, 250),
  })
  .map(({ off, ...each }) => ({
    ...each,
    discount: Math.floor(((each.quantity * each.price + each.shipping) * off) / 100),
  }))

const extras = fc
  .record({
    added: fc.constantFrom(0, 0, 350, 2_001),
    // Percent of what they add.
    off: fc.constantFrom(0, 0, 33, 100),
    tax: fc.constantFrom(0, 70),
  })
  .map(({ added, off, tax }): MoneyExtras => ({
    added,
    reduced: Math.floor((added * off) / 100),
    tax: added > 0 ? tax : 0,
  }))

/** Generated orders in currencies with zero, two or three decimals. */
export const moneyOrders = fc.record({
  currency: fc.constantFrom('GBP', 'JPY', 'KWD'),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  extras,
  isPaid: fc.constantFrom(true, true, false),
})

/** Generated steps on an order's amounts; `pick` selects amount and target. */
export const moneySteps = fc.record({
  does: fc.constantFrom(
    ...(['pay', 'pay', 'pay', 'part', 'later', 'fail', 'ship', 'cancel'] as const),
    ...(['refund', 'refund', 'rest', 'line', 'answer', 'answer', 'refuse'] as const),
  ),
  of: fc.nat({ max: 2 }),
  pick: fc.nat({ max: 99 }),
})

/** A generated step. */
export type MoneyStep = typeof moneySteps extends fc.Arbitrary<infer Value> ? Value : never
