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
import { textsFor } from '#texts/catalogues.server.ts'
import { priceAgainst } from './price-watch.ts'
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
    expect([4099, 4100, 4300, 4301].map((price) => priceAgainst(price, { low: 4100, high: 4300 }))).toEqual([
      'below',
      'at',
      'at',
      'above',
    ])
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
    expect(kept).toMatchObject({
      sales: row!.sales,
      low_minor: row!.low,
      typical_minor: row!.typical,
      high_minor: row!.high,
    })
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
