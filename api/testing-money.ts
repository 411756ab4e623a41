import fc from 'fast-check'
import { currencyDecimals } from '#lib/money.ts'

// An independent model of a seller's amounts: pushed orders, payments and refunds.

/** An order line, in minor units. */
export interface MoneyLine {
  quantity: number
  price: number
  discount: number
  shipping: number
  tax: number
}

/** An order with its payments and refunds. */
export interface MoneyOrder {
  currency: string
  lines: MoneyLine[]
  payments: { minor: number; state: 'PENDING' | 'PAID' | 'FAILED' }[]
  refunds: { minor: number; state: 'PENDING' | 'REFUNDED' | 'FAILED' }[]
  isCancelled: boolean
}

/** Sum of the numbers; 0 if there are none. */
export const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

const ofState = (rows: readonly { minor: number; state: string }[], state: string) =>
  sum(rows.filter((row) => row.state === state).map(({ minor }) => minor))

/** All amounts of an order, in minor units. */
export function figuresOf({ lines, payments, refunds, isCancelled }: MoneyOrder) {
  const subtotal = sum(lines.map(({ quantity, price }) => quantity * price))
  const [discount, shipping, tax] = (['discount', 'shipping', 'tax'] as const).map((of) =>
    sum(lines.map((line) => line[of])),
  ) as [number, number, number]
  const total = subtotal - discount + shipping + tax
  const [paid, back, onTheWay] = [
    ofState(payments, 'PAID'),
    ofState(refunds, 'REFUNDED'),
    ofState(refunds, 'PENDING'),
  ] as const
  const isOpen = payments.some(({ state }) => state === 'PENDING')
  const isPaid = payments.some(({ state }) => state === 'PAID') && paid === total && !isOpen
  return {
    subtotal,
    discount,
    shipping,
    tax,
    total,
    paid,
    back,
    units: sum(lines.map(({ quantity }) => quantity)),
    left: paid - back - onTheWay,
    isSale: isPaid && !isCancelled,
  }
}

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

/** Generated orders in currencies with zero, two or three decimals. */
export const moneyOrders = fc.record({
  currency: fc.constantFrom('GBP', 'JPY', 'KWD'),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
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
