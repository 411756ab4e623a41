import { sql } from 'kysely'
import type { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { choiceNow, pauses, timeAwayOf } from '#features/core/time-away/time-away.ts'
import { isOn, type SaleState } from '#features/core/sale-event/sale-event.ts'
import { presentOrNext } from '#features/core/sale-event/sale-price.ts'
import { emptyGrams } from '#features/core/shipping/empty-grams.server.ts'
import { homePrice } from '#features/core/shipping/home-price.ts'
import { findNamedListing, sentListingOf } from '#features/selling/pushed-listings/shop-listings-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { serverPaths } from '#web/paths.ts'
import { writeAmount } from './fields.ts'
import type { listing } from './listing-schemas.ts'
import { ApiProblem } from './problem.ts'
import { writeDiscountTerms, type Discounted } from './sale-events.ts'
import type { ApiSeller } from './sellers-by-id.ts'

interface WholeListing extends Row<'listings'> {
  description: string | null
  weight_grams: number | null
  empty_grams: number
  takes_offers: boolean
  aspects: Record<string, string[]> | null
  pictures: string[] | null
  axes: { name: string; values: string[] }[] | null
  variations:
    | { position: number; axis_values: string[]; sku: string | null; price_minor: number; quantity: number }[]
    | null
  policies: Pick<Row<'seller_policies'>, 'kind' | 'name' | 'shipping' | 'days' | 'terms'>[] | null
  product: { epid: string; imageUrl: string | null } | null
  questions: { question: string; answer: string; publishedAt: string }[] | null
  is_away_exception: boolean
  shop: { id: string; imageUrls: string[]; problems: Row<'shop_listings'>['problems'] } | null
  shop_variations: { id: string; values: string[] }[] | null
  kits: { position: number; sku: string; units: number }[] | null
  /** Item number of the listing that it replaced. */
  former: string | null
  sales: GivenRow[] | null
  discounts: (Discounted & { sale_key: string; starts_at: string; ends_at: string })[] | null
}

/** A price that a sale gives the listing, or its variation with these values, one a line. */
interface GivenRow {
  id: string
  state: SaleState
  from: string
  to: string
  variation: string
  minor: number
  was: number | null
}

/** Reads listings with their parts; the condition is on `l`. Of relisted listings, the last has the shop's id. */
export async function readListings(
  db: SellerDb,
  sellerId: number,
  which: ReturnType<typeof sql>,
): Promise<WholeListing[]> {
  const { rows } = await sql<Omit<WholeListing, 'product'>>`
    select l.*, l.format = 'FIXED_PRICE' and coalesce(c.best_offer, false) as takes_offers, c.description, c.weight_grams,
      ${emptyGrams(sellerId)} as empty_grams, c.aspects, c.axes,
      exists (select from away_exceptions e where e.seller_id = ${sellerId} and e.listing_id = l.id) as is_away_exception,
      (select json_agg(p.hash order by p.position) from listing_pictures p where p.seller_id = ${sellerId} and p.listing_id = l.id) as pictures,
      (select json_agg(v order by v.position) from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = l.id) as variations,
      (
        select json_agg(json_build_object('question', q.question, 'answer', q.answer, 'publishedAt', q.published_at)
          order by q.published_at, q.message_key)
        from listing_questions q where q.seller_id = ${sellerId} and q.listing_id = l.id
      ) as questions,
      (
        select json_agg(o) from listing_policies lp
        join seller_policies o on o.seller_id = ${sellerId} and o.kind = lp.kind and o.id = lp.policy_id
        where lp.seller_id = ${sellerId} and lp.listing_id = l.id
      ) as policies,
      (
        select json_build_object('id', s.external_id, 'imageUrls', s.image_urls, 'problems', s.problems)
        from shop_listings s where s.seller_id = ${sellerId} and s.listing_id = sent.id
      ) as shop,
      (
        select json_agg(json_build_object('id', v.external_id, 'values', v.axis_values))
        from shop_variations v where v.seller_id = ${sellerId} and v.listing_id = sent.id
      ) as shop_variations,
      (
        select json_agg(json_build_object('position', k.position, 'sku', k.part_sku, 'units', k.units) order by k.nth)
        from kit_parts k where k.seller_id = ${sellerId} and k.listing_id = l.id
      ) as kits,
      (
        select json_agg(json_build_object('id', e.sale_key, 'state', e.state, 'from', p.starts_at, 'to', p.ends_at,
          'variation', p.variation, 'minor', p.price_minor, 'was', p.was_minor) order by p.starts_at, p.price_minor, p.variation)
        from sale_prices p join sale_events e on e.seller_id = ${sellerId} and e.id = p.sale_id
        where p.seller_id = ${sellerId} and p.listing_id = l.id and e.state in ('SCHEDULED', 'RUNNING')
      ) as sales,
      (
        select json_agg(e order by e.starts_at, e.id) from sale_listings m
        join sale_events e on e.seller_id = ${sellerId} and e.id = m.sale_id
        where m.seller_id = ${sellerId} and m.listing_id = l.id and e.kind <> 'PRICE' and e.state in ('SCHEDULED', 'RUNNING')
      ) as discounts,
      (select f.item_number from listings f where f.seller_id = ${sellerId} and f.id = l.relisted_from) as former
    from listings l left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = l.id
    left join lateral (
      select case
        when exists (
          select from listings r where r.seller_id = ${sellerId} and r.relisted_from = l.id and r.state <> 'DRAFT'
        ) then null
        when l.relisted_from is null or l.state = 'DRAFT' then l.id
        else ${sentListingOf(sellerId, sql`l.id`)}
      end as id
    ) sent on true
    where l.seller_id = ${sellerId} and ${which}`.execute(db)
  const { rows: products } = await sql<{ id: number; epid: string; imageUrl: string | null }>`
    select id, epid, image_url as "imageUrl" from products
    where id = any (${rows.flatMap((row) => row.product_id ?? [])}::bigint[])`.execute(db)
  const known = new Map(products.map(({ id: of, ...product }) => [of, product]))
  return rows.map((row) => ({ ...row, product: known.get(row.product_id ?? 0) ?? null }))
}

/** Finds a listing by id or item number; null if there is none. Drafts only if the marketplace sent them. */
export async function findListing(db: SellerDb, sellerId: number, named: string): Promise<WholeListing | null> {
  const found = await findNamedListing(db, sellerId, { named })
  const [row] = found ? await readListings(db, sellerId, sql`l.id = ${found.id}`) : []
  return !row || (row.state === 'DRAFT' && !row.shop) ? null : row
}

export const missingListing = 'There is no such listing.'

export async function requireListing(db: SellerDb, sellerId: number, named: string): Promise<WholeListing> {
  const found = await findListing(db, sellerId, named)
  if (!found) throw new ApiProblem('not-found', { detail: missingListing })
  return found
}

export const writeStock = (row: Pick<Row<'listings'>, 'on_hand' | 'reserved' | 'buffer' | 'quantity_available'>) => ({
  onHand: row.on_hand,
  reserved: row.reserved,
  buffer: row.buffer,
  available: row.quantity_available,
})

export interface ListingReader {
  publicUrl: string
  seller: ApiSeller
  now: Date
}

export function writeListing(row: WholeListing, { publicUrl, seller, now }: ListingReader): z.input<typeof listing> {
  const price = (minor: number) => writeAmount({ minor, currency: row.currency })
  const postage = row.policies?.find(({ kind }) => kind === 'FULFILMENT')
  const home = homePrice({
    shipping: postage?.shipping ?? null,
    grams: row.weight_grams,
    emptyGrams: row.empty_grams,
    priceMinor: row.price_minor,
    country: seller.country,
  })
  const returns = row.policies?.find(({ kind }) => kind === 'RETURN')
  // Without its own picture, the product's is used, as in the hub.
  const other = row.image_url ?? row.product?.imageUrl ?? null
  const own = (row.pictures ?? []).map((hash) => publicUrl + serverPaths.picture(hash, 'large'))
  const sent = row.shop?.imageUrls ?? []
  const others = sent.length > 0 || other === null ? sent : [new URL(other, publicUrl).href]
  const { sale, variationSale } = salesOf(row, now)
  const partsOf = (place: number) =>
    (row.kits ?? []).filter(({ position }) => position === place).map(({ sku, units }) => ({ sku, units }))
  const ids = new Map(row.shop_variations?.map((each) => [JSON.stringify(each.values), each.id]))
  return {
    id: row.shop?.id ?? null,
    item: row.item_number,
    relistedFrom: row.former,
    state: stateOf(row, { seller, now }),
    endReason: row.end_reason,
    title: row.title,
    sku: row.sku,
    madeOf: partsOf(0),
    category: row.category,
    condition: row.condition,
    format: row.format,
    price: price(row.price_minor),
    sale,
    discounts: discountsOf(row, now),
    takesOffers: row.takes_offers,
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
      sale: variationSale(each),
      available: each.quantity,
      madeOf: partsOf(each.position),
    })),
    postage: postage && home !== null ? { name: postage.name, price: price(home), terms: postage.terms } : null,
    returns: returns ? { days: assertDefined(returns.days, 'returns have days'), terms: returns.terms } : null,
    stock: writeStock(row),
    questions: (row.questions ?? []).map((each) => ({
      ...each,
      publishedAt: new Date(each.publishedAt).toISOString(),
    })),
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    version: row.version,
    problems: row.state === 'DRAFT' ? (row.shop?.problems ?? []) : [],
  }
}

/** The sale that is on, or the next one, for the listing and for each of its variations. */
function salesOf({ sales, currency, price_minor: base, variations }: WholeListing, now: Date) {
  const given = (sales ?? []).map(({ from, to, was, ...each }) => ({
    ...each,
    startsAt: new Date(from),
    endsAt: new Date(to),
    wasMinor: was,
  }))
  const next = presentOrNext(given, now)
  const own = next ? given.filter(({ id }) => id === next.id) : []
  const amount = (minor: number) => writeAmount({ minor, currency })
  const pricesOf = (each: (typeof given)[number] | undefined, baseMinor: number) =>
    each && each.minor < baseMinor
      ? { price: amount(each.minor), was: each.wasMinor === null ? null : amount(each.wasMinor) }
      : null
  const variationSale = (each: { axis_values: readonly string[]; price_minor: number }) =>
    pricesOf(
      own.find(({ variation }) => variation === each.axis_values.join('\n')),
      each.price_minor,
    )
  // The rows are ordered by price.
  const isGiven = (each: (typeof given)[number]) =>
    (variations ?? []).some((one) => one.axis_values.join('\n') === each.variation && each.minor < one.price_minor)
  const prices = variations ? pricesOf(own.find(isGiven), Infinity) : pricesOf(own[0], base)
  const sale =
    next && prices
      ? {
          id: next.id,
          isOn: isOn(next, now),
          startsAt: next.startsAt.toISOString(),
          endsAt: next.endsAt.toISOString(),
          ...prices,
        }
      : null
  return { sale, variationSale }
}

const discountsOf = ({ discounts }: WholeListing, now: Date) =>
  (discounts ?? []).flatMap((row) => {
    const [startsAt, endsAt] = [new Date(row.starts_at), new Date(row.ends_at)]
    return row.kind === 'PRICE' || endsAt <= now
      ? []
      : {
          id: row.sale_key,
          kind: row.kind,
          startsAt: startsAt.toISOString(),
          endsAt: endsAt.toISOString(),
          ...writeDiscountTerms(row),
        }
  })

/** The state as buyers see it: a time away pauses an active listing. */
function stateOf(
  { state, is_away_exception: isException }: WholeListing,
  { seller, now }: Pick<ListingReader, 'seller' | 'now'>,
): z.input<typeof listing>['state'] {
  const choice = choiceNow(timeAwayOf(seller), now, seller.time_zone)
  return state === 'ACTIVE' && pauses(choice, isException) ? 'PAUSED' : state
}
