import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { readInsights } from './insights.server.ts'
import { findNearestProduct, readOffers, readSales } from './product-summary-db.server.ts'
import {
  addListing,
  addProduct,
  addShop,
  now,
  sale as saleOf,
  sell,
  times,
  type Product,
  type Sale,
} from './testing.ts'
import { evidenceSpan, readSummary } from './summary-query.server.ts'
import { listingSummary } from './summary-view.ts'
import { day } from '#lib/duration.ts'

const texts = textsFor('en', 'Europe/London')

const db = await testDatabase()
const own = await addShop(db, 'own')
const second = await addShop(db, 'second')
const third = await addShop(db, 'third')
const fourth = await addShop(db, 'fourth')

const sale = (change: Partial<Sale> = {}) => saleOf({ seller: own, ...change })

const salesOf = (product: Product, seller = own, currency = 'GBP') =>
  db.asSeller(seller, 'read', (reader) => readSales(reader, { productId: product.id, currency, ...evidenceSpan(now) }))

describe('sales of a product', () => {
  it('are paid and not cancelled, of the last 90 days, in the currency, by condition', async () => {
    const product = await addProduct(db, 'Leica M3')
    await sell(db, product, [
      ...[1000, 2000, 3000, 4000, 5000].map((price, index) =>
        sale({ price, shipping: index < 2 ? 0 : 400, quantity: 1 + index }),
      ),
      sale({ fate: 'refunded', price: 6000 }),
      sale({ fate: 'pending' }),
      sale({ fate: 'cancelled' }),
      sale({ currency: 'EUR' }),
      sale({ daysAgo: 90 }),
      sale({ daysAgo: -1 }),
      sale({ condition: 'NEW', price: 9000, daysAgo: 89 }),
    ])
    expect(await salesOf(product)).toEqual([
      {
        condition: 'GOOD',
        productId: null,
        step: null,
        sales: 6,
        ownSales: 6,
        units: 16,
        sellers: 1,
        lowest: 1000,
        low: 2250,
        typical: 3500,
        high: 4750,
        highest: 6000,
        average: 3500,
        shipping: 350,
        free: 2,
        revenue: 61_000,
        lastDay: new Date('2026-11-15'),
        prices: null,
        paid: null,
      },
      expect.objectContaining({ condition: 'NEW', sales: 1, typical: 9000 }),
    ])
    expect(await salesOf(product, own, 'EUR')).toHaveLength(1)
  })

  it('of other sellers count only in lots that are large enough without any one seller', async () => {
    const others = (count: number, sellers = 3) =>
      times(count, (index) => sale({ seller: [second, third, fourth][index % sellers]!, price: 7000 }))
    const mine = [sale(), sale()]
    const cases: [Sale[], { sales: number; typical: number }][] = [
      [[...mine, ...others(4)], { sales: 2, typical: 1000 }],
      [[...mine, ...others(5)], { sales: 7, typical: 7000 }],
      // Without `second` there are two sellers.
      [[...mine, ...others(9, 2)], { sales: 2, typical: 1000 }],
      // Five sales across conditions are not five in one condition.
      [
        [...mine, ...others(4), ...times(3, () => sale({ seller: second, condition: 'NEW' }))],
        { sales: 2, typical: 1000 },
      ],
    ]
    for (const [sales, expected] of cases) {
      const product = await addProduct(db, 'Zeiss Planar')
      await sell(db, product, sales)
      expect(await salesOf(product)).toEqual([expect.objectContaining({ condition: 'GOOD', ownSales: 2, ...expected })])
    }
    const foreign = await addProduct(db, 'Rollei 35')
    await sell(db, foreign, others(9))
    expect(await salesOf(foreign)).toEqual([])
    const hidden = await db.asSeller(own, 'read', (reader) =>
      readOffers(reader, { productId: foreign.id, currency: 'GBP', ...evidenceSpan(now) }),
    )
    expect(hidden).toEqual([])
  })

  it('are unavailable outside a seller’s transaction, and the owners’ rows stay private', async () => {
    const product = await addProduct(db, 'Closed')
    await sell(
      db,
      product,
      times(6, () => sale()),
    )
    const { rows } = await db.pool.query(
      `select * from research_sales('GBP', '-infinity', 'infinity', 0, array[$1::bigint], null, null, null, null, null, true, true, true)`,
      [product.id],
    )
    expect(rows).toEqual([])
  })
})

describe('the summary', () => {
  const summaryOf = (query: Record<string, string>, linked = false) =>
    db.asSeller(own, 'read', (reader) =>
      readSummary(reader, { sellerId: own, query: new URLSearchParams(query), now, linked }),
    )

  it('has a price for eBay’s condition terms, and none for an unknown term', async () => {
    const product = await addProduct(db, 'Minolta SR-T 101')
    await sell(
      db,
      product,
      [1000, 1500, 2000, 2500, 4000, 9000].map((price) => sale({ price, shipping: 395 })),
    )
    const summary = await summaryOf({ epid: product.epid, condition: 'GOOD' })
    expect(summary).toMatchObject({ condition: 'GOOD', evidence: { sales: 6 } })
    expect(await summaryOf({ epid: product.epid, condition: ' used_good ' })).toEqual(summary)
    for (const condition of ['USED', 'MINT', 'GOOD,NEW', 'constructor'])
      expect(await summaryOf({ epid: product.epid, condition })).toBe('unknown-condition')
    // An empty value is not an unknown word.
    expect(await summaryOf({ epid: product.epid, condition: ' ' })).toMatchObject({ condition: 'NEW' })
  })

  it('agrees with the insights in every figure', async () => {
    const product = await addProduct(db, 'Hasselblad 500 C/M')
    await sell(
      db,
      product,
      [1000, 1500, 2000, 2500, 4000, 9000].map((price) => sale({ price, shipping: 395 })),
    )
    const summary = await summaryOf({ epid: product.epid, condition: 'GOOD' })
    if (typeof summary === 'string') throw new Error(summary)
    const shown = listingSummary({ ...summary, isOwner: true }, texts)
    expect(shown).toMatchObject({
      epid: product.epid,
      displayPrice: { value: { value: 22.5, currency: 'GBP' } },
      additionalPrice: { text: '£16.25 – £36.25' },
      logisticsCost: { value: { value: 3.95, currency: 'GBP' } },
    })
    expect(shown.bannerStatus.textSpans.map((span) => span.text).join('')).toBe(
      'Based on 6 sales in 90 days, good · all your own',
    )
    const insights = await db.asSeller(own, 'read', (reader) =>
      readInsights(reader, { epid: product.epid, condition: null, currency: 'GBP', now }, texts),
    )
    expect(insights!.sold!.rows).toEqual([
      {
        key: 'GOOD',
        name: 'good',
        isCurrent: true,
        cells: ['6', '6', '£22.50', '£33.33', '£16.25 – £36.25', '£3.95', '0%'],
      },
    ])
    expect(insights!.active!.rows[0]!.cells).toEqual(['1', '1', '£10.00', '100% · 1 of 1 listing'])
    expect(insights!.chart!.points.at(-1)).toMatchObject({ current: '£22.50', details: '6 sales' })
    // Steps of whole days, each labelled by its first day.
    const daysBefore = (days: number) => texts.moment(new Date(now.getTime() - days * day), 'date')
    expect(insights!.chart!.points.map(({ step }) => step)).toEqual(
      Array.from({ length: 15 }, (_, step) => daysBefore(89 - 6 * step)),
    )
  })

  it('gives no price from too few sales', async () => {
    const product = await addProduct(db, 'Rare thing')
    await sell(
      db,
      product,
      times(4, () => sale()),
    )
    const summary = await summaryOf({ epid: product.epid, condition: 'GOOD' })
    expect(summary).toMatchObject({ evidence: { strength: 'little', sales: 4, figures: null } })
    const shown = listingSummary({ ...(summary as Exclude<typeof summary, string>), isOwner: true }, texts)
    expect(JSON.stringify(shown)).not.toMatch(/£|"value"/)
  })

  it('finds the product by EPID, item, GTIN, nearest title and listing, in this order', async () => {
    const leica = await addProduct(db, 'Leica M6 TTL camera body black', '4006381333931')
    const nikon = await addProduct(db, 'Nikon FM2 camera body chrome')
    const ofNikon = await addListing(db, nikon, sale({ condition: 'ACCEPTABLE' }))
    const loose = await addListing(db, null, sale(), 'Leica M6 TTL body, black')
    const found = async (query: Record<string, string>) => {
      const summary = await summaryOf(query)
      return typeof summary === 'string' ? summary : [summary.product?.id, summary.product?.by, summary.condition]
    }
    expect(await found({ epid: leica.epid, itemId: ofNikon.item_number })).toEqual([leica.id, 'epid', 'ACCEPTABLE'])
    expect(await found({ itemId: ofNikon.item_number, gtin: '4006381333931' })).toEqual([
      nikon.id,
      'epid',
      'ACCEPTABLE',
    ])
    expect(await found({ gtin: '4006381333931', title: 'Nikon FM2' })).toEqual([leica.id, 'gtin', 'NEW'])
    expect(await found({ gtin: '1111111111116', title: 'nikon fm2 camera body' })).toEqual([nikon.id, 'title', 'NEW'])
    expect(await found({ listingId: ofNikon.item_number, condition: 'good' })).toEqual([nikon.id, 'epid', 'GOOD'])
    expect(await found({ listingId: loose.item_number })).toEqual([leica.id, 'title', 'GOOD'])
    expect(await found({ title: 'Wool socks, size 42' })).toEqual([undefined, undefined, 'NEW'])
    expect(await found({})).toEqual([undefined, undefined, 'NEW'])
    expect(await db.asSeller(own, 'read', (reader) => findNearestProduct(reader, '%_\\'))).toBeNull()
  })

  it('finds no listing of another seller, and a signed link opens only its own product', async () => {
    const product = await addProduct(db, 'Contax T2')
    const foreign = await addListing(db, product, sale({ seller: second }))
    const listed = await addListing(db, product, sale())
    expect(await summaryOf({ listingId: foreign.item_number })).toBe('unknown-listing')
    expect(await summaryOf({ itemId: foreign.item_number })).toBe('unknown-listing')
    const listingId = listed.item_number
    const linked = (more: Record<string, string>) => summaryOf({ listingId, ...more }, true)
    expect(await linked({ epid: product.epid, itemId: listingId, condition: 'NEW' })).toMatchObject({
      condition: 'NEW',
    })
    for (const [key, value] of [
      ['epid', '1'],
      ['title', 'Contax'],
      ['gtin', '4006381333931'],
    ] as const)
      expect(await linked({ [key]: value })).toBe('other-product')
  })
})
