import { rowOf } from '#db/testing-row.ts'
import { mapped } from './kit/mapping.ts'
import { minute } from '#lib/duration.ts'
import fc from 'fast-check'
import { expect, onTestFinished } from 'vitest'
import { testApi } from '#api/testing.ts'
import { testDatabase } from '#db/testing.ts'
import { closeRefunded } from '#features/after-sale/cancellations/close-refunded-db.server.ts'
import { releaseRefunded } from '#features/after-sale/cancellations/release-refunded-db.server.ts'
import { addPolicy } from '#features/selling/policies/policies-db.server.ts'
import { createHubClient, openOutbox, type Connected, type Source, type StockOwner } from './kit/index.ts'
import { serveApi } from './kit/testing-api.ts'
import { faultyConnection } from './testing-faults.ts'
import { acts, worldOf, type StockShop } from './testing-stock-world.ts'
import { flatShipping } from '#features/core/shipping/shipping.ts'

interface Contract {
  shop: StockShop
  seller: string
  currency: string
  /** Unless `STOCK_HISTORIES` says how many. */
  histories: number
}

const historyOf = fc.array(fc.record({ act: fc.constantFrom(...acts), a: fc.nat(1_000), b: fc.nat(1_000) }), {
  minLength: 8,
  maxLength: 24,
})

/**
 * Plays random histories, and compares the units of every good on both sides after each quiet moment. `STOCK_SEED`
 * chooses others.
 */
export async function expectSameStock({ shop, seller, currency, histories }: Contract): Promise<void> {
  const { STOCK_HISTORIES = histories, STOCK_SEED = 1 } = process.env
  // Each has its own hub: a connection counts in one way.
  const hubFor = async (stock: StockOwner) =>
    (await stockHub({ seller, currency, source: shop.source })).world(stock, shop)
  const worlds = { shop: await hubFor('shop'), hub: await hubFor('hub') }
  let nth = 0
  const play = fc.asyncProperty(historyOf, fc.boolean(), async (history, isOfHub) => {
    const world = worlds[isOfHub ? 'hub' : 'shop']
    nth += 1
    const said = await world.play(history)
    expect(said, `history ${nth}, counted by the ${isOfHub ? 'hub' : 'shop'}`).toEqual([])
  })
  await fc.assert(play, { numRuns: Number(STOCK_HISTORIES), endOnFailure: true, seed: Number(STOCK_SEED) })
}

/**
 * A shop of which rounds read orders again for one minute of their ten: the histories of ten minutes are hundreds of
 * orders, and here nothing is committed late.
 */
const readingLess = (source: Source): Source => ({
  ...source,
  orders: (since) => source.orders(since && new Date(Date.parse(since) + 9 * minute).toISOString()),
})

async function stockHub({ seller, currency, source }: { seller: string; currency: string; source: Source }) {
  const db = await testDatabase()
  const api = await testApi(db, { now: () => new Date() })
  const { refunds } = api.hub
  api.hub.refunds = { ...refunds, followers: [closeRefunded, releaseRefunded, ...refunds.followers] }
  const place = { country: 'GB', timeZone: 'Europe/London', currency }
  await api.ask('PUT', `/sellers/${seller}`, { body: { username: 'corner', displayName: 'Corner', ...place } })
  const { id: sellerId } = await rowOf(db.owner, 'sellers', { external_id: seller })
  const terms = { terms: '' } as const
  for (const policy of [
    { kind: 'FULFILMENT', name: 'Parcel', shipping: flatShipping(395), days: null, ...terms },
    { kind: 'PAYMENT', name: 'At once', shipping: null, days: null, ...terms },
    { kind: 'RETURN', name: '30 days', shipping: null, days: 30, ...terms },
  ] as const)
    await db.asSeller(sellerId, 'write', (own) => addPolicy(own, sellerId, policy))
  const named = new Set<string>()
  for await (const { listing } of mapped(source.listings(null))) named.add(listing.category)
  const categories = [...named].map((each) => ({ shop: each, category: 'Collectables' }))
  if (categories.length > 0) await api.ask('PUT', '/category-map', { body: { categories } })
  const client = createHubClient({ url: await serveApi(api), key: api.key, pauses: [] })
  return {
    async world(stock: StockOwner, shop: StockShop) {
      const connected: Connected = {
        hub: client,
        source: readingLess(source),
        stock,
        outbox: openOutbox(':memory:'),
        placeholder: 'https://shop.example/placeholder.jpg',
      }
      onTestFinished(() => connected.outbox.close())
      return worldOf({ db, api, seller, sellerId, shop, faulty: faultyConnection(connected) })
    },
  }
}
