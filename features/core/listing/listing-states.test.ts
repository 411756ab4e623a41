import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { listingStates, listingTabs, tabOfState, tabStates, type ListingState } from './listing.ts'
import { listingEvents, listingStep, type ListingEvent, type ListingFacts } from './listing-states.ts'
import { day } from '#lib/duration.ts'

const now = new Date('2026-11-20T12:00:00Z')
const at = (days: number) => new Date(now.getTime() + days * day)
const usual: ListingFacts = {
  now,
  format: 'FIXED_PRICE',
  quantity: 2,
  startsAt: null,
  endsAt: null,
  outOfStockSince: null,
  emptyUntil: null,
  problems: 0,
  isRelisted: false,
}
const step = (state: ListingState, event: ListingEvent, change: Partial<ListingFacts> = {}) => {
  const outcome = listingStep(state, event, { ...usual, ...change })
  return outcome.ok ? [outcome.next, ...outcome.effects].join(' ') : outcome.reason
}

const anyFacts = fc.record<ListingFacts>({
  now: fc.constant(now),
  format: fc.constantFrom('FIXED_PRICE', 'AUCTION'),
  quantity: fc.integer({ min: 0, max: 3 }),
  startsAt: fc.option(fc.integer({ min: -2, max: 2 }).map(at)),
  endsAt: fc.option(fc.integer({ min: -2, max: 2 }).map(at)),
  outOfStockSince: fc.option(fc.integer({ min: -92, max: -88 }).map(at)),
  emptyUntil: fc.option(fc.constant(at(-90))),
  problems: fc.integer({ min: 0, max: 1 }),
  isRelisted: fc.boolean(),
})

describe('the states of a listing', () => {
  it.each([
    ['DRAFT', 'publish', {}, 'ACTIVE starts-now'],
    ['DRAFT', 'publish', { problems: 3 }, 'incomplete'],
    ['DRAFT', 'publish', { quantity: 0 }, 'no-stock'],
    ['DRAFT', 'schedule', { startsAt: at(1) }, 'SCHEDULED keeps-start'],
    ['DRAFT', 'schedule', { startsAt: now }, 'start-not-in-future'],
    ['DRAFT', 'end', {}, 'is-draft'],
    ['SCHEDULED', 'start', { startsAt: at(1) }, 'not-due'],
    ['SCHEDULED', 'start', { startsAt: now }, 'ACTIVE'],
    ['SCHEDULED', 'start', { startsAt: at(-1), quantity: 0 }, 'OUT_OF_STOCK'],
    ['SCHEDULED', 'unschedule', {}, 'DRAFT forgets-start'],
    ['ACTIVE', 'hold', {}, 'ON_HOLD'],
    ['ON_HOLD', 'release', {}, 'ACTIVE'],
    ['ON_HOLD', 'release', { quantity: 0 }, 'OUT_OF_STOCK'],
    ['ACTIVE', 'sellOut', { quantity: 0 }, 'OUT_OF_STOCK'],
    ['ACTIVE', 'sellOut', { quantity: 0, format: 'AUCTION' }, 'ENDED ends-as-SOLD_OUT'],
    ['OUT_OF_STOCK', 'restock', {}, 'ACTIVE'],
    ['OUT_OF_STOCK', 'restock', { quantity: 0 }, 'no-stock'],
    ['OUT_OF_STOCK', 'hold', {}, 'is-out-of-stock'],
    ['ACTIVE', 'end', {}, 'ENDED ends-as-SELLER'],
    ['ACTIVE', 'expire', { endsAt: at(1) }, 'not-due'],
    ['ACTIVE', 'expire', { endsAt: now }, 'ENDED ends-as-EXPIRED'],
    ['OUT_OF_STOCK', 'expire', { outOfStockSince: at(-89), emptyUntil: at(-90) }, 'not-due'],
    ['OUT_OF_STOCK', 'expire', { outOfStockSince: at(-90) }, 'not-due'],
    ['OUT_OF_STOCK', 'expire', { outOfStockSince: at(-90), emptyUntil: at(-90) }, 'ENDED ends-as-OUT_OF_STOCK'],
    ['OUT_OF_STOCK', 'expire', { outOfStockSince: at(-1), emptyUntil: at(-90), endsAt: now }, 'ENDED ends-as-EXPIRED'],
    ['ENDED', 'relist', {}, 'ENDED copies links-copy'],
    ['ENDED', 'relist', { isRelisted: true }, 'already-relisted'],
    ['ENDED', 'sellSimilar', { isRelisted: true }, 'ENDED copies'],
    ['ENDED', 'release', {}, 'is-ended'],
  ] as const)('%s %s %j leads to %s', (state, event, change, expected) => {
    expect(step(state, event, change)).toBe(expected)
  })

  it('never leave ENDED, which always has a reason', () => {
    expectForAll(
      fc.constantFrom(...listingStates),
      fc.array(fc.tuple(fc.constantFrom(...listingEvents), anyFacts), { maxLength: 30 }),
      (first, events) => {
        let state: ListingState = first
        for (const [event, facts] of events) {
          const outcome = listingStep(state, event, facts)
          if (!outcome.ok) continue
          if (state === 'ENDED') expect(outcome.next).toBe('ENDED')
          else expect(outcome.next === 'ENDED').toBe(outcome.effects.some((effect) => effect.startsWith('ends-as-')))
          state = outcome.next
        }
      },
    )
  })

  it('put nothing on sale that breaks a publishing rule or has no stock', () => {
    expectForAll(
      fc.constantFrom(...listingStates),
      fc.constantFrom(...listingEvents),
      anyFacts,
      (state, event, facts) => {
        const outcome = listingStep(state, event, facts)
        if (!outcome.ok || outcome.next !== 'ACTIVE' || state === 'ACTIVE') return
        expect(facts.quantity).toBeGreaterThan(0)
        if (state === 'DRAFT') expect(facts.problems).toBe(0)
      },
    )
  })
})

it('the tabs show each state once', () => {
  expect(listingTabs.flatMap((tab) => tabStates[tab]).toSorted()).toEqual([...listingStates].toSorted())
  for (const state of listingStates) expect(tabStates[tabOfState(state)]).toContain(state)
})
