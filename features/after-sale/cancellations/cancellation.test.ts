import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { day, minute } from '#lib/duration.ts'
import { fullMonths } from '#lib/zoned-time.ts'
import {
  isClosed,
  nextCancellation,
  possibleReasons,
  sellerReasons,
  type CancelEvent,
  type CancelFacts,
  type CancellationState,
} from './cancellation.ts'

const placedAt = new Date('2026-11-01T10:00:00Z')
const after = (ms: number, more: Partial<CancelFacts> = {}): CancelFacts => ({
  placedAt,
  now: new Date(placedAt.getTime() + ms),
  reason: 'BUYER_ASKED_CANCEL',
  isPaid: true,
  leftMinor: 500,
  isGone: false,
  isPart: false,
  hasOpenCase: false,
  respondBy: new Date(placedAt.getTime() + 3 * day),
  deadlines: testPolicyPack.deadlines,
  ...more,
})
const unpaid = { isPaid: false, leftMinor: 0 }

it('measures a busy seller by full months in their time zone', () => {
  const months = (now: string, zone: string) => {
    const { from, before } = fullMonths(new Date(now), zone, 3)
    return [from.toISOString(), before.toISOString()]
  }
  expect(months('2026-01-31T23:30:00Z', 'UTC')).toEqual(['2025-10-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'])
  // It is already February in Berlin; the months begin in both summer and winter time.
  expect(months('2026-01-31T23:30:00Z', 'Europe/Berlin')).toEqual([
    '2025-10-31T23:00:00.000Z',
    '2026-01-31T23:00:00.000Z',
  ])
  expect(months('2026-11-23T12:00:00Z', 'Europe/Berlin')[0]).toBe('2026-07-31T22:00:00.000Z')
})

describe('a cancellation', () => {
  it('keeps its time limits to the millisecond', () => {
    expect(nextCancellation('NONE', 'request', after(60 * minute))).toMatchObject({ next: 'REQUESTED' })
    expect(nextCancellation('NONE', 'request', after(60 * minute + 1))).toEqual({ ok: false, reason: 'too-late' })
    expect(nextCancellation('NONE', 'cancel', after(30 * day)).ok).toBe(true)
    expect(nextCancellation('NONE', 'cancel', after(30 * day + 1))).toEqual({ ok: false, reason: 'too-late' })
  })

  it('can be answered until its deadline, and expires only after it', () => {
    for (const event of ['approve', 'decline'] as const) {
      expect(nextCancellation('REQUESTED', event, after(3 * day)).ok).toBe(true)
      expect(nextCancellation('REQUESTED', event, after(3 * day + 1))).toEqual({ ok: false, reason: 'too-late' })
    }
    expect(nextCancellation('REQUESTED', 'expire', after(3 * day))).toEqual({ ok: false, reason: 'not-due' })
    expect(nextCancellation('REQUESTED', 'expire', after(3 * day + 1)).ok).toBe(true)
  })

  it('keeps a paid order without an answer, and cancels an unpaid one', () => {
    expect(nextCancellation('REQUESTED', 'expire', after(4 * day))).toMatchObject({
      next: 'CLOSED_FOR_COMMITMENT',
      effects: [],
    })
    expect(nextCancellation('REQUESTED', 'expire', after(4 * day, unpaid))).toMatchObject({
      next: 'CLOSED_NO_REFUND',
      effects: ['cancels-units'],
    })
    // Paid only after the response deadline: cancelled and refunded.
    expect(nextCancellation('REQUESTED', 'expire', after(4 * day, { isPaid: false }))).toMatchObject({
      next: 'REFUND_PENDING',
      effects: ['cancels-units', 'refunds'],
    })
  })

  it('for non-payment waits as long as the marketplace requires, and is not possible for a paid order', () => {
    const reason = 'ORDER_UNPAID'
    expect(nextCancellation('NONE', 'cancel', after(4 * day, { ...unpaid, reason }))).toEqual({
      ok: false,
      reason: 'too-early',
    })
    expect(nextCancellation('NONE', 'cancel', after(4 * day + 1, { ...unpaid, reason }))).toMatchObject({
      next: 'CLOSED_NO_REFUND',
    })
    expect(nextCancellation('NONE', 'cancel', after(5 * day, { reason }))).toEqual({ ok: false, reason: 'is-paid' })
    expect(possibleReasons('NONE', after(5 * day))).toEqual(sellerReasons.filter((each) => each !== reason))
    // After that, only the hub cancels.
    expect(nextCancellation('NONE', 'lapse', after(30 * day, unpaid))).toEqual({ ok: false, reason: 'not-due' })
    expect(possibleReasons('NONE', after(30 * day + 1, unpaid))).toEqual([])
    expect(nextCancellation('NONE', 'lapse', after(30 * day + 1, unpaid))).toMatchObject({ next: 'CLOSED_NO_REFUND' })
    expect(nextCancellation('NONE', 'lapse', after(30 * day + 1))).toEqual({ ok: false, reason: 'is-paid' })
    for (const hinders of [{ isGone: true }, { hasOpenCase: true }])
      expect(possibleReasons('NONE', after(5 * day, hinders))).toEqual([])
  })

  it('never cancels shipped items or twice in any sequence of events, and ends once it is closed', () => {
    const events = fc.record({
      event: fc.constantFrom<CancelEvent>(
        'request',
        'approve',
        'decline',
        'expire',
        'cancel',
        'decide',
        'lapse',
        'refunded',
      ),
      age: fc.nat(40 * day),
      isPaid: fc.boolean(),
      leftMinor: fc.constantFrom(0, 500),
      isGone: fc.boolean(),
      reason: fc.constantFrom(...sellerReasons),
    })
    expectForAll(fc.array(events, { maxLength: 20 }), (happened) => {
      let state: CancellationState | 'NONE' = 'NONE'
      let cancelled = 0
      for (const { event, age, ...facts } of happened) {
        const now = after(age, facts)
        const step = nextCancellation(state, event, now)
        if (!step.ok) continue
        const cancels = step.effects.includes('cancels-units')
        if (cancels && event !== 'expire') expect(facts.isGone).toBe(false)
        if (step.effects.includes('refunds')) expect([cancels, now.leftMinor > 0]).toEqual([true, true])
        expect(step.next === 'REFUND_PENDING').toBe(step.effects.includes('refunds'))
        cancelled += cancels ? 1 : 0
        expect(cancelled).toBeLessThanOrEqual(1)
        // A new one starts only if the last was not completed.
        if (event === 'request' || event === 'cancel' || event === 'decide' || event === 'lapse')
          expect(['NONE', 'REJECTED', 'CLOSED_FOR_COMMITMENT']).toContain(state)
        state = step.next
        expect(isClosed(state)).toBe(!['REQUESTED', 'REFUND_PENDING'].includes(state))
      }
    })
  })
})
