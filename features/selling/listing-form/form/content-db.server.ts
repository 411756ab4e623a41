import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { isKit, policyKinds, type ListingContent, type PolicyKind } from '#features/core/listing/listing-content.ts'
import { noCustoms, type CustomsDetails } from '#features/core/listing/customs-details.ts'
import { readCustoms } from '#features/core/listing/customs-details-db.server.ts'
import { readKits, type Kit } from '#features/core/listing/kits-db.server.ts'
import { isOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import type { Picture } from '#features/core/listing-pictures/picture.ts'
import { picturesOfListings } from '#features/core/listing-pictures/pictures-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { storeKitsOf } from './content-kits-db.server.ts'

export interface StoredListing {
  id: number
  itemNumber: string
  state: Row<'listings'>['state']
  version: number
  quantitySold: number
  /** Units that orders have reserved. */
  reserved: number
  endsAt: Date | null
  /** Whether the marketplace's shop keeps count of its units. */
  isStockOfShop: boolean
  /** Whether it shares its stock with the other listings that have its SKU. */
  sharesStock: boolean
  /** Whether the listing itself is made of other SKUs; its variations may be. */
  isKit: boolean
  imageUrl: string | null
  pictures: readonly Picture[]
  content: ListingContent
}

/** The picture of a listing without its own: the product's, or an imported one. */
export function otherPicture({ imageUrl, pictures }: StoredListing, product: { imageUrl: string | null } | null) {
  return (pictures.length === 0 ? imageUrl : null) ?? product?.imageUrl ?? null
}

export async function readListing(db: SellerDb, sellerId: number, itemNumber: string): Promise<StoredListing | null> {
  const [listing] = await readListings(db, sellerId, [itemNumber])
  return listing ?? null
}

/** Reads the seller's listings among these, in no order. */
export async function readListings(
  db: SellerDb,
  sellerId: number,
  itemNumbers: readonly string[],
): Promise<StoredListing[]> {
  if (itemNumbers.length === 0) return []
  const rows = await listingRows(db, sellerId, itemNumbers)
  const own = { sellerId, listingIds: rows.map(({ id }) => id) }
  if (rows.length === 0) return []
  const policies = await readListingPolicies(db, own)
  const variations = await readVariations(db, own)
  const pictures = await picturesOfListings(db, own)
  const customs = await customsOf(db, sellerId, rows, variations)
  const kits = await readKits(db, sellerId, own.listingIds)
  return rows.map((row) =>
    storedListing(row, {
      policies: policies.filter(({ listing_id }) => listing_id === row.id),
      variations: variations.filter(({ listing_id }) => listing_id === row.id),
      pictures: pictures.get(row.id) ?? [],
      customs: customs(row),
      kits: kits.filter(({ listingId }) => listingId === row.id),
    }),
  )
}

function listingRows(db: SellerDb, sellerId: number, itemNumbers: readonly string[]) {
  return db
    .selectFrom('listings as l')
    .leftJoin('listing_contents as c', (join) =>
      join.onRef('c.seller_id', '=', 'l.seller_id').onRef('c.listing_id', '=', 'l.id'),
    )
    .leftJoin('products as p', 'p.id', 'l.product_id')
    .selectAll('c')
    .selectAll('l')
    .select(['p.epid', isOfShop(sellerId, sql.ref('l.shop_counts')).as('is_stock_of_shop')])
    .where('l.seller_id', '=', sellerId)
    .where('l.item_number', 'in', itemNumbers)
    .execute()
}

type ListingRow = Awaited<ReturnType<typeof listingRows>>[number]

interface ListingParts {
  policies: Awaited<ReturnType<typeof readListingPolicies>>
  variations: Awaited<ReturnType<typeof readVariations>>
  pictures: readonly Picture[]
  customs: CustomsDetails
  kits: readonly Kit[]
}

/** Details of a listing: of its SKU, else of its first variation's. */
async function customsOf(
  db: SellerDb,
  sellerId: number,
  rows: readonly ListingRow[],
  variations: ListingParts['variations'],
): Promise<(row: ListingRow) => CustomsDetails> {
  const skuOf = ({ id, sku }: ListingRow) => sku ?? variations.find((each) => each.listing_id === id)?.sku ?? null
  const skus = rows.flatMap((row) => skuOf(row) ?? [])
  const found = await readCustoms(db, sellerId, { skus, currency: rows[0]?.currency ?? '' })
  return (row) => found.get(skuOf(row) ?? '') ?? noCustoms
}

function storedListing(
  row: ListingRow,
  { policies, variations, pictures, customs, kits }: ListingParts,
): StoredListing {
  const partsOf = (place: number) => {
    const kit = kits.find(({ position }) => position === place)
    return kit ? { parts: kit.parts } : {}
  }
  const policyOf = (kind: PolicyKind) => policies.find((policy) => policy.kind === kind)?.policy_id ?? null
  return {
    id: row.id,
    itemNumber: row.item_number,
    state: row.state,
    version: row.version,
    quantitySold: row.quantity_sold,
    reserved: row.reserved,
    endsAt: row.ends_at,
    isStockOfShop: row.is_stock_of_shop,
    sharesStock: row.shares_stock,
    isKit: row.is_kit,
    imageUrl: row.image_url,
    pictures,
    content: {
      title: row.title,
      sku: row.sku,
      epid: row.epid,
      category: row.category || null,
      condition: row.condition,
      format: row.format,
      pictures: pictures.map(({ hash }) => hash),
      description: row.description ?? '',
      aspects: row.aspects ?? {},
      currency: row.currency,
      priceMinor: row.price_minor || null,
      quantity: row.quantity_available,
      bestOffer: row.best_offer
        ? { minimumMinor: row.minimum_offer_minor, autoAcceptMinor: row.auto_accept_minor }
        : null,
      ...partsOf(0),
      axes: row.axes ?? [],
      variations: variations.map((each) => ({
        values: each.axis_values,
        sku: each.sku,
        priceMinor: each.price_minor,
        quantity: each.quantity,
        ...partsOf(each.position),
      })),
      parcel: {
        weightGrams: row.weight_grams,
        lengthMm: row.length_mm,
        widthMm: row.width_mm,
        heightMm: row.height_mm,
        packageId: row.package_id,
      },
      customs,
      handlingDays: row.handling_days,
      policies: { FULFILMENT: policyOf('FULFILMENT'), PAYMENT: policyOf('PAYMENT'), RETURN: policyOf('RETURN') },
      startsAt: row.state === 'SCHEDULED' ? row.starts_at : null,
      costMinor: row.cost_minor,
      postageMinor: row.postage_minor,
    },
  }
}

interface Own {
  sellerId: number
  listingId: number
}

interface OwnListings {
  sellerId: number
  listingIds: readonly number[]
}

function readListingPolicies(db: SellerDb, { sellerId, listingIds }: OwnListings) {
  return selectOfSeller(db, 'listing_policies', sellerId)
    .select(['listing_id', 'kind', 'policy_id'])
    .where('listing_id', 'in', listingIds)
    .execute()
}

function readVariations(db: SellerDb, { sellerId, listingIds }: OwnListings) {
  return selectOfSeller(db, 'listing_variations', sellerId)
    .select(['listing_id', 'position', 'axis_values', 'sku', 'price_minor', 'quantity'])
    .where('listing_id', 'in', listingIds)
    .orderBy('listing_id')
    .orderBy('position')
    .execute()
}

/**
 * Stores contents of listings outside their rows, and the keys of the forms they were first published from. The contents
 * have passed validation, and their descriptions are sanitised.
 */
export async function storeContents(db: SellerDb, sellerId: number, listings: readonly NewContent[]): Promise<void> {
  const [first] = listings
  if (!first) return
  const rows = listings.map((each) => contentRow(sellerId, each))
  const columns = Object.keys(contentColumns(first.content))
  const sets = columns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  const ending = sql`on conflict (seller_id, listing_id) do update set ${sql.join(sets)}`
  await insertRows(db, 'listing_contents', rows, { json: columnsOfJson, ending })
  const ids = listings.map(({ listingId }) => listingId)
  for (const table of ['listing_policies', 'listing_variations'] as const)
    await sql`
      delete from ${sql.table(table)} where seller_id = ${sellerId} and listing_id = any (${ids}::bigint[])`.execute(db)
  await storeParts(db, sellerId, listings)
}

const columnsOfJson = ['aspects', 'axes']

interface NewContent {
  listingId: number
  content: ListingContent
  formKey?: string
}

const contentRow = (sellerId: number, { listingId, content, formKey = crypto.randomUUID() }: NewContent) => ({
  seller_id: sellerId,
  listing_id: listingId,
  form_key: formKey,
  ...contentColumns(content),
})

export async function storeNewContents(db: SellerDb, sellerId: number, listings: readonly NewContent[]): Promise<void> {
  const rows = listings.map((each) => contentRow(sellerId, each))
  await insertRows(db, 'listing_contents', rows, { json: columnsOfJson })
  await storeParts(db, sellerId, listings)
}

async function storeParts(db: SellerDb, sellerId: number, listings: readonly NewContent[]): Promise<void> {
  const published = 'what is published has no problems'
  const policies = listings.flatMap(({ listingId, content }) =>
    policyKinds.map((kind) => ({
      seller_id: sellerId,
      listing_id: listingId,
      kind,
      policy_id: assertDefined(content.policies[kind], published),
    })),
  )
  await insertRows(db, 'listing_policies', policies)
  const variations = listings.flatMap(({ listingId, content }) =>
    content.variations.map(({ values, sku, priceMinor, quantity, parts }, index) => ({
      seller_id: sellerId,
      listing_id: listingId,
      position: index + 1,
      axis_values: [...values],
      sku,
      price_minor: assertDefined(priceMinor, published),
      // A kit has what its parts allow.
      quantity: isKit({ parts }) ? (quantity ?? 0) : assertDefined(quantity, published),
      is_kit: isKit({ parts }),
    })),
  )
  const add = (kits: boolean) =>
    insertRows(
      db,
      'listing_variations',
      variations.filter((row) => row.is_kit === kits),
    )
  // Packs may be made of variations beside them, and have what these allow as soon as they are there.
  await add(false)
  await storeKitsOf(db, sellerId, listings)
  await add(true)
}

function contentColumns(content: ListingContent) {
  const { parcel, bestOffer } = content
  return {
    description: content.description,
    aspects: Object.fromEntries(Object.entries(content.aspects).map(([name, values]) => [name, [...values]])),
    best_offer: bestOffer !== null,
    minimum_offer_minor: bestOffer?.minimumMinor ?? null,
    auto_accept_minor: bestOffer?.autoAcceptMinor ?? null,
    axes: content.axes,
    weight_grams: parcel.weightGrams,
    length_mm: parcel.lengthMm,
    width_mm: parcel.widthMm,
    height_mm: parcel.heightMm,
    package_id: parcel.packageId,
    handling_days: content.handlingDays,
    cost_minor: content.costMinor,
    postage_minor: content.postageMinor,
  }
}

/** Item number of the listing that replaced an ended one; null if none. */
export async function relistedAs(db: SellerDb, sellerId: number, listingId: number): Promise<string | null> {
  const row = await selectOfSeller(db, 'listings', sellerId)
    .select('item_number')
    .where('relisted_from', '=', listingId)
    .executeTakeFirst()
  return row?.item_number ?? null
}

/**
 * Which SKUs are used by another active listing or variation. With `shares`, without those of fixed-price listings without
 * variations, which can share their stock.
 */
export async function takenSkus(
  db: SellerDb,
  { sellerId, listingId, skus, shares }: Own & { skus: readonly string[]; shares: boolean },
): Promise<string[]> {
  if (skus.length === 0) return []
  const own = sql`select from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = listings.id`
  const listings = await selectOfSeller(db, 'listings', sellerId)
    .select('sku')
    .$if(shares, (query) => query.where(sql<boolean>`(format = 'AUCTION' or is_kit or exists (${own}))`))
    .where('sku', 'in', skus)
    .where('id', '<>', listingId)
    .where('state', 'not in', ['DRAFT', 'ENDED'])
    .execute()
  const variations = await db
    .selectFrom('listing_variations as v')
    .innerJoin('listings as l', (join) =>
      join.onRef('l.seller_id', '=', 'v.seller_id').onRef('l.id', '=', 'v.listing_id'),
    )
    .select('v.sku')
    .where('v.seller_id', '=', sellerId)
    .where('v.sku', 'in', skus)
    .where('v.listing_id', '<>', listingId)
    .where('l.state', 'not in', ['DRAFT', 'ENDED'])
    .execute()
  return [...listings, ...variations].flatMap(({ sku }) => sku ?? [])
}
