import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { pictureLimits } from '#features/core/listing-pictures/picture.ts'
import {
  isAspectField,
  patchFields,
  patchOf,
  type ListingPatch,
  type PatchField,
} from '#features/selling/listing-changes/listing-patch.ts'
import type { ShopArgs } from '#features/selling/listing-form/form/form-setting.server.ts'
import { startTyped } from '#features/selling/listing-form/form/start-typed.server.ts'
import type { Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { withVariations } from '#features/selling/listing-form/form/typed-variations.ts'
import { keepForm } from '#features/selling/listing-form/keep/keep-form.server.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { toDecimal } from '#lib/money.ts'
import type { Hub } from '#web/hub.ts'
import { findListings } from './find-listings-db.server.ts'
import type { PlannedRow, RowRule } from './upload-plan.ts'
import type { RowOutcome } from './upload-rows-db.server.ts'

/**
 * Creates a draft for each row, by the form that later publishes it. It starts with the policies and handling time of the
 * shop, as an empty form does; its pictures follow. The caller holds the lock of the shop's SKUs, so that no SKU gets two
 * drafts.
 */
export async function createDrafts(
  db: SellerDb,
  { hub, sellerId }: { hub: Hub; sellerId: number },
  rows: readonly PlannedRow[],
): Promise<RowOutcome[]> {
  if (rows.length === 0) return []
  const shop = await db
    .selectFrom('sellers')
    .select(['currency', 'time_zone as timeZone'])
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  // Plain decimals are read alike by every reader.
  const texts = { typed: (decimal: string) => decimal, grouping: ',' } as const
  const args: ShopArgs = { hub, seller: { id: sellerId, ...shop }, texts }
  const start = await startTyped(db, sellerId)
  const named = rows.flatMap(skusOf).map((sku) => ({ item: null, sku }))
  const { bySku } = await findListings(db, sellerId, named)
  const outcomes: RowOutcome[] = []
  for (const row of rows) {
    const { line, patch } = row
    const refuse = (rule: RowRule) =>
      outcomes.push({ line, verdict: 'REFUSED', problems: [{ column: 'sku', value: patch.sku ?? '', rule }] })
    if (skusOf(row).some((sku) => bySku.has(sku))) {
      refuse('changedSince')
      continue
    }
    const typed = { ...start, ...(row.format ? { format: row.format } : {}), ...typedListing(row, shop.currency) }
    const hidden = { mode: 'AddItem' as const, key: crypto.randomUUID(), revision: 0, on: null, from: null }
    const kept = await keepForm(db, args, { sent: { hidden, typed, intent: 'save', search: '' }, typed })
    if (!kept.ok) {
      refuse('tooLong')
      continue
    }
    const { listingId } = kept.draft
    await keepWithDraft(db, { sellerId, listingId, row, now: hub.now() })
    outcomes.push({ line, verdict: 'DONE', problems: [], listingId })
  }
  return outcomes
}

/** Revision of a draft that was saved once, when it was created. */
export const createdRevision = 1

/** SKUs of a listing and its variations. */
const skusOf = ({ patch, variations }: PlannedRow): string[] =>
  [patch.sku, ...(variations?.rows ?? []).map(({ sku }) => sku)].flatMap((sku) => sku ?? [])

/** Stores what a draft's form does not hold: addresses of pictures to fetch, and SKUs of variations to find it by. */
async function keepWithDraft(
  db: SellerDb,
  { sellerId, listingId, row, now }: { sellerId: number; listingId: number; row: PlannedRow; now: Date },
): Promise<void> {
  if (row.pictures.length > 0)
    await db
      .insertInto('picture_fetches')
      .values({
        seller_id: sellerId,
        listing_id: listingId,
        image_urls: row.pictures.slice(0, pictureLimits.count),
        fetch_at: now,
        revision: createdRevision,
      })
      .execute()
  const skus = row.variations ? new Set(skusOf(row)) : new Set<string>()
  const rows = [...skus].map((sku) => ({ seller_id: sellerId, sku, listing_id: listingId }))
  if (rows.length > 0) await insertRows(db, 'draft_skus', rows)
}

/** Fields that each variation has for itself. */
const ofVariations = ['price', 'quantity', 'sku'] as const

/** A row as it would be typed into the form. */
function typedListing({ patch, variations }: PlannedRow, currency: string): Typed {
  if (!variations) return typedPatch(patch, currency)
  const fields = patchFields(patch).filter((field) => !isOneOf(ofVariations, field))
  const details = patchOf(fields.map((field) => [field, patch[field] ?? null]))
  const own: ListingPatch = variations.sku === null ? details : { ...details, sku: variations.sku }
  const money = (minor: number | null) => (minor === null ? '' : toDecimal({ minor, currency }))
  const prices = variations.rows.flatMap(({ price }) => price ?? [])
  return withVariations(typedPatch(own, currency), {
    axes: variations.axes,
    variations: variations.rows.map(({ values, sku, price, quantity }) => ({
      values,
      sku: sku ?? '',
      price: money(price),
      quantity: quantity === null ? '' : String(quantity),
    })),
    price: money(prices.length > 0 ? Math.min(...prices) : null),
  })
}

/** Fields in minor units. */
const amounts = ['price', 'cost', 'minimumOffer', 'autoAccept'] as const
/** Fields of a file that the form has by the same name. */
const formFields = [
  ...amounts,
  'bestOffer',
  'quantity',
  'title',
  'sku',
  'condition',
  'category',
  'handling',
  'weight',
  'description',
  'policy.FULFILMENT',
  'policy.PAYMENT',
  'policy.RETURN',
] as const

/** A patch as it would be typed into the form. */
function typedPatch(patch: ListingPatch, currency: string): Typed {
  const typedValue = (field: PatchField): string => {
    const value = patch[field] ?? ''
    if (typeof value === 'boolean') return value ? 'on' : ''
    if (typeof value === 'number' && isOneOf(amounts, field)) return toDecimal({ minor: value, currency })
    return typeof value === 'object' ? value.join('; ') : String(value)
  }
  const fields = patchFields(patch).filter((field) => isAspectField(field) || isOneOf(formFields, field))
  return Object.fromEntries(fields.map((field) => [field, typedValue(field)]).filter(([, text]) => text !== ''))
}
