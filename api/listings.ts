import { sql } from 'kysely'
import type { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { countStock } from '#features/core/listing/count-stock-db.server.ts'
import { asShop, storeShopCounts } from '#features/core/listing/stock-owner-db.server.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import { choiceNow, timeAwayOf } from '#features/core/time-away/time-away.ts'
import { requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { findListing, missingListing, readListings, requireListing, writeListing, writeStock } from './listing-rows.ts'
import { listing, listingParams, stock, stockBody } from './listing-schemas.ts'
import { ApiProblem } from './problem.ts'
import { readOne, resource, type Reader } from './resource.ts'
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

const listings = resource({
  name: 'listings',
  scope: 'listings:read',
  schema: listing,
  id: 'l.id',
  read: (db, sellerId, which) => readListings(db, sellerId, sql`${which} and l.state <> 'DRAFT'`),
  write: (row, { hub, seller }) => writeListing(row, { publicUrl: hub.config.publicUrl, seller, now: hub.now() }),
})

/** The listing in the path. */
const named = {
  params: listingParams,
  find: (db: SellerDb, { seller }: Reader, { item }: z.output<typeof listingParams>) =>
    findListing(db, seller.id, item),
  missing: missingListing,
}

export const listingEndpoints: Endpoint[] = [
  listings.changes({
    kind: 'LISTING',
    operationId: 'listListings',
    summary: 'List listings by last change',
    description: `Read from the beginning, lists all listings on sale and in stock; read on from a cursor, also those that no longer are (see \`state\`). Listings paused by a time away are listed as PAUSED when it begins, and again when it ends. For a suspended seller, nothing is listed until the suspension ends.`,
    only: ({ hub, seller }) => ({ isNow: isOnSale(seller, hub.now()), isClosed: seller.suspended_at !== null }),
  }),
  listings.one({
    path: 'listings/{item}',
    operationId: 'getListing',
    summary: 'Retrieve a listing',
    description:
      'Also returns listings that are no longer on offer. Drafts are returned only if the marketplace sent them.',
    noun: 'listing',
    ...named,
  }),
  readOne({
    path: 'listings/{item}/stock',
    operationId: 'getStock',
    summary: 'Retrieve a listing’s stock',
    scope: 'listings:read',
    noun: 'listing’s stock',
    schema: stock,
    write: writeStock,
    ...named,
  }),
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/listings/{item}/stock',
    operationId: 'setStock',
    summary: 'Set a listing’s stock',
    description:
      'For listings without variations. A sold-out listing is hidden; once in stock again, it is back on sale. If one side counts the seller’s stock (`stockOwner`), only that side can set it; the other gets 409.',
    scope: 'stock:write',
    params: listingParams,
    body: stockBody,
    example: { onHand: 12 },
    versioned: true,
    answers: { 200: { description: 'The listing’s stock', schema: stock } },
    problems: ['below-reserved', 'not-possible-now'],
    handle: async ({ hub, seller, key, params, body, ifMatch, write }) => {
      requireCount(key, seller)
      const counted = await write(async (db) => {
        await nameStockCause(db, { kind: 'API' })
        const { id, item_number: item } = await requireListing(db, seller.id, params.item)
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
          throw new ApiProblem('not-found', { detail: missingListing })
        case 'below-reserved':
          throw new ApiProblem('below-reserved', {
            errors: [{ pointer: '/onHand', detail: `${counted.reserved} are promised to orders.` }],
          })
        case 'not-possible-now':
          throw new ApiProblem('not-possible-now', {
            detail: 'It has ended, or its variations are counted one by one.',
          })
        case 'is-kit':
          throw new ApiProblem('not-possible-now', { detail: 'It is a kit: what is left follows from its parts.' })
      }
    },
  }),
]
