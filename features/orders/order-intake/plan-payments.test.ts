import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { planPayments } from './plan-payments.ts'
import type { PushedPayment } from './pushed-payment.ts'

const placedAt = new Date('2026-11-20T09:30:00Z')
const [early, late] = [new Date('2026-11-20T09:31:00Z'), new Date('2026-11-20T10:00:00Z')]
const payment = (id: string, amountMinor: number | null, change: Partial<PushedPayment> = {}): PushedPayment => ({
  id,
  method: 'CARD',
  state: 'PAID',
  amountMinor,
  currency: 'GBP',
  paidAt: early,
  ...change,
})
const plan = (payments: PushedPayment[], totalMinor = 1_000) =>
  planPayments({ payments, currency: 'GBP', placedAt }, totalMinor)

describe('the first payments of an order', () => {
  it('pay it once they reach the total, at the time of the last', () => {
    const both = [payment('voucher', 400, { paidAt: late }), payment('card', 600)]
    expect(plan(both)).toMatchObject({ ok: true, state: 'PAID', paidMinor: 1_000, paidAt: late })
    expect(plan(both, 1_001)).toMatchObject({ ok: true, state: 'PENDING', paidMinor: 1_000, paidAt: null })
  })

  it('leave it open while one is pending, and count none that failed', () => {
    const pending = payment('b', 600, { state: 'PENDING', paidAt: null })
    const failed = payment('c', 600, { state: 'FAILED', paidAt: null })
    expect(plan([payment('a', 400), pending])).toMatchObject({ state: 'PENDING', paidMinor: 400, paidAt: null })
    expect(plan([failed, payment('a', 1_000)])).toMatchObject({ state: 'PAID', paidAt: early })
    expect(plan([failed])).toMatchObject({ state: 'FAILED', paidMinor: 0, paidAt: null })
    expect(plan([])).toMatchObject({ state: null, payments: [] })
  })

  it('are refused by their place where they are too much or in another currency', () => {
    expect(plan([payment('a', 400), payment('b', 601)])).toEqual({ ok: false, reason: 'payment-too-much', nth: 1 })
    expect(plan([payment('a', 400, { currency: 'EUR' })])).toEqual({ ok: false, reason: 'payment-currency', nth: 0 })
  })

  it('of a free order are one of nothing', () => {
    expect(plan([], 0)).toMatchObject({ state: 'PAID', paidAt: placedAt, payments: [{ id: null, amountMinor: 0 }] })
  })

  it('add up to the total if they are its parts, however it is divided', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 20 })
    expectForAll(parts, (amounts) => {
      const total = amounts.reduce((sum, minor) => sum + minor, 0)
      const all = amounts.map((minor, nth) => payment(`p-${nth}`, minor))
      expect(plan(all, total)).toMatchObject({ state: 'PAID', paidMinor: total })
      expect(plan(all, total - 1)).toMatchObject({ ok: false, nth: amounts.length - 1 })
    })
  })
})
