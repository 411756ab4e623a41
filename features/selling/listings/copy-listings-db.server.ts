import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { againTyped, similarTyped } from '#features/selling/listing-form/form/typed-form.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { continueRules } from '#features/selling/price-watch/price-rules-db.server.ts'

const copiedColumns = sql.raw(
  'product_id, title, sku, shares_stock, category, category_id, condition, format, price_minor, currency, quantity_available, image_url, duration_days',
)

const copiedTables = [
  {
    table: 'listing_contents',
    columns:
      'description, aspects, best_offer, minimum_offer_minor, auto_accept_minor, axes, weight_grams, length_mm, width_mm, height_mm, package_id, handling_days, cost_minor, postage_minor',
  },
  { table: 'listing_policies', columns: 'kind, policy_id' },
  { table: 'listing_variations', columns: 'position, axis_values, sku, price_minor, quantity' },
  { table: 'listing_pictures', columns: 'position, hash, alt' },
  { table: 'listing_packaging', columns: 'packaging_minor, currency, since' },
  // After the variations, which become kits by them.
  { table: 'kit_parts', columns: 'position, part_sku, units, nth' },
] as const

/** Additionally copied when relisting, so that a tool keeps its offer. */
const linkedTables = [...copiedTables, { table: 'tool_offers', columns: 'location_key, item_description' }] as const

interface Copying {
  sellerId: number
  ids: readonly number[]
  /** Whether the copies are relisted items; similar items start without SKU. */
  isLinked: boolean
  now: Date
}

/** Ids of copies by source id. */
type Copies = ReadonlyMap<number, number>

/**
 * Creates a draft of each listing, including unpublished input. Returns item numbers of the drafts by source id. Rows
 * pass through the hub, since a cluster does not support the insert-select.
 */
export async function copyListings(db: SellerDb, copying: Copying): Promise<Map<number, string>> {
  const { sellerId, ids, isLinked, now } = copying
  if (ids.length === 0) return new Map()
  const { rows: pairs } = await sql<{ source: number; copy: number }>`
    select source, nextval(pg_get_serial_sequence('listings', 'id')) as copy from unnest(${ids}::bigint[]) source`.execute(
    db,
  )
  const copies = new Map(pairs.map(({ source, copy }) => [source, copy]))
  const { rows: listings } = await sql<Pick<Row<'listings'>, 'id' | 'sku' | 'shares_stock' | 'quantity_available'>>`
    select id, ${copiedColumns} from listings where seller_id = ${sellerId} and id = any (${ids}::bigint[])`.execute(db)
  const drafts = listings.map((listing) => ({
    ...listing,
    seller_id: sellerId,
    state: 'DRAFT',
    created_at: now,
    id: copyOf(copies, listing.id),
    sku: isLinked ? listing.sku : null,
    shares_stock: isLinked && listing.shares_stock,
    relisted_from: isLinked ? listing.id : null,
    quantity_available: Math.max(listing.quantity_available, 1),
  }))
  const rows = await insertRows<{ id: number; item_number: string }>(db, 'listings', drafts, {
    ending: sql`returning id, item_number`,
  })
  for (const each of isLinked ? linkedTables : copiedTables) await copyRows(db, copying, copies, each)
  await copyForms(db, copying, copies)
  const numbers = new Map(rows.map(({ id, item_number }) => [id, item_number]))
  if (isLinked)
    await continueRules(
      db,
      sellerId,
      pairs.map(({ source, copy }) => ({ from: source, to: copy, item: numbers.get(copy) ?? '' })),
    )
  return new Map(
    pairs.map(({ source, copy }) => [source, assertDefined(numbers.get(copy), 'each copy was made just now')]),
  )
}

const copyOf = (copies: Copies, id: number) => assertDefined(copies.get(id), 'each source has a copy')

async function copyRows(
  db: SellerDb,
  { sellerId, isLinked }: Copying,
  copies: Copies,
  { table, columns: names }: (typeof linkedTables)[number],
): Promise<void> {
  const columns = sql.raw(names)
  const { rows } = await sql<{ listing_id: number; sku?: string | null }>`
    select listing_id, ${columns} from ${sql.table(table)}
    where seller_id = ${sellerId} and listing_id = any (${[...copies.keys()]}::bigint[])`.execute(db)
  const copied = rows.map(({ sku, ...row }) => ({
    ...row,
    ...(isLinked && sku !== undefined ? { sku } : {}),
    seller_id: sellerId,
    listing_id: copyOf(copies, row.listing_id),
  }))
  await insertRows(db, table, copied, { json: ['aspects', 'axes'] })
}

/** Copies unpublished input: of drafts, and of revisions of ended listings. The copy's revision is one nobody has saved. */
async function copyForms(db: SellerDb, { sellerId, isLinked, now }: Copying, copies: Copies): Promise<void> {
  const { rows } = await sql<Pick<Row<'listing_drafts'>, 'listing_id' | 'typed'>>`
    select d.listing_id, d.typed from listing_drafts d
    join listings l on l.seller_id = ${sellerId} and l.id = d.listing_id and l.state in ('DRAFT', 'ENDED')
    where d.seller_id = ${sellerId} and d.listing_id = any (${[...copies.keys()]}::bigint[])`.execute(db)
  if (rows.length === 0) return
  const copied = rows.map(({ listing_id: source, typed }) => ({
    seller_id: sellerId,
    listing_id: copyOf(copies, source),
    form_key: crypto.randomUUID(),
    mode: isLinked ? ('RelistItem' as const) : ('SellSimilarItem' as const),
    typed: isLinked ? againTyped(typed) : similarTyped(typed),
    revision: 0,
    source_id: source,
    saved_at: now,
  }))
  await db.insertInto('listing_drafts').values(copied).execute()
}
