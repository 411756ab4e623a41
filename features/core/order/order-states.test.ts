import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fulfilmentStatuses, paymentStatuses } from './order.ts'
import { nextFulfilment, nextPayment } from './order-states.ts'

const amounts = fc.nat({ max: 1000 })

describe('payment', () => {
  it('follows from what was paid and refunded', () => {
    fc.assert(
      fc.property(amounts, fc.array(amounts, { maxLength: 6 }), (paid, refunds) => {
        let state: (typeof paymentStatuses)[number] = 'PENDING'
        let refunded = 0
        const pay = nextPayment(state, 'pay', { paidMinor: paid, refundedMinor: 0 })
        expect(pay).toMatchObject({ ok: true, next: 'PAID' })
        state = 'PAID'
        for (const refund of refunds) {
          const outcome = nextPayment(state, 'refund', { paidMinor: paid, refundedMinor: refunded + refund })
          if (!outcome.ok) {
            expect(state === 'FULLY_REFUNDED' || refunded + refund > paid).toBe(true)
            continue
          }
          refunded += refund
          state = outcome.next
          expect(refunded).toBeLessThanOrEqual(paid)
          expect(state).toBe(refunded < paid ? 'PARTIALLY_REFUNDED' : 'FULLY_REFUNDED')
        }
      }),
    )
  })

  it('refunds what was paid, and not a penny more', () => {
    const refund = (refundedMinor: number) =>
      nextPayment('PARTIALLY_REFUNDED', 'refund', { paidMinor: 100, refundedMinor })
    expect(refund(99)).toMatchObject({ ok: true, next: 'PARTIALLY_REFUNDED' })
    expect(refund(100)).toMatchObject({ ok: true, next: 'FULLY_REFUNDED' })
    expect(refund(101)).toMatchObject({ ok: false, reason: 'refund-exceeds-payment' })
  })

  it('accepts another payment after a failed one, and refunds nothing unpaid', () => {
    const facts = { paidMinor: 100, refundedMinor: 0 }
    expect(nextPayment('FAILED', 'pay', facts)).toMatchObject({ ok: true, next: 'PAID' })
    expect(nextPayment('PENDING', 'refund', facts)).toEqual({ ok: false, reason: 'not-possible-now' })
    expect(nextPayment('PAID', 'fail', facts)).toEqual({ ok: false, reason: 'not-possible-now' })
    expect(nextPayment('PAID', 'refund', { paidMinor: 100, refundedMinor: 101 })).toEqual({
      ok: false,
      reason: 'refund-exceeds-payment',
    })
  })
})

describe('fulfilment', () => {
  it('depends on the units only, whatever the history', () => {
    const units = fc.record({ ordered: fc.integer({ min: 1, max: 9 }), shipped: fc.nat(9), cancelled: fc.nat(9) })
    fc.assert(
      fc.property(
        fc.constantFrom(...fulfilmentStatuses),
        fc.constantFrom('ship', 'void'),
        units,
        (state, event, facts) => {
          const outcome = nextFulfilment(state, event, facts)
          if (!outcome.ok) return
          const complete = facts.shipped + facts.cancelled >= facts.ordered
          expect(outcome.next).toBe(facts.shipped === 0 ? 'NOT_STARTED' : complete ? 'FULFILLED' : 'IN_PROGRESS')
          if (event === 'ship') expect(facts.shipped + facts.cancelled).toBeLessThanOrEqual(facts.ordered)
        },
      ),
    )
  })

  it('gives the reason for a refusal', () => {
    expect(nextFulfilment('NOT_STARTED', 'ship', { ordered: 2, shipped: 2, cancelled: 1 })).toEqual({
      ok: false,
      reason: 'more-than-ordered',
    })
    expect(nextFulfilment('NOT_STARTED', 'ship', { ordered: 2, shipped: 0, cancelled: 0 })).toEqual({
      ok: false,
      reason: 'nothing-to-ship',
    })
    expect(nextFulfilment('NOT_STARTED', 'void', { ordered: 2, shipped: 0, cancelled: 0 }).ok).toBe(false)
  })
})
