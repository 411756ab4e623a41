import type { SellerDb } from '#db/client.ts'
import { safeHtml } from '#features/core/listing/safe-html.server.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import type { StoredListing } from '#features/selling/listing-form/form/content-db.server.ts'
import { settingOf, type ShopArgs } from '#features/selling/listing-form/form/form-setting.server.ts'
import { readContent } from '#features/selling/listing-form/form/read-content.ts'
import { differingFields, typedRows, withRows, type Typed } from '#features/selling/listing-form/form/typed-form.ts'
import { editListing, editVariations } from '#features/selling/listings/listing-edits-db.server.ts'
import type { PushProblem } from './pushed-form.ts'

/** Fields that a push changes. A description that is stored as it was is no change, however the shop writes it. */
export const changedFields = (before: Typed, wanted: Typed): string[] =>
  differingFields(before, wanted).filter((name) => {
    const written = (typed: Typed) => safeHtml(typed.description ?? '')
    return name !== 'description' || written(before) !== written(wanted)
  })

/** Whether only prices and quantities differ, which change without the form. */
export const isOfferAlone = (fields: readonly string[]): boolean =>
  fields.every((name) => /^(?:price|quantity|row\.\d+\.(?:price|quantity))$/.test(name))

export function isSoldOut(typed: Typed): boolean {
  const rows = typedRows(typed)
  const quantities = rows.length > 0 ? rows.map(({ quantity }) => quantity) : [typed.quantity ?? '0']
  return quantities.every((quantity) => quantity === '0')
}

export function withFormerUnits(typed: Typed, before: Typed): Typed {
  const rows = typedRows(typed)
  if (rows.length === 0) return { ...typed, quantity: before.quantity ?? '0' }
  const former = new Map(typedRows(before).map(({ values, quantity }) => [JSON.stringify(values), quantity]))
  return withRows(
    typed,
    rows.map((row) => ({ ...row, quantity: former.get(JSON.stringify(row.values)) ?? '0' })),
  )
}

/** Changes price and quantity of a listing on sale, as in its row of the list. Returns the broken rule; null if none. */
export async function changeOffer(
  db: SellerDb,
  args: ShopArgs,
  { listing, wanted }: { listing: StoredListing; wanted: Typed },
): Promise<PushProblem | null> {
  const { content, problems } = readContent(wanted, settingOf(args))
  const [unread] = problems
  if (unread) return unread
  const edit = {
    sellerId: args.seller.id,
    itemNumber: listing.itemNumber,
    version: listing.version,
    now: args.hub.now(),
    byShop: true,
  }
  await nameStockCause(db, { kind: 'API' })
  const outcome =
    content.variations.length > 0
      ? await editVariations(db, {
          ...edit,
          rows: content.variations.map(({ priceMinor, quantity }) => ({
            priceMinor: priceMinor ?? 0,
            quantity: quantity ?? 0,
          })),
        })
      : await editListing(db, {
          ...edit,
          read: () => ({
            ...(content.priceMinor === null ? {} : { priceMinor: content.priceMinor }),
            ...(content.quantity === null ? {} : { quantity: content.quantity }),
          }),
        })
  if (outcome.ok) return null
  return outcome.reason === 'broken-rule'
    ? { field: 'price', problem: outcome.problem }
    : { field: 'quantity', problem: 'quantityMissing' }
}
