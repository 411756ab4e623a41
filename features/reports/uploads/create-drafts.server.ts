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
import { settingOf, type ShopArgs } from '#features/selling/listing-form/form/form-setting.server.ts'
import { findEpids } from '#features/selling/listing-form/form/products-db.server.ts'
import { readContent } from '#features/selling/listing-form/form/read-content.ts'
import { maxFormBytes } from '#features/selling/listing-form/form/sent-form.ts'
import { startTyped } from '#features/selling/listing-form/form/start-typed.server.ts'
import type { Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { withVariations } from '#features/selling/listing-form/form/typed-variations.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { toDecimal } from '#lib/money.ts'
import { pairs } from '#lib/pairs.ts'
import { wallClockAt } from '#lib/zoned-time.ts'
import type { Hub } from '#web/hub.ts'
import { findListings } from './find-listings-db.server.ts'
import { amountFields } from './planned-row.ts'
import type { PlannedRow, RowRule } from './upload-plan.ts'
import type { RowOutcome } from './upload-rows-db.server.ts'
import type { ListingContent } from '#features/core/listing/listing-content.ts'
import { draftColumns } from '#features/selling/listing-form/keep/drafts-db.server.ts'

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
  const epids = await findEpids(
    db,
    rows.flatMap(({ product }) => product ?? []),
  )
  const setting = settingOf(args)
  const outcomes = new Map<number, RowOutcome>()
  const good = rows.flatMap((row) => {
    const { line, patch } = row
    const refuse = (rule: RowRule) => {
      outcomes.set(line, { line, verdict: 'REFUSED', problems: [{ column: 'sku', value: patch.sku ?? '', rule }] })
      return []
    }
    if (skusOf(row).some((sku) => bySku.has(sku))) return refuse('changedSince')
    const typed = { ...start, ...typedBeside(row, epids, shop.timeZone), ...typedListing(row, shop.currency) }
    if (JSON.stringify(typed).length > maxFormBytes) return refuse('tooLong')
    return [{ row, typed, content: readContent(typed, setting).content }]
  })
  const ids = await addDrafts(db, { sellerId, drafts: good, now: hub.now() })
  const made = pairs(good, ids).map(([{ row }, listingId]) => ({ row, listingId }))
  for (const { row, listingId } of made)
    outcomes.set(row.line, { line: row.line, verdict: 'DONE', problems: [], listingId })
  await keepWithDrafts(db, { sellerId, made, now: hub.now() })
  return rows.flatMap(({ line }) => outcomes.get(line) ?? [])
}

/** What a row says beside the fields of a patch. */
function typedBeside(
  { format, product, startsAt }: PlannedRow,
  epids: ReadonlyMap<string, string>,
  zone: string,
): Typed {
  const epid = product === null ? undefined : epids.get(product)
  const at = startsAt === null ? null : wallClockAt(new Date(startsAt), zone)
  return {
    ...(format ? { format } : {}),
    ...(epid === undefined ? {} : { epid }),
    ...(at ? { startDate: at.date, startTime: at.time.slice(0, 5) } : {}),
  }
}

/** Revision of a draft that was saved once, when it was created. */
export const createdRevision = 1

const skusOf = ({ patch, variations }: PlannedRow): string[] =>
  [patch.sku, ...(variations?.rows ?? []).map(({ sku }) => sku)].flatMap((sku) => sku ?? [])

interface MadeDrafts {
  sellerId: number
  made: readonly { row: PlannedRow; listingId: number }[]
  now: Date
}

/** Stores what the forms of drafts do not hold: addresses of pictures to fetch, and SKUs of variations to find them by. */
async function keepWithDrafts(db: SellerDb, { sellerId, made, now }: MadeDrafts): Promise<void> {
  const fetches = made.flatMap(({ row, listingId }) =>
    row.pictures.length > 0
      ? {
          seller_id: sellerId,
          listing_id: listingId,
          image_urls: row.pictures.slice(0, pictureLimits.count),
          fetch_at: now,
          revision: createdRevision,
        }
      : [],
  )
  if (fetches.length > 0) await insertRows(db, 'picture_fetches', fetches)
  const skus = made.flatMap(({ row, listingId }) =>
    row.variations ? [...new Set(skusOf(row))].map((sku) => ({ seller_id: sellerId, sku, listing_id: listingId })) : [],
  )
  if (skus.length > 0) await insertRows(db, 'draft_skus', skus)
}

const ofVariations = ['price', 'quantity', 'parts', 'sku'] as const

function typedListing({ patch, variations }: PlannedRow, currency: string): Typed {
  if (!variations) return typedPatch(patch, currency)
  const fields = patchFields(patch).filter((field) => !isOneOf(ofVariations, field))
  const details = patchOf(fields.map((field) => [field, patch[field] ?? null]))
  const own: ListingPatch = variations.sku === null ? details : { ...details, sku: variations.sku }
  const money = (minor: number | null) => (minor === null ? '' : toDecimal({ minor, currency }))
  return withVariations(typedPatch(own, currency), {
    axes: variations.axes,
    variations: variations.rows.map(({ values, sku, price, quantity, parts }) => ({
      values,
      sku: sku ?? '',
      price: money(price),
      quantity: quantity === null ? '' : String(quantity),
      parts,
    })),
  })
}

/** Fields of a file that the form has by the same name. */
const formFields = [
  ...amountFields,
  'bestOffer',
  'quantity',
  'parts',
  'title',
  'sku',
  'condition',
  'category',
  'handling',
  'weight',
  'hsCode',
  'originCountry',
  'customsDescription',
  'description',
  'policy.FULFILMENT',
  'policy.PAYMENT',
  'policy.RETURN',
] as const

function typedPatch(patch: ListingPatch, currency: string): Typed {
  const typedValue = (field: PatchField): string => {
    const value = patch[field] ?? ''
    if (typeof value === 'boolean') return value ? 'on' : ''
    if (typeof value === 'number' && isOneOf(amountFields, field)) return toDecimal({ minor: value, currency })
    return typeof value === 'object' ? value.join('; ') : String(value)
  }
  const fields = patchFields(patch).filter((field) => isAspectField(field) || isOneOf(formFields, field))
  return Object.fromEntries(fields.map((field) => [field, typedValue(field)]).filter(([, text]) => text !== ''))
}

interface NewDraft {
  typed: Typed
  /** The parsed content, for lists. */
  content: ListingContent
}

/** Saves new forms as drafts, all at once; returns the ids of their listings in the same order. */
async function addDrafts(
  db: SellerDb,
  { sellerId, drafts, now }: { sellerId: number; drafts: readonly NewDraft[]; now: Date },
): Promise<number[]> {
  if (drafts.length === 0) return []
  const products = await productIds(db, drafts)
  const listings = drafts.map(({ content }) => ({
    ...draftColumns(content, products.get(content.epid ?? '') ?? null),
    seller_id: sellerId,
    state: 'DRAFT' as const,
    created_at: now,
  }))
  const inserted = await db.insertInto('listings').values(listings).returning('id').execute()
  // Ids are drawn in the order of the rows.
  const ids = inserted.map(({ id }) => id).toSorted((a, b) => a - b)
  const forms = pairs(drafts, ids).map(([{ typed }, id]) => ({
    seller_id: sellerId,
    listing_id: id,
    form_key: crypto.randomUUID(),
    mode: 'AddItem',
    typed,
    saved_at: now,
  }))
  await insertRows(db, 'listing_drafts', forms, { json: ['typed'] })
  return ids
}

async function productIds(db: SellerDb, drafts: readonly NewDraft[]): Promise<Map<string, number>> {
  const epids = [...new Set(drafts.flatMap(({ content }) => content.epid ?? []))]
  if (epids.length === 0) return new Map()
  const rows = await db.selectFrom('products').select(['epid', 'id']).where('epid', 'in', epids).execute()
  return new Map(rows.map(({ epid, id }) => [epid, id]))
}
