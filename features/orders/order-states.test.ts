import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cancelStates, fulfilmentStatuses, paymentStatuses } from './order.ts'
import { nextCancel, nextFulfilment, nextPayment, type CancelEvent, type CancelFacts } from './order-states.ts'

const amounts = fc.nat({ max: 1000 })

describe('payment', () => {
  it('follows what was refunded of what was paid', () => {
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

  it('refunds all of what was paid, and not a penny more', () => {
    const refund = (refundedMinor: number) =>
      nextPayment('PARTIALLY_REFUNDED', 'refund', { paidMinor: 100, refundedMinor })
    expect(refund(99)).toMatchObject({ ok: true, next: 'PARTIALLY_REFUNDED' })
    expect(refund(100)).toMatchObject({ ok: true, next: 'FULLY_REFUNDED' })
    expect(refund(101)).toMatchObject({ ok: false, reason: 'refund-exceeds-payment' })
  })

  it('pays a failed order again, and refunds nothing unpaid', () => {
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
  it('is a function of the units alone, whatever the way there', () => {
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

  it('says why not', () => {
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

describe('cancellation', () => {
  const placedAt = new Date('2026-11-01T10:00:00Z')
  const after = (ms: number, facts: Partial<CancelFacts> = {}): CancelFacts => ({
    placedAt,
    now: new Date(placedAt.getTime() + ms),
    paid: true,
    anythingShipped: false,
    ...facts,
  })
  const minute = 60_000
  const day = 1440 * minute

  it('keeps its time limits to the millisecond', () => {
    expect(nextCancel('NONE_REQUESTED', 'request', after(60 * minute)).ok).toBe(true)
    expect(nextCancel('NONE_REQUESTED', 'request', after(60 * minute + 1))).toEqual({ ok: false, reason: 'too-late' })
    expect(nextCancel('NONE_REQUESTED', 'cancel', after(30 * day)).ok).toBe(true)
    expect(nextCancel('NONE_REQUESTED', 'cancel', after(30 * day + 1))).toEqual({ ok: false, reason: 'too-late' })
  })

  it('never cancels by hand what has left, and nothing leaves CANCELED', () => {
    const events = fc.constantFrom<CancelEvent>('request', 'approve', 'reject', 'expire', 'cancel')
    fc.assert(
      fc.property(
        fc.constantFrom(...cancelStates),
        events,
        fc.nat(40 * day),
        fc.boolean(),
        (state, event, age, paid) => {
          if (event !== 'expire')
            expect(nextCancel(state, event, after(age, { paid, anythingShipped: true }))).not.toMatchObject({
              next: 'CANCELED',
            })
          expect(nextCancel('CANCELED', event, after(age, { paid })).ok).toBe(false)
        },
      ),
    )
  })

  it('lets a paid order stand where nobody answers, and cancels an unpaid one', () => {
    expect(nextCancel('IN_PROGRESS', 'expire', after(3 * day))).toMatchObject({ ok: true, next: 'NONE_REQUESTED' })
    expect(nextCancel('IN_PROGRESS', 'expire', after(3 * day, { paid: false }))).toMatchObject({
      ok: true,
      next: 'CANCELED',
    })
    expect(nextCancel('IN_PROGRESS', 'reject', after(0, { anythingShipped: true }))).toMatchObject({
      ok: true,
      next: 'NONE_REQUESTED',
    })
  })
})
