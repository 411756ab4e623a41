import { noCustoms } from '#features/core/listing/customs-details.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import type { ListingContent } from '#features/core/listing/listing-content.ts'
import { problemOf } from '#features/core/listing/publish-guards.ts'
import { day, hour } from '#lib/duration.ts'
import type { StoredListing } from '../form/content-db.server.ts'
import { planPublication, publishRefusal, type PublishFacts } from './plan-publication.ts'

const now = new Date('2026-11-20T12:00:00Z')
const content: ListingContent = {
  title: 'Leica M3',
  sku: 'CAM-1',
  epid: null,
  category: 'Cameras & Photography > Film Cameras',
  condition: 'GOOD',
  format: 'FIXED_PRICE',
  pictures: ['1'],
  description: '',
  aspects: {},
  currency: 'GBP',
  priceMinor: 124_900,
  quantity: 2,
  bestOffer: null,
  axes: [],
  variations: [],
  parcel: { weightGrams: null, lengthMm: null, widthMm: null, heightMm: null, packageId: null },
  customs: noCustoms,
  handlingDays: 1,
  policies: { FULFILMENT: 'f', PAYMENT: 'p', RETURN: 'r' },
  startsAt: null,
  costMinor: null,
  postageMinor: null,
}
const listing: StoredListing = {
  id: 1,
  itemNumber: '118304211004',
  state: 'DRAFT',
  version: 3,
  quantitySold: 0,
  endsAt: null,
  isStockOfShop: false,
  isKit: false,
  reserved: 0,
  sharesStock: false,
  imageUrl: null,
  pictures: [],
  content,
}
const policies = [
  { kind: 'FULFILMENT', id: 'f' },
  { kind: 'PAYMENT', id: 'p' },
  { kind: 'RETURN', id: 'r' },
] as const

const facts = (change: Partial<ListingContent> = {}, more: Partial<PublishFacts> = {}): PublishFacts => ({
  listing,
  read: { content: { ...content, ...change }, problems: [] },
  requiredAspects: [],
  otherPicture: null,
  takenSkus: [],
  sharesStock: false,
  kitProblems: [],
  policies,
  now,
  ...more,
})
const tomorrow = new Date(now.getTime() + day)

describe('the plan of publishing', () => {
  it('starts a new listing now, an auction for a week', () => {
    expect(planPublication(facts())).toMatchObject({
      ok: true,
      row: { state: 'ACTIVE', version: 4, starts_at: now, ends_at: null, quantity_available: 2 },
    })
    const auction = { format: 'AUCTION', quantity: 1 } as const
    expect(planPublication(facts(auction))).toMatchObject({
      row: { starts_at: now, duration_days: 7, ends_at: new Date(now.getTime() + 7 * day) },
    })
  })

  it('schedules a listing with a start, and keeps the start of an active one', () => {
    const row = { state: 'SCHEDULED', starts_at: tomorrow }
    expect(planPublication(facts({ startsAt: tomorrow }))).toMatchObject({ ok: true, row })
    const active = planPublication(facts({}, { listing: { ...listing, state: 'ACTIVE' } }))
    expect(active).toMatchObject({ ok: true, row: { state: 'ACTIVE' } })
    expect(active.ok && 'starts_at' in active.row).toBe(false)
  })

  it('reports every problem: locked fields, unreadable fields, SKUs in use and deleted policies', () => {
    const plan = planPublication(
      facts(
        {},
        {
          listing: { ...listing, state: 'ACTIVE', quantitySold: 1 },
          read: {
            content: { ...content, title: 'Leica M4', priceMinor: null },
            problems: [problemOf('price', 'notMoney')],
          },
          takenSkus: ['CAM-1'],
          policies: policies.slice(1),
        },
      ),
    )
    expect(plan.ok || plan.reason !== 'problems' ? plan : plan.problems.map(({ problem }) => problem)).toEqual([
      'titleSold',
      'notMoney',
      'skuTaken',
      'policyGone',
    ])
  })

  it('has a complete row, or problems linked to fields, for any form', () =>
    expectForAll(
      fc.record({
        title: fc.constantFrom('', 'Leica M3'),
        sku: fc.constantFrom(null, 'CAM-1', 'CAM-2'),
        category: fc.constantFrom(null, content.category),
        condition: fc.constantFrom(null, content.condition),
        format: fc.constantFrom('FIXED_PRICE', 'AUCTION'),
        pictures: fc.constantFrom([], ['1']),
        priceMinor: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
        quantity: fc.option(fc.integer({ min: 0, max: 3 })),
        startsAt: fc.constantFrom(null, tomorrow, new Date(now.getTime() - hour)),
      }),
      fc.constantFrom('DRAFT', 'SCHEDULED', 'ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD'),
      fc.subarray(['CAM-1', 'CAM-3']),
      (change, state, takenSkus) => {
        const plan = planPublication(facts(change, { listing: { ...listing, state }, takenSkus }))
        if (plan.ok) {
          expect(plan.row.version).toBe(listing.version + 1)
          expect([plan.row.price_minor, plan.row.quantity_available]).toEqual([change.priceMinor, change.quantity])
          expect(takenSkus).not.toContain(change.sku)
        } else if (plan.reason === 'problems') {
          expect(plan.problems.length).toBeGreaterThan(0)
          expect(plan.problems.map(({ field }) => field)).not.toContain('')
        }
      },
    ))
})

describe('what prevents publishing', () => {
  const created = { mode: 'AddItem', baseVersion: null } as const
  const revised = { mode: 'ReviseItem', baseVersion: 3 } as const

  it.each([
    ['a new form of a draft', created, { state: 'DRAFT', version: 1 }, null],
    ['a new form of what is on sale', created, { state: 'ACTIVE', version: 1 }, 'not-possible-now'],
    ['a revision of what is on sale', revised, { state: 'ACTIVE', version: 3 }, null],
    ['a revision of what has changed since', revised, { state: 'ACTIVE', version: 4 }, 'stale'],
    ['a revision of what became a draft', revised, { state: 'DRAFT', version: 3 }, 'not-possible-now'],
    ['a revision of what ended', revised, { state: 'ENDED', version: 3 }, 'not-possible-now'],
  ] as const)('%s', (_what, draft, found, reason) => expect(publishRefusal(found, draft)?.reason ?? null).toBe(reason))
})
