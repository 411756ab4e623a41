import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { readChoice, staysToShip, unitsBeyond } from './cancel-form.ts'
import {
  isGone,
  planCancellation,
  shareOfUnits,
  stillOpen,
  type CancelLine,
  type CancelOrder,
  type CancelPlan,
} from './cancel-plan.ts'

const line = (number: number, more: Partial<CancelLine> = {}): CancelLine => ({
  line: number,
  ordered: 3,
  shipped: 0,
  cancelled: 0,
  paidMinor: 1000,
  leftMinor: 1000,
  ...more,
})
const order = (lines: CancelLine[], more: Partial<CancelOrder> = {}): CancelOrder => ({
  lines,
  shippingLeftMinor: 495,
  leftMinor: lines.reduce((sum, { leftMinor }) => sum + leftMinor, 495),
  ...more,
})
const plan = (of: CancelOrder, units: [number, number][] | 'rest', withShipping = false) =>
  planCancellation(of, { units: units === 'rest' ? 'rest' : new Map(units), withShipping })

describe('the amount of a cancellation', () => {
  it('is the units’ share, without shipping unless it is chosen', () => {
    const two = order([line(1), line(2, { ordered: 1, paidMinor: 250, leftMinor: 250 })])
    expect(plan(two, [[1, 1]])).toMatchObject({ units: [{ line: 1, units: 1 }], isWhole: false, refundMinor: 333 })
    expect(plan(two, [[1, 1]], true)).toMatchObject({ refundMinor: 828, refund: { shippingMinor: 495 } })
    expect(plan(two, [[2, 1]])).toMatchObject({ refundMinor: 250 })
  })

  it('is everything paid if nothing of the order is left, and the rest if something has shipped', () => {
    const two = order([line(1), line(2)])
    const whole = { isWhole: true, refund: 'rest', refundMinor: 2495 }
    expect(plan(two, 'rest')).toMatchObject(whole)
    expect(
      plan(two, [
        [1, 3],
        [2, 3],
      ]),
    ).toMatchObject(whole)
    const begun = order([line(1, { shipped: 2 }), line(2)])
    expect(plan(begun, 'rest')).toMatchObject({
      units: [
        { line: 1, units: 1 },
        { line: 2, units: 3 },
      ],
      isWhole: false,
      refundMinor: 1333,
    })
    // The other units were cancelled before, so nothing of the order remains.
    expect(plan(order([line(1, { cancelled: 3, leftMinor: 0 }), line(2)]), [[2, 3]])).toMatchObject({ isWhole: true })
  })

  it('never exceeds the rest of the line or order', () => {
    expect(plan(order([line(1, { leftMinor: 100 }), line(2)]), [[1, 2]])).toMatchObject({ refundMinor: 100 })
    expect(plan(order([line(1), line(2)], { leftMinor: 50 }), [[1, 2]], true)).toMatchObject({ refundMinor: 50 })
    expect(plan(order([line(1, { leftMinor: 0 }), line(2)]), [[1, 3]])).toMatchObject({ ok: true, refundMinor: 0 })
  })

  it('is refused for more units than are open, unknown lines, and nothing', () => {
    const one = order([line(1, { shipped: 1, cancelled: 1 }), line(2)])
    expect(plan(one, [[1, 1]])).toMatchObject({ ok: true })
    expect(plan(one, [[1, 2]])).toEqual({ ok: false, reason: 'more-than-open' })
    expect(plan(one, [[3, 1]])).toEqual({ ok: false, reason: 'more-than-open' })
    expect(plan(one, [[1, 0]])).toEqual({ ok: false, reason: 'nothing-chosen' })
    expect(unitsBeyond(new Map([[1, 2]]), one.lines)).toEqual(['units.1'])
  })

  it('leaves unselected items to be shipped', () => {
    const two = order([line(1), line(2, { shipped: 3 })])
    expect(staysToShip(two, plan(two, [[1, 2]]) as CancelPlan)).toEqual([{ line: 1, units: 1 }])
    expect(staysToShip(two, plan(two, 'rest') as CancelPlan)).toEqual([])
    expect([
      isGone(two.lines),
      isGone([line(1, { shipped: 2, cancelled: 1 })]),
      isGone([line(1, { cancelled: 3 })]),
    ]).toEqual([false, true, false])
    expect(stillOpen([{ line: 1, units: 3 }], [line(1, { shipped: 2 })])).toEqual(new Map([[1, 1]]))
  })

  it('unit by unit equals the amount at once, each within a minor unit of its share', () => {
    expectForAll(
      fc.nat(1_000_000_000),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 }),
      (paid, steps) => {
        const ordered = steps.reduce((sum, units) => sum + units, 0)
        let before = 0
        let sum = 0
        for (const units of steps) {
          const share = shareOfUnits(paid, ordered, before, units)
          expect(Math.abs(share - (paid * units) / ordered)).toBeLessThan(1)
          before += units
          sum += share
        }
        expect(sum).toBe(paid)
      },
    )
  })

  it('is read from the form: a number of units each, empty means none', () => {
    const lines = [line(1), line(2)]
    const read = (units: Record<number, string> | null) => readChoice({ units, withShipping: false }, { lines })
    expect(read(null)).toEqual({ units: 'rest', withShipping: false })
    expect(read({ 1: ' 2 ', 2: '' })).toEqual({ units: new Map([[1, 2]]), withShipping: false })
    for (const text of ['-1', '1.5', 'two', '1e2', '1234567'])
      expect(read({ 1: text, 2: '1' })).toEqual({ unread: ['units.1'] })
  })
})
