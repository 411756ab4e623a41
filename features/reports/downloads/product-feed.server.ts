import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import type { Row } from '#db/schema.ts'
import type { VariationAxis } from '#features/core/listing/listing-content.ts'
import type { SaleState } from '#features/core/sale-event/sale-event.ts'
import { presentOrNext } from '#features/core/sale-event/sale-price.ts'
import { isPaused } from '#features/core/time-away/time-away.ts'
import { cursorBatches } from '#features/machinery/grid/export-db.server.ts'
import { columnsById, textField, type ExportColumn } from '#features/machinery/grid/export-file.ts'
import { emptyGrams } from '#features/core/shipping/empty-grams.server.ts'
import { quote } from '#features/core/shipping/shipping-quote.ts'
import type { Shipping } from '#features/core/shipping/shipping.ts'
import { isGtin } from '#lib/gtin.ts'
import { isCountry } from '#lib/is-country.ts'
import { textOfHtml } from '#lib/html-text.ts'
import { toDecimal } from '#lib/money.ts'
import { shortened } from '#lib/shortened.ts'
import { serverPaths } from '#web/paths.ts'
import type { DownloadKind, DownloadReader } from './download-kind.ts'
import { feedAttributes, feedColumn, type FeedAttribute } from './feed-attributes.ts'

/** A product as Google reads it; an attribute that it does not have is empty. */
type FeedProduct = Record<FeedAttribute, string>

const columns: readonly ExportColumn<FeedProduct>[] = feedAttributes.map((name) => ({
  label: feedColumn(name),
  value: textField(name),
}))

/**
 * A download of the listings that are for sale, as Google's product feed reads them. Each variation is a product of its
 * listing's group.
 */
export const productFeed: DownloadKind = {
  kind: 'product-feed',
  label: 'reports.feed',
  hint: 'reports.hint.feed',
  fileName: 'reports.feed.file',
  access: 'amounts.view',
  hasBuyers: false,
  rows: [{ id: 'active', label: 'reports.feed.rows' }],
  mayBePerOrder: false,
  period: null,
  columns: () => columns.map(({ label }) => ({ id: label, label })),
  open: (_of, { sellerId, links, now, zone }) => {
    const where = sql`l.seller_id = ${sellerId} and l.state in ('ACTIVE', 'OUT_OF_STOCK') and l.format = 'FIXED_PRICE'`
    return {
      count: async (db) =>
        firstRow(await sql<{ n: number }>`select count(*) as n from listings l where ${where}`.execute(db)).n,
      parts: async function* (db, ids, cells) {
        const chosen = columnsById(columns, ids)
        const matching = sql<{ id: number }>`select l.id from listings l where ${where} order by l.id`
        const batches = cursorBatches(db, matching, async (listings) => [
          { rows: listings.length, products: await readProducts(db, { sellerId, ids: listings, links, now, zone }) },
        ])
        for await (const parts of batches)
          for (const { rows, products } of parts)
            yield { rows, records: products.map((row) => chosen.map(({ value }) => value(row, cells))) }
      },
    }
  },
}

type FeedReader = Pick<DownloadReader, 'links' | 'now' | 'zone'>

interface FeedListing
  extends
    Pick<
      Row<'listings'>,
      | 'item_number'
      | 'title'
      | 'state'
      | 'price_minor'
      | 'currency'
      | 'quantity_available'
      | 'condition'
      | 'category'
      | 'image_url'
    >,
    Pick<Row<'sellers'>, 'away_from' | 'away_to' | 'away_listings' | 'country'> {
  shipping: Shipping | null
  weight_grams: number | null
  empty_grams: number
  is_away_exception: boolean
  is_suspended: boolean
  brand: string | null
  gtin: string | null
  description: string | null
  aspects: Readonly<Record<string, readonly string[]>> | null
  axes: readonly VariationAxis[] | null
  pictures: readonly string[] | null
  variations: readonly { position: number; values: readonly string[]; price: number; quantity: number }[] | null
  sales: readonly { variation: string; state: SaleState; from: string; to: string; minor: number }[] | null
}

async function readProducts(
  db: SellerDb,
  { sellerId, ids, ...reader }: FeedReader & Pick<DownloadReader, 'sellerId'> & { ids: readonly number[] },
): Promise<FeedProduct[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<FeedListing>`
    select l.item_number, l.title, l.state, l.price_minor, l.currency, l.quantity_available, l.condition, l.category,
      coalesce(l.image_url, g.image_url) as image_url, g.brand, g.gtin,
      s.away_from, s.away_to, s.away_listings, s.country, s.suspended_at is not null as is_suspended,
      exists (select from away_exceptions e where e.seller_id = ${sellerId} and e.listing_id = l.id) as is_away_exception,
      c.description, c.weight_grams, ${emptyGrams(sellerId)} as empty_grams, c.aspects, c.axes,
      (select p.shipping from listing_policies u
        join seller_policies p on p.seller_id = ${sellerId} and p.kind = u.kind and p.id = u.policy_id
        where u.seller_id = ${sellerId} and u.listing_id = l.id and u.kind = 'FULFILMENT') as shipping,
      (select json_agg(p.hash order by p.position) from listing_pictures p
        where p.seller_id = ${sellerId} and p.listing_id = l.id) as pictures,
      (select json_agg(json_build_object('position', v.position, 'values', v.axis_values, 'price', v.price_minor,
          'quantity', v.quantity) order by v.position)
        from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = l.id) as variations,
      (select json_agg(json_build_object('variation', p.variation, 'state', e.state, 'from', p.starts_at, 'to', p.ends_at,
          'minor', p.price_minor))
        from sale_prices p join sale_events e on e.seller_id = ${sellerId} and e.id = p.sale_id
        where p.seller_id = ${sellerId} and p.listing_id = l.id and e.state in ('SCHEDULED', 'RUNNING')) as sales
    from listings l join sellers s on s.id = ${sellerId}
    left join products g on g.id = l.product_id
    left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = l.id
    where l.seller_id = ${sellerId} and l.id = any (${[...ids]}::bigint[]) order by l.id`.execute(db)
  return rows.flatMap((row) => productsOf(row, reader))
}

/** A product that cannot be ordered now is out of stock. */
function availability(row: FeedListing, quantity: number, { now, zone }: FeedReader): string {
  return quantity > 0 && !row.is_suspended && !isPaused(row, now, zone) ? 'in_stock' : 'out_of_stock'
}

function productsOf(row: FeedListing, reader: FeedReader): FeedProduct[] {
  const base = productOf(row, reader)
  if (!row.variations) return [withIdentifiers(base)]
  const axes = (row.axes ?? []).map(({ name }) => name.toLowerCase())
  return row.variations.map(({ position, values, price, quantity }) =>
    withIdentifiers({
      ...base,
      id: `${row.item_number}-${position}`,
      title: shortened(`${row.title}, ${values.join(', ')}`, longest.title),
      // The product's is not that of each variation.
      gtin: '',
      availability: availability(row, quantity, reader),
      price: priceOf(price, row.currency),
      ...saleOf(row, { variation: values.join('\n'), price }, reader),
      shipping: shippingOf(row, price),
      item_group_id: row.item_number,
      color: values[axes.findIndex((name) => attributeNames.color.has(name))] ?? '',
      size: values[axes.findIndex((name) => attributeNames.size.has(name))] ?? '',
    }),
  )
}

/** Google refuses new products without a GTIN, or brand and MPN, unless the feed says that they have none. */
function withIdentifiers(product: Omit<FeedProduct, 'identifier_exists'>): FeedProduct {
  const { gtin, brand, mpn } = product
  return { ...product, identifier_exists: gtin !== '' || (brand !== '' && mpn !== '') ? 'yes' : 'no' }
}

/** Names of aspects and axes in taxonomies and pushed listings. */
const attributeNames = {
  brand: new Set(['brand', 'marke']),
  gtin: new Set(['gtin', 'ean', 'upc', 'isbn']),
  mpn: new Set(['mpn', 'herstellernummer']),
  color: new Set(['colour', 'color', 'farbe']),
  size: new Set(['size', 'größe']),
}
/** Characters of a title and a description, and further pictures, that Google takes. */
const longest = { title: 150, description: 5_000, pictures: 10 }

function productOf(row: FeedListing, reader: FeedReader): Omit<FeedProduct, 'identifier_exists'> {
  const { links } = reader
  const { pictures, aspects, image_url: image } = row
  const aspect = (names: ReadonlySet<string>) =>
    Object.entries(aspects ?? {}).find(([name]) => names.has(name.toLowerCase()))?.[1][0] ?? ''
  const typedGtin = aspect(attributeNames.gtin)
  const addresses = pictures
    ? pictures.map((hash) => links.publicUrl + serverPaths.picture(hash, 'large'))
    : image === null
      ? []
      : [image.startsWith('/') ? links.publicUrl + image : image]
  return {
    id: row.item_number,
    title: row.title,
    description: shortened(textOfHtml(row.description ?? ''), longest.description),
    link: links.listingUrl?.replaceAll('{item}', row.item_number) ?? '',
    image_link: addresses[0] ?? '',
    additional_image_link: addresses.slice(1, 1 + longest.pictures).join(','),
    availability: availability(row, row.quantity_available, reader),
    price: priceOf(row.price_minor, row.currency),
    ...saleOf(row, { variation: '', price: row.price_minor }, reader),
    condition: row.condition === 'NEW' ? 'new' : 'used',
    brand: row.brand ?? aspect(attributeNames.brand),
    // Sellers type “does not apply” too.
    gtin: row.gtin ?? (isGtin(typedGtin) ? typedGtin : ''),
    mpn: aspect(attributeNames.mpn),
    product_type: row.category,
    item_group_id: '',
    color: aspect(attributeNames.color),
    size: aspect(attributeNames.size),
    shipping: shippingOf(row, row.price_minor),
  }
}

/** The sale that is on, or the next one, with its times: Google shows the price from the one to the other. */
function saleOf(
  { sales, currency }: Pick<FeedListing, 'sales' | 'currency'>,
  { variation, price }: { variation: string; price: number },
  { now }: FeedReader,
): Pick<FeedProduct, 'sale_price' | 'sale_price_effective_date'> {
  const given = (sales ?? [])
    .filter((each) => each.variation === variation)
    .map(({ from, to, ...each }) => ({ ...each, wasMinor: null, startsAt: new Date(from), endsAt: new Date(to) }))
  const sale = presentOrNext(given, now)
  if (!sale || sale.minor >= price) return { sale_price: '', sale_price_effective_date: '' }
  const moment = (at: Date) => at.toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    sale_price: priceOf(sale.minor, currency),
    sale_price_effective_date: `${moment(sale.startsAt)}/${moment(sale.endsAt)}`,
  }
}

/** The cheapest service to the seller's country and to those that zones name: `GB::Tracked 48:3.95 GBP`. */
function shippingOf({ shipping, country, currency, ...row }: FeedListing, priceMinor: number): string {
  const named = shipping?.zones.flatMap(({ places }) => places.filter(isCountry)) ?? []
  const unit = { quantity: 1, grams: row.weight_grams, emptyGrams: row.empty_grams, priceMinor }
  return [...new Set([country, ...named])]
    .flatMap((to) => {
      const answer = shipping && quote(shipping, [unit], { country: to })
      const first = answer && 'services' in answer ? answer.services[0] : undefined
      // A colon or comma would divide the value.
      return first ? `${to}::${first.name.replaceAll(/[:,]/g, ' ')}:${priceOf(first.priceMinor, currency)}` : []
    })
    .join(',')
}

const priceOf = (minor: number, currency: string) => `${toDecimal({ minor, currency })} ${currency}`
