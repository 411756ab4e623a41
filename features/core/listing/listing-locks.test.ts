import { expect, it } from 'vitest'
import { lockedFields, type LockFacts } from './listing-locks.ts'
import { hour } from '#lib/duration.ts'

const now = new Date('2026-11-20T12:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * hour)
const fixed: LockFacts = {
  state: 'ACTIVE',
  format: 'FIXED_PRICE',
  quantitySold: 0,
  endsAt: null,
  isStockOfShop: false,
  isKit: false,
  sharesStock: false,
}
const auction: LockFacts = { ...fixed, format: 'AUCTION', endsAt: inHours(12) }

it.each([
  [fixed, { format: 'formatLocked' }],
  [
    { ...fixed, state: 'ON_HOLD', quantitySold: 1 },
    { format: 'formatLocked', title: 'titleSold' },
  ],
  [{ ...fixed, endsAt: inHours(1) }, { format: 'formatLocked' }],
  [auction, { format: 'formatLocked' }],
  [
    { ...auction, endsAt: new Date(inHours(12).getTime() - 1) },
    { format: 'formatLocked', title: 'titleEnding' },
  ],
  [{ ...auction, state: 'SCHEDULED', quantitySold: 1 }, {}],
  [{ ...fixed, state: 'SCHEDULED', sharesStock: true }, { sku: 'skuShared' }],
  [
    { ...fixed, sharesStock: true },
    { format: 'formatLocked', sku: 'skuShared' },
  ],
  [{ ...fixed, state: 'DRAFT', sharesStock: true }, {}],
  [{ ...fixed, state: 'DRAFT' }, {}],
  [
    { ...fixed, isStockOfShop: true },
    { format: 'formatLocked', quantity: 'stockOfShop' },
  ],
  [{ ...fixed, state: 'SCHEDULED', isStockOfShop: true }, {}],
] satisfies [LockFacts, object][])('%j locks %j', (facts, locked) => expect(lockedFields(facts, now)).toEqual(locked))
