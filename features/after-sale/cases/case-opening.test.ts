import { describe, expect, it } from 'vitest'
import { returnReasons } from '#features/core/order/order-case.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { day } from '#lib/duration.ts'
import { openingRefusal, type OpeningFacts } from './case-opening.ts'
import { acceptableReasons, ruledStep } from './case-rules.ts'

const arrivedAt = new Date('2026-11-01T12:00:00Z')
const { notAsDescribedWindow } = testPolicyPack.deadlines
const after = (milliseconds: number) => new Date(arrivedAt.getTime() + milliseconds)

const refusal = (facts: Partial<OpeningFacts> = {}) =>
  openingRefusal({
    kind: 'RETURN',
    reason: 'DEFECTIVE_ITEM',
    units: 2,
    freeUnits: 2,
    isPaid: true,
    isDisputed: false,
    isShipped: true,
    isDelivered: true,
    hasProof: true,
    arrivedAt,
    returnDays: 14,
    now: after(day),
    deadlines: testPolicyPack.deadlines,
    ...facts,
  })

describe('a buyer opens a case', () => {
  it('for units that are paid, shipped and in no other case', () => {
    expect(refusal()).toBeNull()
    expect(refusal({ isPaid: false, isShipped: false })).toBe('not-paid')
    expect(refusal({ isShipped: false, isDelivered: false })).toBe('not-shipped')
    expect(refusal({ isDisputed: true })).toBe('disputed')
    expect(refusal({ freeUnits: 1 })).toBe('no-unit-left')
    expect(refusal({ units: 0 })).toBe('no-unit-left')
  })

  it('to return delivered items within the seller’s return period, or the marketplace’s if not as described', () => {
    expect(refusal({ isDelivered: false })).toBe('not-delivered')
    const changedMind = { reason: 'WRONG_SIZE' } as const
    expect(refusal({ ...changedMind, now: after(14 * day) })).toBeNull()
    expect(refusal({ ...changedMind, now: after(14 * day + 1) })).toBe('too-late')
    for (const returnDays of [0, null]) {
      expect(refusal({ ...changedMind, returnDays })).toBe('no-returns')
      expect(refusal({ returnDays, now: after(notAsDescribedWindow) })).toBeNull()
    }
    expect(refusal({ now: after(notAsDescribedWindow + 1) })).toBe('too-late')
    // A seller's policy may exceed the marketplace's.
    const generous = notAsDescribedWindow / day + 30
    expect(refusal({ returnDays: generous, now: after(generous * day) })).toBeNull()
    expect(refusal({ returnDays: generous, now: after(generous * day + 1) })).toBe('too-late')
    expect(refusal({ arrivedAt: null, now: after(9999 * day) })).toBeNull()
  })

  it('for items that are overdue and not delivered according to the carrier', () => {
    const lost = { kind: 'NOT_RECEIVED', reason: 'ITEM_NOT_RECEIVED', isDelivered: false, hasProof: false } as const
    expect(refusal({ ...lost, now: after(-1) })).toBe('too-early')
    expect(refusal({ ...lost, now: arrivedAt })).toBeNull()
    expect(refusal({ ...lost, arrivedAt: null, now: after(-day) })).toBeNull()
    expect(refusal({ ...lost, hasProof: true })).toBe('delivered')
  })
})

describe('a rule of the seller', () => {
  const rules = { acceptReasons: returnReasons, refundUpToMinor: 500, labelMinor: null }

  it('refunds up to its amount, but not if the buyer changed their mind', () => {
    const broken = { kind: 'RETURN', reason: 'DEFECTIVE_ITEM' } as const
    expect(ruledStep(broken, 500, rules)).toBe('refund')
    expect(ruledStep(broken, 501, rules)).toBe('accept')
    expect(ruledStep(broken, 0, rules)).toBe('accept')
    expect(ruledStep(broken, 500, { ...rules, refundUpToMinor: null })).toBe('accept')
    expect(ruledStep({ kind: 'RETURN', reason: 'NO_LONGER_NEED_ITEM' }, 1, rules)).toBe('accept')
  })

  it('accepts only returns, for the reasons it names', () => {
    const lost = { kind: 'NOT_RECEIVED', reason: 'ITEM_NOT_RECEIVED' } as const
    expect(ruledStep(lost, 500, rules)).toBe('refund')
    expect(ruledStep(lost, 501, rules)).toBeNull()
    const few = { ...rules, acceptReasons: ['WRONG_SIZE'] as const, refundUpToMinor: null }
    expect(ruledStep({ kind: 'RETURN', reason: 'WRONG_SIZE' }, 1, few)).toBe('accept')
    expect(ruledStep({ kind: 'RETURN', reason: 'DEFECTIVE_ITEM' }, 1, few)).toBeNull()
  })

  it('cannot automatically accept damaged or incomplete items', () => {
    const acceptable: readonly string[] = acceptableReasons
    expect(returnReasons.filter((reason) => !acceptable.includes(reason))).toEqual(['ARRIVED_DAMAGED', 'MISSING_PARTS'])
  })
})
