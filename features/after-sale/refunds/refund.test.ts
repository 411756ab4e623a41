import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import type { RefundPart } from '#features/core/order/order-event.ts'
import {
  askAgainAfter,
  divideRefund,
  leftOf,
  leftOfRefund,
  nextRefund,
  refundableOf,
  refundStates,
  waitsForPayment,
  type OrderMoney,
  type PastRefund,
  type RefundEvent,
  type RefundInput,
} from './refund.ts'
import { minute } from '#lib/duration.ts'

/** Two lines, the first with tax, and 4.95 shipping: 100.00 in total, fully paid. */
const money: OrderMoney = {
  lines: [
    { line: 1, itemMinor: 5000, shippingMinor: 250, taxMinor: 1000 },
    { line: 2, itemMinor: 3505, shippingMinor: 245, taxMinor: 0 },
  ],
  shippingMinor: 495,
  taxMinor: 1000,
  capturedMinor: 10_000,
  refunds: [],
}
const past = (amountMinor: number, more: Partial<PastRefund> = {}): PastRefund => ({
  state: 'REFUNDED',
  amountMinor,
  line: null,
  parts: [],
  ...more,
})
const part = (line: number | null, kind: RefundPart['kind'], minor: number): RefundPart => ({ line, kind, minor })
const lines = (amounts: Record<number, number>, shippingMinor = 0): RefundInput => ({
  lines: new Map(Object.entries(amounts).map(([line, minor]) => [Number(line), minor])),
  shippingMinor,
})

describe('an order awaiting payment', () => {
  const waiting = {
    payment_status: 'PENDING',
    fulfilment_status: 'NOT_STARTED',
    cancel_state: 'NONE_REQUESTED',
  } as const

  it('is not fully paid, not shipped and not cancelled', () => {
    expect(waitsForPayment(waiting)).toBe(true)
    expect(waitsForPayment({ ...waiting, payment_status: 'FAILED', cancel_state: 'IN_PROGRESS' })).toBe(true)
    expect(waitsForPayment({ ...waiting, payment_status: 'PAID' })).toBe(false)
    expect(waitsForPayment({ ...waiting, payment_status: 'PARTIALLY_REFUNDED' })).toBe(false)
    expect(waitsForPayment({ ...waiting, fulfilment_status: 'IN_PROGRESS' })).toBe(false)
    expect(waitsForPayment({ ...waiting, cancel_state: 'CANCELED' })).toBe(false)
  })
})

describe('the refundable amount', () => {
  it('is everything paid, line by line', () => {
    const refundable = refundableOf(money)
    expect(refundable.leftMinor).toBe(10_000)
    expect([leftOf(1, refundable), leftOf(2, refundable), leftOf('shipping', refundable)]).toEqual([6000, 3505, 495])
  })

  it('is reduced by completed and pending refunds, not by failed ones', () => {
    const refunds = [past(100), past(200, { state: 'PENDING' }), past(400, { state: 'FAILED' })]
    expect(refundableOf({ ...money, refunds }).leftMinor).toBe(9700)
  })

  it('counts a refund without parts against its line, with tax and shipping', () => {
    const refundable = refundableOf({ ...money, refunds: [past(6250, { line: 1 })] })
    expect([leftOf(1, refundable), leftOf(2, refundable), leftOf('shipping', refundable)]).toEqual([0, 3505, 245])
  })

  it('never exceeds the captured amount, whatever the lines say', () => {
    const refundable = refundableOf({ ...money, capturedMinor: 2000 })
    expect([refundable.leftMinor, leftOf(1, refundable)]).toEqual([2000, 2000])
  })
})

describe('dividing a refund', () => {
  const refundable = refundableOf(money)

  it('divides a line into price and tax, and the shipping among lines, by largest remainder', () => {
    expect(divideRefund(lines({ 1: 1001 }, 100), refundable)).toEqual({
      ok: true,
      amountMinor: 1101,
      parts: [part(1, 'ITEM', 834), part(1, 'TAX', 167), part(1, 'SHIPPING', 51), part(2, 'SHIPPING', 49)],
    })
  })

  it('refuses a penny more than is left of a line, the shipping or the order, and says how much is', () => {
    expect(divideRefund(lines({ 1: 6000, 2: 3505 }, 495), refundable)).toMatchObject({ ok: true, amountMinor: 10_000 })
    expect(divideRefund(lines({ 1: 6001, 2: 1 }, 496), refundable)).toEqual({
      ok: false,
      reason: 'more-than-left',
      over: [
        { of: 1, leftMinor: 6000 },
        { of: 'shipping', leftMinor: 495 },
      ],
    })
    expect(divideRefund({ amountMinor: 10_001 }, refundable)).toMatchObject({
      over: [{ of: 'order', leftMinor: 10_000 }],
    })
    const little = refundableOf({ ...money, capturedMinor: 4000 })
    expect(divideRefund(lines({ 1: 2000, 2: 2001 }), little)).toMatchObject({
      over: [{ of: 'order', leftMinor: 4000 }],
    })
  })

  it('does not take one line’s shipping from another', () => {
    const input: RefundInput = { lines: new Map([[2, 505]]), shippingMinor: 245, shippingOf: 2 }
    expect(divideRefund(input, refundable)).toMatchObject({ parts: [part(2, 'ITEM', 505), part(2, 'SHIPPING', 245)] })
    expect(divideRefund({ ...input, shippingMinor: 246 }, refundable)).toMatchObject({
      over: [{ of: 'shipping', leftMinor: 245 }],
    })
    expect(leftOf({ shippingOf: 1 }, refundable)).toBe(250)
  })

  it('refuses nothing at all', () => {
    for (const input of [lines({}), lines({ 1: 0 }), { amountMinor: 0 }])
      expect(divideRefund(input, refundable)).toEqual({ ok: false, reason: 'nothing-chosen' })
  })

  const minor = fc.integer({ min: 0, max: 50_000 })
  const someMoney = fc
    .record({
      lines: fc.array(fc.record({ itemMinor: minor, shippingMinor: minor, taxMinor: minor }), {
        minLength: 1,
        maxLength: 5,
      }),
      shippingMinor: minor,
      taxMinor: minor,
      capturedMinor: minor,
    })
    .map((given): OrderMoney => ({
      ...given,
      lines: given.lines.map((line, index) => ({ line: index + 1, ...line })),
      refunds: [],
    }))
  const someInput = fc.oneof(
    fc.constant('rest' as const),
    fc.record({ amountMinor: minor }),
    fc
      .record({
        given: fc.dictionary(fc.constantFrom('1', '2'), minor),
        shippingMinor: minor,
        of: fc.option(fc.constantFrom(1, 2)),
      })
      .map(({ given, shippingMinor, of }): RefundInput => ({
        lines: new Map(Object.entries(given).map(([line, each]) => [Number(line), each])),
        shippingMinor,
        ...(of !== null && { shippingOf: of }),
      })),
  )

  it('adds up exactly, and no sequence of refunds exceeds the captured amount or any part', () => {
    expectForAll(someMoney, fc.array(fc.tuple(someInput, fc.boolean()), { maxLength: 8 }), (start, inputs) => {
      let now = start
      for (const [input, fails] of inputs) {
        const before = refundableOf(now)
        const divided = divideRefund(input, before)
        if (!divided.ok) continue
        const { amountMinor, parts } = divided
        expect(parts.reduce((sum, each) => sum + each.minor, 0)).toBe(amountMinor)
        for (const each of parts) {
          const left = before.parts.find(({ line, kind }) => line === each.line && kind === each.kind)
          expect(each.minor).toBeGreaterThan(0)
          expect(each.minor).toBeLessThanOrEqual(left!.minor)
        }
        now = {
          ...now,
          refunds: [...now.refunds, past(amountMinor, { parts, state: fails ? 'FAILED' : 'REFUNDED' })],
        }
        expect(refundableOf(now).leftMinor).toBe(before.leftMinor - (fails ? 0 : amountMinor))
        const gone = now.refunds.reduce((sum, each) => sum + (each.state === 'FAILED' ? 0 : each.amountMinor), 0)
        expect(gone).toBeLessThanOrEqual(now.capturedMinor)
      }
      const rest = divideRefund('rest', refundableOf(now))
      expect(rest.ok).toBe(refundableOf(now).leftMinor > 0)
    })
  })
})

describe('the states of a refund', () => {
  const facts = { amountMinor: 500, leftMinor: 500 }

  it('succeeds or fails once; only a failed one can be repeated, for what is left', () => {
    expect(nextRefund('PENDING', 'make', facts)).toMatchObject({ next: 'REFUNDED' })
    expect(nextRefund('PENDING', 'refuse', facts)).toMatchObject({ next: 'FAILED' })
    expect(nextRefund('FAILED', 'retry', facts)).toMatchObject({ next: 'PENDING' })
    expect(nextRefund('FAILED', 'settle', facts)).toMatchObject({ next: 'REFUNDED' })
    for (const event of ['retry', 'settle'] as const)
      expect(nextRefund('FAILED', event, { ...facts, leftMinor: 499 })).toEqual({ ok: false, reason: 'more-than-left' })
    expect(nextRefund('PENDING', 'settle', facts)).toMatchObject({ ok: false })
  })

  it('that failed is limited by other refunds: no line is refunded twice', () => {
    const left = (parts: RefundPart[], refunds: PastRefund[]) =>
      leftOfRefund(parts, refundableOf({ ...money, refunds }))
    const refused = [part(1, 'ITEM', 5000), part(1, 'TAX', 1000)]
    expect(left(refused, [])).toBe(6000)
    expect(left(refused, [past(2000, { parts: [part(1, 'ITEM', 1500), part(1, 'SHIPPING', 500)] })])).toBe(4500)
    expect(left(refused, [past(6000, { parts: refused })])).toBe(0)
    // An imported refund belongs to the order; all of the refundable amount is left.
    expect(left([], [past(9000)])).toBe(1000)
  })

  it('that failed never exceeds the rest of the order, even if its parts were not refunded', () => {
    const little = refundableOf({ ...money, capturedMinor: 4000 })
    expect(leftOfRefund([part(1, 'ITEM', 5000)], little)).toBe(4000)
    expect(leftOfRefund([part(1, 'ITEM', 3999)], little)).toBe(3999)
  })

  it('lets nothing leave REFUNDED, whatever happens', () => {
    const events = fc.array(fc.constantFrom<RefundEvent>('make', 'refuse', 'retry', 'settle'), { maxLength: 12 })
    expectForAll(fc.constantFrom(...refundStates), events, (start, happened) => {
      let state = start
      for (const event of happened) {
        const step = nextRefund(state, event, facts)
        if (state === 'REFUNDED') expect(step.ok).toBe(false)
        if (step.ok) state = step.next
      }
    })
  })
})

it('is sent to the payment provider again after two minutes, then less often, at least every six hours', () => {
  expect([1, 2, 3, 9, 40].map((asked) => askAgainAfter(asked) / minute)).toEqual([2, 4, 8, 360, 360])
})
