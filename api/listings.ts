import { sql } from 'kysely'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { countStock } from '#features/core/listing/count-stock-db.server.ts'
import { asShop, storeShopCounts } from '#features/core/listing/stock-owner-db.server.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import { choiceNow, timeAwayOf } from '#features/core/time-away/time-away.ts'
import { changesDescription, changesPageSchema, inOrderOf, readChanged } from './changes-page.ts'
import { pageQuery } from './cursor.ts'
import { requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { readListings, readNamedListing, writeListing, writeStock } from './listing-rows.ts'
import { listing, listingParams, stock, stockBody } from './listing-schemas.ts'
import { ApiProblem } from './problem.ts'
import { noQuery, sellerParams } from './sellers.ts'
import { requireCount } from './stock-owner.ts'
import type { ApiSeller } from './sellers-by-id.ts'
import { brand } from '#lib/brand.ts'

/** Condition on a change `c`: its listing is on sale. */
function isOnSale(seller: ApiSeller, now: Date) {
  const choice = choiceNow(timeAwayOf(seller), now, seller.time_zone)
  const isException = sql`exists (select from away_exceptions e where e.seller_id = ${seller.id} and e.listing_id = c.subject_id)`
  const isAway = choice === 'NONE' ? sql`` : choice === 'PAUSE' ? sql`and ${isException}` : sql`and not ${isException}`
  return sql`exists (select from listings l where l.seller_id = ${seller.id} and l.id = c.subject_id and l.state = 'ACTIVE') ${isAway}`
}

export const listingEndpoints: Endpoint[] = [
  sellerEndpoint(
    {
      method: 'GET',
      path: '/sellers/{seller}/listings',
      operationId: 'listListings',
      tag: 'Listings',
      summary: 'List listings by last change',
      description: `Read from the beginning, lists all listings on sale and in stock; read on from a cursor, also those that no longer are (see \`state\`). Listings paused by a time away are listed as PAUSED when it begins, and again when it ends. For a suspended seller, nothing is listed until the suspension ends. ${changesDescription}`,
      scope: 'listings:read',
      params: sellerParams,
      query: pageQuery,
      body: null,
      answers: { 200: { description: 'A page of listings', schema: changesPageSchema(listing) } },
      problems: [],
    },
    ({ hub, seller, query }) => {
      const now = hub.now()
      const isNow = isOnSale(seller, now)
      const reader = { publicUrl: hub.config.publicUrl, seller, now }
      const isClosed = seller.suspended_at !== null
      return readChanged({ hub, seller, kind: 'LISTING', query, isNow, isClosed }, async (db, rows) => {
        const ids = rows.map((row) => row.id)
        const isOne = sql`l.id = any (${ids}::bigint[]) and l.state <> 'DRAFT'`
        return inOrderOf(rows, await readListings(db, seller.id, isOne)).map((row) => writeListing(row, reader))
      })
    },
  ),
  sellerEndpoint(
    {
      method: 'GET',
      path: '/sellers/{seller}/listings/{item}',
      operationId: 'getListing',
      tag: 'Listings',
      summary: 'Retrieve a listing',
      description:
        'Also returns listings that are no longer on offer. Drafts are returned only if the marketplace sent them.',
      scope: 'listings:read',
      params: listingParams,
      query: noQuery,
      body: null,
      answers: { 200: { description: 'The listing', schema: listing } },
      problems: [],
    },
    async ({ hub, seller, params, read }) => {
      const row = await read((db) => readNamedListing(db, seller.id, params.item))
      return { status: 200, body: writeListing(row, { publicUrl: hub.config.publicUrl, seller, now: hub.now() }) }
    },
  ),
  sellerEndpoint(
    {
      method: 'GET',
      path: '/sellers/{seller}/listings/{item}/stock',
      operationId: 'getStock',
      tag: 'Listings',
      summary: 'Retrieve a listing’s stock',
      scope: 'listings:read',
      params: listingParams,
      query: noQuery,
      body: null,
      answers: { 200: { description: 'The listing’s stock', schema: stock } },
      problems: [],
    },
    async ({ seller, params, read }) => ({
      status: 200,
      body: writeStock(await read((db) => readNamedListing(db, seller.id, params.item))),
    }),
  ),
  sellerEndpoint(
    {
      method: 'PUT',
      path: '/sellers/{seller}/listings/{item}/stock',
      operationId: 'setStock',
      tag: 'Listings',
      summary: 'Set a listing’s stock',
      description:
        'For listings without variations. A sold-out listing is hidden; once in stock again, it is back on sale. If one side counts the seller’s stock (`stockOwner`), only that side can set it; the other gets 409.',
      scope: 'stock:write',
      params: listingParams,
      query: noQuery,
      body: stockBody,
      example: { onHand: 12 },
      versioned: true,
      answers: { 200: { description: 'The listing’s stock', schema: stock } },
      problems: ['below-reserved', 'not-possible-now'],
    },
    async ({ hub, seller, key, params, body, ifMatch, write }) => {
      requireCount(key, seller)
      const counted = await write(async (db) => {
        await nameStockCause(db, { kind: 'API' })
        const { id, item_number: item } = await readNamedListing(db, seller.id, params.item)
        const count = {
          sellerId: seller.id,
          item: brand<ItemNumber>(item),
          units: body.onHand === undefined ? { available: body.available ?? 0 } : { onHand: body.onHand },
          buffer: body.buffer ?? null,
          now: hub.now(),
          before(row: Parameters<typeof writeStock>[0] & { shop_counts: boolean }) {
            requireMatch(ifMatch, writeStock(row))
            if (row.shop_counts) requireCount(key, { stock_owner: 'SHOP' })
          },
        }
        const outcome = await asShop(db, () => countStock(db, count))
        if (outcome.ok && seller.stock_owner === 'SHOP')
          await storeShopCounts(db, seller.id, [{ id, shopCounts: true }])
        return outcome
      })
      if (counted.ok) return { status: 200, body: writeStock(counted.row) }
      switch (counted.reason) {
        case 'unknown':
          throw new ApiProblem('not-found', { detail: 'There is no such listing.' })
        case 'below-reserved':
          throw new ApiProblem('below-reserved', {
            errors: [{ pointer: '/onHand', detail: `${counted.reserved} are promised to orders.` }],
          })
        case 'not-possible-now':
          throw new ApiProblem('not-possible-now', {
            detail: 'It has ended, or its variations are counted one by one.',
          })
      }
    },
  ),
]
