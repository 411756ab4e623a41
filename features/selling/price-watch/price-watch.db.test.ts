import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { readList } from '#features/machinery/grid/list-db.server.ts'
import { evidenceCell } from '#features/selling/listings/listings-list-row.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import { readSales } from '#features/selling/product-summary/product-summary-db.server.ts'
import { evidenceSpan } from '#features/selling/product-summary/summary-query.server.ts'
import { addListing, addProduct, addShop, now, sale, sell, times } from '#features/selling/product-summary/testing.ts'
import { day } from '#lib/duration.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { watchPrices } from './watch-prices.server.ts'

const db = await testDatabase()
const texts = textsFor('en', 'Europe/London')
const own = await addShop(db, 'own')
const product = await addProduct(db, 'Watched camera')
const asked = (price: number) => addListing(db, product, sale({ seller: own, price }), `At ${price}`)
await sell(
  db,
  product,
  times(5, (index) => sale({ seller: own, price: 4000 + 100 * index })),
)
// The middle half paid from 41.00 to 43.00.
const listings = { below: await asked(4099), low: await asked(4100), high: await asked(4300), above: await asked(4301) }
const rare = await addProduct(db, 'Rare camera')
await sell(db, rare, [sale({ seller: own, price: 500 })])
await watchPrices(db, { now })

const listing = (id: number) =>
  db.owner.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

function placeOf(price: number, low: number | null, high: number | null): string {
  if (low === null || high === null) return 'none'
  if (price < low) return 'below'
  return price <= high ? 'at' : 'above'
}

const found = async (place: string) => {
  const url = new URL(`https://hub.example/sh/lst/active?evidence=${place}`)
  const reading = openList(listingsList, url, { sellerId: own, role: 'owner', now, zone: 'Europe/London', policyPack })
  const { rows } = await db.asSeller(own, 'read', (reader) => readList(reader, listingsList, reading))
  return rows.map(({ price_minor: price }) => price).toSorted((a, b) => a - b)
}

describe('the price of a listing', () => {
  it('is below, at or above what its product sells for, or there are too few sales', async () => {
    // Sold from a listing of its first price.
    expect(await found('below')).toEqual([4000, 4099])
    expect(await found('at')).toEqual([4100, 4300])
    expect(await found('above')).toEqual([4301])
    expect(await found('none')).toEqual([500])
    await db.owner.updateTable('listings').set({ price_minor: 4301 }).where('id', '=', listings.high.id).execute()
    expect(await found('above')).toEqual([4301, 4301])
    await watchPrices(db, { now: new Date(now.getTime() + 100 * day) })
    expect(await found('above')).toEqual([])
    expect(await db.owner.selectFrom('listing_evidence').selectAll().execute()).toEqual([])
    await watchPrices(db, { now })
    expect(await found('above')).toEqual([4301, 4301])
  })

  it('compares with the same figures as the product summary', async () => {
    const [row] = await db.asSeller(own, 'read', (reader) =>
      readSales(reader, { productId: product.id, currency: 'GBP', ...evidenceSpan(now) }),
    )
    const kept = await db.owner
      .selectFrom('listing_evidence')
      .selectAll()
      .where('listing_id', '=', listings.above.id)
      .executeTakeFirstOrThrow()
    expect(kept).toMatchObject({ sales: row!.sales, typical_minor: row!.typical })
    expect(await listing(listings.above.id)).toMatchObject({
      evidence_low_minor: row!.low,
      evidence_high_minor: row!.high,
    })
  })

  it('is compared anew with each price and each count, until the listing becomes another', async () => {
    const minor = fc.integer({ min: 4090, max: 4110 })
    const quartiles = fc.tuple(minor, minor).map((two) => two.toSorted((a, b) => a - b))
    const change = fc.oneof(
      minor.map((price) => ({ price_minor: price })),
      fc.option(quartiles).map((of) => ({ evidence_low_minor: of?.[0] ?? null, evidence_high_minor: of?.[1] ?? null })),
      fc.constant({ title: 'Renamed' }),
      fc.constantFrom({ condition: 'NEW' as const }, { currency: 'EUR' }, { product_id: null }),
    )
    const { id } = await asked(4100)
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
        let last = await listing(id)
        for (const set of [{ condition: 'GOOD' as const, currency: 'GBP', product_id: product.id }, ...changes]) {
          await db.owner.updateTable('listings').set(set).where('id', '=', id).execute()
          const { evidence_low_minor: low, evidence_high_minor: high, ...row } = await listing(id)
          const isAnother =
            row.condition !== last.condition || row.currency !== last.currency || row.product_id !== last.product_id
          if (isAnother) expect([low, high]).toEqual([null, null])
          else if (!('evidence_low_minor' in set)) expect(low).toBe(last.evidence_low_minor)
          expect(row.price_place).toBe(placeOf(row.price_minor, low, high))
          last = await listing(id)
        }
      }),
    )
  })
})

it('names a seller’s own few sales, and never those of others', async () => {
  const other = await addShop(db, 'other')
  const few = await addProduct(db, 'Few sold')
  await sell(db, few, [sale({ seller: own, price: 4100 }), sale({ seller: own, price: 4500 })])
  await addListing(db, few, sale({ seller: own, price: 5900 }), 'Mine')
  await addListing(db, few, sale({ seller: other, price: 5900 }), 'Theirs')
  await watchPrices(db, { now })
  const shown = async (sellerId: number) => {
    const url = new URL('https://hub.example/sh/lst/active?cols=evidence')
    const reader = { sellerId, role: 'owner', now, zone: 'Europe/London', policyPack } as const
    const reading = openList(listingsList, url, reader)
    const { rows } = await db.asSeller(sellerId, 'read', (tx) => readList(tx, listingsList, reading))
    const on = { ...reading, texts, facts: { counts: [] }, shown: new Set<string>(), from: '' }
    return rows.filter(({ price_minor: price }) => price === 5900).map((row) => evidenceCell(row, on))
  }
  expect(await shown(own)).toEqual([
    { kind: 'two-line', main: 'Sold twice in 90 days at £41.00 to £45.00', second: 'You ask £59.00, more' },
  ])
  expect(await shown(other)).toEqual(['–'])
})
