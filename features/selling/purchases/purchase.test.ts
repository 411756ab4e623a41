import { describe, expect, it } from 'vitest'
import { takeStep } from '#lib/state-table.ts'
import {
  purchaseChoices,
  purchaseTable,
  type PurchaseEvent,
  type PurchaseFacts,
  type PurchaseState,
} from './purchase.ts'

const facts: PurchaseFacts = { lines: 1, received: 0, isShort: true, wasOrdered: true, lacksRate: false }
const next = (state: PurchaseState, event: PurchaseEvent, change: Partial<PurchaseFacts> = {}) => {
  const step = takeStep(purchaseTable, { state, event, facts: { ...facts, ...change } })
  return step.ok ? step.next : step.reason
}

describe('a purchase order', () => {
  it('is ordered once it has lines and a rate', () => {
    expect(next('DRAFT', 'order')).toBe('ORDERED')
    expect(next('DRAFT', 'order', { lines: 0 })).toBe('empty')
    expect(next('DRAFT', 'order', { lacksRate: true })).toBe('no-rate')
  })

  it('moves with what is received, and back', () => {
    expect(next('ORDERED', 'receive', { received: 3 })).toBe('PARTLY_RECEIVED')
    expect(next('PARTLY_RECEIVED', 'receive', { received: 9, isShort: false })).toBe('RECEIVED')
    expect(next('RECEIVED', 'receive', { received: 0 })).toBe('ORDERED')
    expect(next('DRAFT', 'receive', { received: 3 })).toBe('not-now')
    expect(next('CANCELLED', 'receive', { received: 3 })).toBe('not-now')
  })

  it('is closed short and opened again', () => {
    expect(next('PARTLY_RECEIVED', 'close')).toBe('RECEIVED')
    expect(next('RECEIVED', 'reopen')).toBe('PARTLY_RECEIVED')
    expect(next('RECEIVED', 'reopen', { isShort: false })).toBe('not-now')
    expect(next('CANCELLED', 'reopen')).toBe('ORDERED')
    expect(next('CANCELLED', 'reopen', { wasOrdered: false })).toBe('DRAFT')
  })

  it('is not cancelled once some has come', () => {
    expect(purchaseChoices('ORDERED', facts)).toEqual(['receive', 'cancel', 'withdraw'])
    expect(purchaseChoices('PARTLY_RECEIVED', { ...facts, received: 1 })).toEqual(['receive', 'close'])
  })
})
