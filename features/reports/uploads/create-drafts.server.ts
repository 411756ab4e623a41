import type { SellerDb } from '#db/client.ts'
import {
  isAspectField,
  patchFields,
  type ListingPatch,
  type PatchField,
} from '#features/selling/listing-changes/listing-patch.ts'
import type { ShopArgs } from '#features/selling/listing-form/form/form-setting.server.ts'
import { startTyped } from '#features/selling/listing-form/form/start-typed.server.ts'
import type { Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { keepForm } from '#features/selling/listing-form/keep/keep-form.server.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { toDecimal } from '#lib/money.ts'
import type { Hub } from '#web/hub.ts'
import { findListings } from './find-listings-db.server.ts'
import type { PlannedRow, RowRule } from './upload-plan.ts'
import type { RowOutcome } from './upload-rows-db.server.ts'

/**
 * Creates a draft for each row, by the form that later publishes it. It starts with the policies and handling time of the
 * shop, as an empty form does. The caller holds the lock of the shop's SKUs, so that no SKU gets two drafts.
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
  const { bySku } = await findListings(
    db,
    sellerId,
    rows.map(({ patch }) => ({ item: null, sku: patch.sku ?? null })),
  )
  const outcomes: RowOutcome[] = []
  for (const { line, patch } of rows) {
    const refuse = (rule: RowRule) =>
      outcomes.push({ line, verdict: 'REFUSED', problems: [{ column: 'sku', value: patch.sku ?? '', rule }] })
    if (bySku.has(patch.sku ?? '')) {
      refuse('changedSince')
      continue
    }
    const typed = { ...start, ...typedPatch(patch, shop.currency) }
    const hidden = { mode: 'AddItem' as const, key: crypto.randomUUID(), revision: 0, on: null, from: null }
    const kept = await keepForm(db, args, { sent: { hidden, typed, intent: 'save', search: '' }, typed })
    if (kept.ok) outcomes.push({ line, verdict: 'DONE', problems: [], listingId: kept.draft.listingId })
    else refuse('tooLong')
  }
  return outcomes
}

/** Fields in minor units. */
const amounts = ['price', 'cost'] as const
/** Fields of a file that the form has by the same name. */
const formFields = [
  ...amounts,
  'quantity',
  'title',
  'sku',
  'condition',
  'category',
  'handling',
  'weight',
  'description',
] as const

/** A patch as it would be typed into the form. */
function typedPatch(patch: ListingPatch, currency: string): Typed {
  const typedValue = (field: PatchField): string => {
    const value = patch[field] ?? ''
    if (typeof value === 'number' && isOneOf(amounts, field)) return toDecimal({ minor: value, currency })
    return typeof value === 'object' ? value.join('; ') : String(value)
  }
  const fields = patchFields(patch).filter((field) => isAspectField(field) || isOneOf(formFields, field))
  return Object.fromEntries(fields.map((field) => [field, typedValue(field)]).filter(([, text]) => text !== ''))
}
