import { deleteOfSeller } from '#db/change-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { storeKits } from '#features/core/listing/kits-db.server.ts'
import { policyKinds } from '#features/core/listing/listing-content.ts'
import type { Listing } from '#features/selling/listings/listing-actions-db.server.ts'
import { withQuantity } from '#features/selling/listings/listing-edits-db.server.ts'
import { groupBy } from '#lib/group-by.ts'
import { customsFields } from '#features/core/listing/customs-details.ts'
import { storeCustoms, type CustomsChange } from '#features/core/listing/customs-details-db.server.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { isKeyOf } from '#lib/records.ts'
import { isAspectField, ofSku, type PatchableListing, type PatchField } from './listing-patch.ts'
import type { StoredTargets } from './patch-targets-db.server.ts'

/** A locked row, the listing or variation as it shall be, and the fields that change. */
export interface PatchedListing {
  row: Listing
  listing: PatchableListing
  changed: readonly PatchField[]
  /** Its SKU before. */
  former: string | null
}

interface Storing {
  sellerId: number
  listings: readonly PatchedListing[]
  now: Date
}

/** Stores changed listings whose rows are locked, and increments their versions. `variations` has those of each listing. */
export async function storePatched(
  db: SellerDb,
  { sellerId, listings: patched, variations, now }: Storing & Pick<StoredTargets, 'variations'>,
): Promise<void> {
  const listings = patched.filter(({ listing }) => listing.variation === null)
  const varied = patched.filter(({ listing }) => listing.variation !== null)
  // Before the rows: what was a kit is counted anew.
  await storeKits(
    db,
    sellerId,
    patched
      .filter(({ changed }) => changed.includes('parts'))
      .map(({ row, listing: { variation, content } }) => ({
        listingId: row.id,
        position: variation?.position ?? 0,
        parts: content.parts ?? [],
      })),
  )
  await storeRows(db, { sellerId, listings: withTotals(listings, varied, variations), now })
  await storeVariations(db, sellerId, varied)
  await storeContents(db, sellerId, listings)
  await storePolicies(db, sellerId, listings)
  await storeBins(db, sellerId, patched)
  await storeCustoms(db, sellerId, customsChanges(patched))
}

const ofVariation: readonly PatchField[] = ['price', 'quantity', 'sku']
const units: readonly PatchField[] = ['quantity']

/** The listings with the lowest price and all units of their changed variations. */
function withTotals(
  listings: readonly PatchedListing[],
  varied: readonly PatchedListing[],
  variations: StoredTargets['variations'],
): PatchedListing[] {
  const byId = new Map(listings.map((each) => [each.row.id, each]))
  const written = varied.filter(({ changed }) => changed.some((field) => ofVariation.includes(field)))
  for (const [id, changes] of groupBy(written, ({ row }) => row.id)) {
    const [{ row, listing }] = changes
    const own = byId.get(id) ?? { row, listing, changed: [], former: row.sku }
    const after = new Map(changes.map((each) => [each.listing.variation?.position, each.listing.content]))
    const all = (variations.get(id) ?? []).map(({ position, price_minor, quantity }) => ({
      price: after.get(position)?.priceMinor ?? price_minor,
      quantity: after.get(position)?.quantity ?? quantity,
    }))
    byId.set(id, {
      ...own,
      // Units that do not change stay: with a buffer the listing has fewer than its variations together.
      changed: [...own.changed, 'price', ...(changes.some(({ changed }) => changed.includes('quantity')) ? units : [])],
      listing: {
        ...own.listing,
        content: {
          ...own.listing.content,
          // That of a variation, if the listing itself does not change.
          sku: byId.has(id) ? own.listing.content.sku : row.sku,
          priceMinor: Math.min(...all.map(({ price }) => price)),
          quantity: all.reduce((sum, each) => sum + each.quantity, 0),
        },
      },
    })
  }
  return [...byId.values()]
}

async function storeVariations(db: SellerDb, sellerId: number, varied: readonly PatchedListing[]): Promise<void> {
  const rows = varied
    .filter(({ changed }) => changed.some((field) => ofVariation.includes(field)))
    .map(({ row, listing: { variation, content } }) => ({
      listing_id: row.id,
      position: variation?.position,
      sku: content.sku,
      price_minor: content.priceMinor,
      quantity: content.quantity,
    }))
  if (rows.length === 0) return
  await sql`
    update listing_variations v set price_minor = n.price_minor, quantity = n.quantity, sku = n.sku
    from json_populate_recordset(null::listing_variations, ${JSON.stringify(rows)}::json) n
    where v.seller_id = ${sellerId} and v.listing_id = n.listing_id and v.position = n.position`.execute(db)
}

/** Columns of `listings` by field. Writing a column may have effects, so only those that change are written. */
const rowColumns: Partial<Record<PatchField, readonly string[]>> = {
  price: ['price_minor'],
  quantity: ['quantity_available', 'state', 'out_of_stock_since'],
  title: ['title'],
  sku: ['sku'],
  condition: ['condition'],
  category: ['category'],
}

async function storeRows(db: SellerDb, { sellerId, listings, now }: Storing): Promise<void> {
  // What belongs to the SKU changes no listing.
  const written = listings.filter(({ changed }) => changed.some((field) => !isOneOf(ofSku, field)))
  if (written.length === 0) return
  const fields = new Set(written.flatMap(({ changed }) => changed))
  const columns = [...fields].flatMap((field) => rowColumns[field] ?? [])
  const rows = written.map(({ row, listing: { content }, changed }) => {
    const next = changed.includes('quantity') ? withQuantity(row, content.quantity ?? 0, now) : row
    const { quantity_available, state, out_of_stock_since } = next
    return {
      id: row.id,
      title: content.title,
      sku: content.sku,
      category: content.category,
      condition: content.condition,
      price_minor: content.priceMinor ?? row.price_minor,
      quantity_available,
      state,
      out_of_stock_since,
    }
  })
  const sets = columns.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)},`)
  await sql`
    update listings l set ${sql.join(sets, sql` `)} version = l.version + 1
    from json_populate_recordset(null::listings, ${JSON.stringify(rows, ['id', ...columns])}::json) n
    where l.seller_id = ${sellerId} and l.id = n.id`.execute(db)
}

const contentFields: readonly PatchField[] = [
  ...(['bestOffer', 'minimumOffer', 'autoAccept', 'weight', 'length', 'width', 'height'] as const),
  ...(['handling', 'cost', 'description'] as const),
]

async function storeContents(db: SellerDb, sellerId: number, listings: readonly PatchedListing[]): Promise<void> {
  const written = listings.filter(({ changed }) =>
    changed.some((field) => contentFields.includes(field) || isAspectField(field)),
  )
  const withDescription = written.some(({ changed }) => changed.includes('description'))
  const rows = written.map(({ row, listing: { content } }) => ({
    seller_id: sellerId,
    listing_id: row.id,
    aspects: content.aspects,
    best_offer: content.bestOffer !== null,
    minimum_offer_minor: content.bestOffer?.minimumMinor ?? null,
    auto_accept_minor: content.bestOffer?.autoAcceptMinor ?? null,
    weight_grams: content.parcel.weightGrams,
    length_mm: content.parcel.lengthMm,
    width_mm: content.parcel.widthMm,
    height_mm: content.parcel.heightMm,
    handling_days: content.handlingDays,
    cost_minor: content.costMinor,
    // Not read otherwise.
    ...(withDescription ? { description: content.description } : {}),
  }))
  const columns = Object.keys(rows[0] ?? {}).slice(2)
  const sets = columns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  await insertRows(db, 'listing_contents', rows, {
    json: ['aspects'],
    ending: sql`on conflict (seller_id, listing_id) do update set ${sql.join(sets)}`,
  })
}

async function storePolicies(db: SellerDb, sellerId: number, listings: readonly PatchedListing[]): Promise<void> {
  const rows = listings.flatMap(({ row, listing: { content }, changed }) =>
    policyKinds
      .filter((kind) => changed.includes(`policy.${kind}`))
      .map((kind) => ({ seller_id: sellerId, listing_id: row.id, kind, policy_id: content.policies[kind] })),
  )
  await insertRows(db, 'listing_policies', rows, {
    ending: sql`on conflict (seller_id, listing_id, kind) do update set policy_id = excluded.policy_id`,
  })
}

const customsChanges = (listings: readonly PatchedListing[]): CustomsChange[] =>
  listings.flatMap(({ listing: { content }, changed }) => {
    const parts = changed.flatMap((field) => (isKeyOf(customsFields, field) ? customsFields[field] : []))
    const change = Object.fromEntries(parts.map((part) => [part, content.customs[part]]))
    return content.sku === null || parts.length === 0 ? [] : { sku: content.sku, currency: content.currency, change }
  })

async function storeBins(db: SellerDb, sellerId: number, listings: readonly PatchedListing[]): Promise<void> {
  const bins = new Map(
    listings
      .filter(({ changed }) => changed.includes('bin'))
      .flatMap(({ listing: { bin, content } }) => (content.sku === null ? [] : [[content.sku, bin] as const])),
  )
  const skus = [...bins.keys()].toSorted()
  const removed = skus.filter((sku) => bins.get(sku) === null)
  if (removed.length > 0) await deleteOfSeller(db, 'bins', sellerId).where('sku', 'in', removed).execute()
  const rows = skus.flatMap((sku) => {
    const bin = bins.get(sku)
    return bin ? [{ seller_id: sellerId, sku, bin }] : []
  })
  await insertRows(db, 'bins', rows, { ending: sql`on conflict (seller_id, sku) do update set bin = excluded.bin` })
}
