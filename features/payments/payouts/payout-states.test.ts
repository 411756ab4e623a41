import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { hour, minute } from '#lib/duration.ts'
import {
  askPayoutAgainAt,
  isCovered,
  nextPayoutState,
  payoutKey,
  type PayoutEvent,
  type PayoutState,
} from './payout-states.ts'

const first = { attempts: 1, most: 3 }
const last = { attempts: 3, most: 3 }
const events: PayoutEvent[] = ['pay', 'fail-for-now', 'fail', 'retry', 'reverse']
const states: PayoutState[] = ['INITIATED', 'SUCCEEDED', 'RETRYABLE_FAILED', 'TERMINAL_FAILED', 'REVERSED']
const step = (state: PayoutState, event: PayoutEvent, facts = first) => {
  const taken = nextPayoutState(state, event, facts)
  return taken.ok ? [taken.next, ...taken.effects] : taken.reason
}

describe('a payout', () => {
  it('is paid, or fails for a while, or for good', () => {
    expect(step('INITIATED', 'pay')).toEqual(['SUCCEEDED', 'settles-rows'])
    expect(step('INITIATED', 'fail')).toEqual(['TERMINAL_FAILED', 'returns-rows'])
    expect(step('INITIATED', 'fail-for-now')).toEqual(['RETRYABLE_FAILED'])
    expect(step('RETRYABLE_FAILED', 'retry')).toEqual(['INITIATED'])
    expect(step('SUCCEEDED', 'reverse')).toEqual(['REVERSED', 'returns-rows'])
  })
  it('fails for good after the last attempt', () => {
    expect(step('INITIATED', 'fail-for-now', { attempts: 2, most: 3 })).toEqual(['RETRYABLE_FAILED'])
    expect(step('INITIATED', 'fail-for-now', last)).toEqual(['TERMINAL_FAILED', 'returns-rows'])
  })
  it('refuses every other step', () => {
    const taken = states.flatMap((state) => events.filter((event) => nextPayoutState(state, event, first).ok).length)
    expect(taken).toEqual([3, 1, 1, 0, 0])
    expect(step('SUCCEEDED', 'pay')).toBe('not-possible-now')
  })
  it('returns its rows at most once, whatever is reported', () => {
    expectForAll(fc.array(fc.constantFrom(...events), { maxLength: 12 }), (reported) => {
      let state: PayoutState = 'INITIATED'
      let attempts = 1
      const effects: string[] = []
      for (const event of reported) {
        const taken = nextPayoutState(state, event, { attempts, most: 3 })
        if (!taken.ok) continue
        state = taken.next
        if (event === 'retry') attempts += 1
        effects.push(...taken.effects)
      }
      expect(attempts).toBeLessThanOrEqual(3)
      expect(effects.filter((effect) => effect === 'returns-rows').length).toBe(
        state === 'TERMINAL_FAILED' || state === 'REVERSED' ? 1 : 0,
      )
      expect(effects.filter((effect) => effect === 'settles-rows').length).toBe(
        state === 'SUCCEEDED' || state === 'REVERSED' ? 1 : 0,
      )
    })
  })
  it('covers what was available before, whatever the seller owes, and what he paid himself', () => {
    const until = new Date('2026-11-23T00:00:00Z')
    const row = (netMinor: number, at: string, kind: 'SALE' | 'OWN_PAYMENT' = 'SALE') =>
      isCovered({ kind, netMinor, availableAt: new Date(at) }, until)
    expect(row(1, '2026-11-22T23:59:59.999Z')).toBe(true)
    expect(row(1, '2026-11-23T00:00:00Z')).toBe(false)
    expect(row(-1, '2026-11-23T09:00:00Z')).toBe(true)
    expect(row(1, '2026-11-23T09:00:00Z', 'OWN_PAYMENT')).toBe(true)
  })
  it('is asked for with one key an attempt, at longer and longer intervals', () => {
    expect([payoutKey({ number: 'abc', attempt: 1 }), payoutKey({ number: 'abc', attempt: 2 })]).toEqual([
      'abc-1',
      'abc-2',
    ])
    const begun = new Date('2026-11-24T00:00:00Z')
    const wait = (ms: number) => {
      const now = new Date(begun.getTime() + ms)
      return askPayoutAgainAt(begun, now).getTime() - now.getTime()
    }
    expect([wait(0), wait(4 * minute), wait(10 * minute), wait(96 * hour)]).toEqual([
      2 * minute,
      2 * minute,
      5 * minute,
      6 * hour,
    ])
  })
})
