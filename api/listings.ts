import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { endReasons, listingStates, type ItemNumber } from '#features/core/listing/listing.ts'
import { findNamedListing } from '#features/selling/pushed-listings/shop-listings-db.server.ts'
import { countStock } from '#features/core/listing/count-stock-db.server.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import { choiceNow, pauses, timeAwayOf } from '#features/core/time-away/time-away.ts'
import { serverPaths } from '#web/paths.ts'
import { changesDescription, changesPageSchema, inOrderOfChange, readChanged } from './changes-page.ts'
import { pageQuery } from './cursor.ts'
import { requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { id, money, sentMoment, writeAmount } from './fields.ts'
import { ApiProblem } from './problem.ts'
import { noQuery, sellerParams } from './sellers.ts'
import { requireCount } from './stock-owner.ts'
import type { ApiSeller } from './sellers-by-id.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'

/** Path parameters of a listing. */
export const listingParams = sellerParams.extend({
  item: id().meta({ description: 'The listing’s id in the marketplace, or its item number', example: '118304211004' }),
})

/** Stock in responses. */
export const stock = z
  .object({
    onHand: z.int().describe('Units physically in stock'),
    reserved: z.int().describe('Units on hand reserved for orders that have not been shipped'),
    buffer: z.int().describe('Units on hand held back by the seller'),
    available: z.int().describe('Units available to buyers'),
  })
  .meta({ id: 'Stock', description: 'Stock of a listing' })

/** A listing in responses. */
export const listing = z
  .object({
    id: z.string().nullable().describe('The listing’s id in the marketplace; null if the marketplace did not send it'),
    item: z.string().describe('The listing’s item number'),
    state: z
      .enum([...listingStates, 'PAUSED'])
      .describe('PAUSED: the listing would be on sale if the seller were not away'),
    endReason: z.enum(endReasons).nullable().describe('Reason why the listing ended; null if it has not ended'),
    title: z.string(),
    sku: z.string().nullable(),
    category: z.string(),
    condition: z.enum(['NEW', 'LIKE_NEW', 'VERY_GOOD', 'GOOD', 'ACCEPTABLE', 'FOR_PARTS']),
    format: z.enum(['FIXED_PRICE', 'AUCTION']),
    price: money,
    description: z.string().describe('Sanitized HTML'),
    aspects: z.record(z.string(), z.array(z.string())),
    epid: z.string().nullable().describe('Identifier of the product in the marketplace’s catalogue'),
    pictures: z
      .array(z.string())
      .describe('URLs, main picture first; the product’s picture if the seller has provided none'),
    axes: z
      .array(z.object({ name: z.string(), values: z.array(z.string()) }))
      .describe('Attributes in which the variations differ; empty if the listing has no variations'),
    variations: z.array(
      z.object({
        id: z.string().nullable().describe('The variation’s id in the marketplace'),
        values: z.array(z.string()),
        sku: z.string().nullable(),
        price: money,
        available: z.int(),
      }),
    ),
    postage: z
      .object({ name: z.string(), price: money, terms: z.string() })
      .nullable()
      .describe('Shipping charge to the buyer for one unit; null if the seller has not set it'),
    returns: z
      .object({
        days: z.int().describe('Days within which the item can be returned; 0 if returns are not accepted'),
        terms: z.string(),
      })
      .nullable()
      .describe('Return policy'),
    stock,
    startsAt: sentMoment().nullable(),
    endsAt: sentMoment().nullable(),
    version: z.int(),
    problems: z
      .array(z.object({ pointer: z.string(), detail: z.string() }))
      .describe('Reasons why the listing is still a draft, with JSON pointers into the body that the marketplace sent'),
  })
  .meta({ id: 'Listing', description: 'A listing as buyers see it' })

const stockBody = z
  .strictObject({
    onHand: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Units physically in stock, including those of open orders' }),
    available: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'In place of `onHand`: units to sell, without those of open orders and the buffer' }),
    buffer: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Units held back by the seller. Default: unchanged' }),
  })
  .refine(({ onHand, available }) => (onHand === undefined) !== (available === undefined), {
    message: 'is missing, or told beside `available`',
    path: ['onHand'],
  })
  .meta({ id: 'StockBody', description: 'The counted stock' })

interface WholeListing extends Row<'listings'> {
  description: string | null
  aspects: Record<string, string[]> | null
  pictures: string[] | null
  axes: { name: string; values: string[] }[] | null
  variations: { axis_values: string[]; sku: string | null; price_minor: number; quantity: number }[] | null
  policies: Pick<Row<'seller_policies'>, 'kind' | 'name' | 'price_minor' | 'days' | 'terms'>[] | null
  /** Product of the marketplace's catalogue. */
  product: { epid: string; imageUrl: string | null } | null
  is_away_exception: boolean
  /** What the marketplace's shop sent of it. */
  shop: { id: string; imageUrls: string[]; problems: { pointer: string; detail: string }[] } | null
  shop_variations: { id: string; values: string[] }[] | null
}

/** Reads listings with their parts; the condition is on `l`. */
export async function readListings(
  db: SellerDb,
  sellerId: number,
  which: ReturnType<typeof sql>,
): Promise<WholeListing[]> {
  const { rows } = await sql<Omit<WholeListing, 'product'>>`
    select l.*, c.description, c.aspects, c.axes,
      exists (select from away_exceptions e where e.seller_id = ${sellerId} and e.listing_id = l.id) as is_away_exception,
      (select json_agg(p.hash order by p.position) from listing_pictures p where p.seller_id = ${sellerId} and p.listing_id = l.id) as pictures,
      (select json_agg(v order by v.position) from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = l.id) as variations,
      (
        select json_agg(o) from listing_policies lp
        join seller_policies o on o.seller_id = ${sellerId} and o.kind = lp.kind and o.id = lp.policy_id
        where lp.seller_id = ${sellerId} and lp.listing_id = l.id
      ) as policies,
      (
        select json_build_object('id', s.external_id, 'imageUrls', s.image_urls, 'problems', s.problems)
        from shop_listings s where s.seller_id = ${sellerId} and s.listing_id = l.id
      ) as shop,
      (
        select json_agg(json_build_object('id', v.external_id, 'values', v.axis_values))
        from shop_variations v where v.seller_id = ${sellerId} and v.listing_id = l.id
      ) as shop_variations
    from listings l left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = l.id
    where l.seller_id = ${sellerId} and ${which}`.execute(db)
  const { rows: products } = await sql<{ id: number; epid: string; imageUrl: string | null }>`
    select id, epid, image_url as "imageUrl" from products
    where id = any (${rows.flatMap((row) => row.product_id ?? [])}::bigint[])`.execute(db)
  const known = new Map(products.map(({ id: of, ...product }) => [of, product]))
  return rows.map((row) => ({ ...row, product: known.get(row.product_id ?? 0) ?? null }))
}

/** Reads the listing that an id or item number names; refuses if there is none. A draft only if the marketplace sent it. */
export async function readNamedListing(db: SellerDb, sellerId: number, named: string): Promise<WholeListing> {
  const found = await findNamedListing(db, sellerId, { named })
  const [row] = found ? await readListings(db, sellerId, sql`l.id = ${found.id}`) : []
  if (!row || (row.state === 'DRAFT' && !row.shop))
    throw new ApiProblem('not-found', { detail: 'There is no such listing.' })
  return row
}

/** Formats stock. */
export const writeStock = (row: Pick<Row<'listings'>, 'on_hand' | 'reserved' | 'buffer' | 'quantity_available'>) => ({
  onHand: row.on_hand,
  reserved: row.reserved,
  buffer: row.buffer,
  available: row.quantity_available,
})

/** What the response about a listing depends on besides its row. */
export interface ListingReader {
  publicUrl: string
  seller: ApiSeller
  now: Date
}

/** Formats a listing for a response. */
export function writeListing(row: WholeListing, { publicUrl, seller, now }: ListingReader): z.input<typeof listing> {
  const price = (minor: number) => writeAmount({ minor, currency: row.currency })
  const postage = row.policies?.find(({ kind }) => kind === 'FULFILMENT')
  const returns = row.policies?.find(({ kind }) => kind === 'RETURN')
  // Without its own picture, the product's is used, as in the hub.
  const other = row.image_url ?? row.product?.imageUrl ?? null
  const own = (row.pictures ?? []).map((hash) => publicUrl + serverPaths.picture(hash, 'large'))
  const sent = row.shop?.imageUrls ?? []
  const others = sent.length > 0 || other === null ? sent : [new URL(other, publicUrl).href]
  const ids = new Map(row.shop_variations?.map((each) => [JSON.stringify(each.values), each.id]))
  return {
    id: row.shop?.id ?? null,
    item: row.item_number,
    state: stateOf(row, { seller, now }),
    endReason: row.end_reason,
    title: row.title,
    sku: row.sku,
    category: row.category,
    condition: row.condition,
    format: row.format,
    price: price(row.price_minor),
    description: row.description ?? '',
    aspects: row.aspects ?? {},
    epid: row.product?.epid ?? null,
    pictures: own.length > 0 ? own : others,
    axes: row.axes ?? [],
    variations: (row.variations ?? []).map((each) => ({
      id: ids.get(JSON.stringify(each.axis_values)) ?? null,
      values: each.axis_values,
      sku: each.sku,
      price: price(each.price_minor),
      available: each.quantity,
    })),
    postage: postage
      ? {
          name: postage.name,
          price: price(assertDefined(postage.price_minor, 'shipping has a price')),
          terms: postage.terms,
        }
      : null,
    returns: returns ? { days: assertDefined(returns.days, 'returns have days'), terms: returns.terms } : null,
    stock: writeStock(row),
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    version: row.version,
    problems: row.state === 'DRAFT' ? (row.shop?.problems ?? []) : [],
  }
}

/** The state as buyers see it: one on sale is paused by a time away. */
function stateOf(
  { state, is_away_exception: isException }: WholeListing,
  { seller, now }: Pick<ListingReader, 'seller' | 'now'>,
): z.input<typeof listing>['state'] {
  const choice = choiceNow(timeAwayOf(seller), now, seller.time_zone)
  return state === 'ACTIVE' && pauses(choice, isException) ? 'PAUSED' : state
}

/** Condition on a change `c`: its listing is on sale. */
function isOnSale(seller: ApiSeller, now: Date) {
  const choice = choiceNow(timeAwayOf(seller), now, seller.time_zone)
  const isException = sql`exists (select from away_exceptions e where e.seller_id = ${seller.id} and e.listing_id = c.subject_id)`
  const isAway = choice === 'NONE' ? sql`` : choice === 'PAUSE' ? sql`and ${isException}` : sql`and not ${isException}`
  return sql`exists (select from listings l where l.seller_id = ${seller.id} and l.id = c.subject_id and l.state = 'ACTIVE') ${isAway}`
}

/** Public listings and their stock. */
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
        return inOrderOfChange(rows, await readListings(db, seller.id, isOne)).map((row) => writeListing(row, reader))
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
        return countStock(db, {
          sellerId: seller.id,
          item: brand<ItemNumber>((await readNamedListing(db, seller.id, params.item)).item_number),
          units: body.onHand === undefined ? { available: body.available ?? 0 } : { onHand: body.onHand },
          buffer: body.buffer ?? null,
          now: hub.now(),
          before: (row) => requireMatch(ifMatch, writeStock(row)),
        })
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
