import { describe, expect, it } from 'vitest'
import { validatePayment } from './payment.ts'
import type { PushedPayment } from './pushed-payment.ts'

const paidAt = new Date('2026-11-20T10:00:00Z')
const card: PushedPayment = { id: 'p', method: 'CARD', state: 'PAID', amountMinor: 500, currency: 'GBP', paidAt }
const known = { state: 'PAID', method: 'CARD', amount_minor: 500, paid_at: paidAt } as const
const order = { currency: 'GBP', totalMinor: 1000, openMinor: 1000, known: null }
const taken = (amountMinor: number) => ({ ok: true, amountMinor, repeated: false })
const refused = (reason: string) => ({ ok: false, reason })

describe('a payment', () => {
  it('is accepted up to the open amount, which is its default', () => {
    expect(validatePayment({ ...card, amountMinor: 1000 }, order)).toEqual(taken(1000))
    expect(validatePayment({ ...card, amountMinor: null }, order)).toEqual(taken(1000))
    expect(validatePayment({ ...card, amountMinor: 1001 }, order)).toEqual(refused('payment-too-much'))
    expect(validatePayment({ ...card, amountMinor: null }, { ...order, openMinor: 0 })).toEqual(
      refused('payment-too-much'),
    )
    expect(validatePayment({ ...card, currency: 'EUR' }, order)).toEqual(refused('payment-currency'))
  })

  it('that failed pays nothing, whatever its amount', () => {
    expect(validatePayment({ ...card, state: 'FAILED', amountMinor: 1001 }, order)).toEqual(taken(1001))
  })

  it('is idempotent when repeated; with changes, it only leaves pending', () => {
    expect(validatePayment(card, { ...order, known })).toEqual({ ...taken(500), repeated: true })
    const otherwise = [
      { method: 'BANK_TRANSFER' },
      { state: 'FAILED' },
      { amountMinor: 499 },
      { paidAt: new Date(0) },
    ] as const
    for (const change of otherwise) {
      expect(validatePayment({ ...card, ...change }, { ...order, known })).toEqual(refused('payment-settled'))
      const pending = { ...known, state: 'PENDING' } as const
      expect(validatePayment({ ...card, ...change }, { ...order, known: pending })).toMatchObject({ repeated: false })
    }
  })
})
