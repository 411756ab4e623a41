import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canUndo,
  discounted,
  discountOf,
  nextOfferState,
  offerStates,
  offerTable,
  stateAt,
  turnOf,
  type OfferRow,
  type OfferState,
  type OfferStep,
} from './offer.ts'

const now = new Date('2026-11-20T10:00:00Z')
const due = new Date('2026-11-22T10:00:00Z')

// Only what the rules read.
const row = (change: Partial<OfferRow> = {}) =>
  ({ state: 'OPEN', begun_by: 'BUYER', may_counter: true, due_at: due, order_id: null, ...change }) as OfferRow

const after = (state: OfferState, step: OfferStep, by: 'BUYER' | 'SELLER' | 'HUB', change: Partial<OfferRow> = {}) => {
  const taken = nextOfferState(row({ state, ...change }), step, { by, now })
  return taken.ok ? taken.next : taken.reason
}

describe('an offer', () => {
  it.each<[OfferState, OfferStep, 'BUYER' | 'SELLER' | 'HUB', string]>([
    ['OPEN', 'accept', 'SELLER', 'ACCEPTED'],
    ['OPEN', 'accept', 'BUYER', 'not-your-turn'],
    ['OPEN', 'counter', 'SELLER', 'COUNTERED_BY_SELLER'],
    ['OPEN', 'withdraw', 'BUYER', 'WITHDRAWN'],
    ['OPEN', 'withdraw', 'SELLER', 'not-your-turn'],
    ['COUNTERED_BY_SELLER', 'counter', 'BUYER', 'COUNTERED_BY_BUYER'],
    ['COUNTERED_BY_SELLER', 'decline', 'BUYER', 'DECLINED'],
    ['COUNTERED_BY_SELLER', 'withdraw', 'SELLER', 'WITHDRAWN'],
    ['COUNTERED_BY_BUYER', 'accept', 'SELLER', 'ACCEPTED'],
    ['OPEN', 'expire', 'HUB', 'not-due'],
    ['OPEN', 'end-listing', 'HUB', 'LISTING_ENDED'],
    ['ACCEPTED', 'not-pay', 'HUB', 'not-due'],
    ['ACCEPTED', 'pay', 'BUYER', 'PAID'],
    ['DECLINED', 'accept', 'SELLER', 'closed-already'],
    ['PAID', 'withdraw', 'BUYER', 'closed-already'],
  ])('that is %s answers %s of the %s with %s', (state, step, by, outcome) => {
    expect(after(state, step, by)).toBe(outcome)
  })

  it('that a seller sent is the buyer’s to answer, with a counteroffer only where it is allowed', () => {
    const sent = { begun_by: 'SELLER' } as const
    expect(after('OPEN', 'accept', 'SELLER', sent)).toBe('not-your-turn')
    expect(after('OPEN', 'counter', 'BUYER', sent)).toBe('COUNTERED_BY_BUYER')
    expect(after('OPEN', 'counter', 'BUYER', { ...sent, may_counter: false })).toBe('no-counter')
  })

  it('is answered until its last moment', () => {
    const at = (state: OfferState, moment: Date) => stateAt(row({ state }), moment)
    expect(nextOfferState(row(), 'accept', { by: 'SELLER', now: new Date(due.getTime() - 1) }).ok).toBe(true)
    expect(nextOfferState(row(), 'accept', { by: 'SELLER', now: due })).toEqual({ ok: false, reason: 'expired' })
    expect(nextOfferState(row(), 'expire', { by: 'HUB', now: due }).ok).toBe(true)
    expect([at('OPEN', new Date(due.getTime() - 1)), at('OPEN', due), at('ACCEPTED', due)]).toEqual([
      'OPEN',
      'EXPIRED',
      'NOT_PAID',
    ])
    expect(stateAt(row({ state: 'ACCEPTED', order_id: 1 }), due)).toBe('ACCEPTED')
  })

  it('can be undone until the moment at which the buyer is told', () => {
    expect(canUndo({ tell_at: due }, new Date(due.getTime() - 1))).toBe(true)
    expect(canUndo({ tell_at: due }, due)).toBe(false)
    expect(canUndo({ tell_at: null }, now)).toBe(false)
  })

  it('is closed where nobody is to answer, but for one that is to be paid', () => {
    for (const state of offerStates) {
      const ways = Object.keys(offerTable.ways[state])
      for (const begun_by of ['BUYER', 'SELLER'] as const)
        expect(turnOf({ state, begun_by }) !== null).toBe(ways.includes('accept'))
    }
  })
})

it('a discount is at least as large as it was asked for, by less than a minor unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), fc.integer({ min: 1, max: 99 }), (price, percent) => {
      const offered = discounted(price, percent)
      expect(offered * 100).toBeLessThanOrEqual(price * (100 - percent))
      expect((offered + 1) * 100).toBeGreaterThan(price * (100 - percent))
    }),
  )
  expect(discountOf(9_500, 8_200)).toBe(13.6)
  expect(discountOf(0, 0)).toBe(0)
})
