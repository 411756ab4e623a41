import type { SellerActionArgs } from '#web/guard.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { readAmount, type AmountReading } from '#lib/read-amount.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import { editListing, type RowValues } from './listing-edits-db.server.ts'
import type { ListingsInverse } from './listing-undo.ts'
import { undoToast } from '#features/machinery/undo/undo.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { editColumns, type EditAnswer, type EditColumn } from './listing-edit.ts'
import type { ListingLimits } from '#features/core/policy-pack/policy-pack.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { exampleAmount } from '#texts/example-amount.ts'
import { readUnits } from './read-units.ts'

/** Changes a price or quantity: form fields `item`, `version`, `column` and `value`. */
export async function editRow(args: SellerActionArgs): Promise<EditAnswer> {
  const { form, write, seller, member, hub } = args
  const texts = textsFor(args.texts.locale, seller.timeZone)
  const column = oneOf(form, 'column', editColumns)
  const typed = textOf(form, 'value')
  const refuse = (message: string, version?: number): EditAnswer => ({
    ok: false,
    message,
    column,
    typed,
    ...(version === undefined ? {} : { version }),
  })
  if (!column) return refuse(texts.t('listings.edit.unknown'))
  return write(async (db) => {
    const itemNumber = parseItemNumber(textOf(form, 'item'))
    if (!itemNumber) return refuse(texts.t('listings.edit.not-found'))
    let example = ''
    const read = (currency: string) => {
      example = exampleAmount(currency, texts)
      return readChange(column, typed, { currency, grouping: texts.grouping, ...hub.config.policyPack.limits })
    }
    const version = Number(textOf(form, 'version'))
    const outcome = await editListing(db, { sellerId: seller.id, itemNumber, version, now: hub.now(), read })
    if (outcome.ok) {
      const said = { from: shownValue(column, outcome.was, texts), to: shownValue(column, outcome.listing, texts) }
      const inverse: ListingsInverse = { before: [outcome.before] }
      const whose = { sellerId: seller.id, memberId: member.id, now: hub.now() }
      const undo = await keepUndo(db, { ...whose, kind: 'listings', step: column, said, inverse })
      return {
        ok: true,
        version: outcome.listing.version,
        undo,
        toast: undoToast({ ids: [undo], step: column, said }, texts),
      }
    }
    if (outcome.reason === 'broken-rule') return refuse(texts.t(`listingForm.problem.${outcome.problem}`))
    if (outcome.reason === 'unreadable') return refuse(texts.t(`listings.edit.not.${column}`, { example }))
    if (outcome.reason !== 'stale') return refuse(texts.t(`listings.edit.${outcome.reason}`))
    const values = { mine: typed, theirs: shownValue(column, outcome.listing, texts) }
    return refuse(texts.t('listings.edit.stale', values), outcome.listing.version)
  })
}

function readChange(column: EditColumn, value: string, limits: ListingLimits & AmountReading) {
  if (column === 'available') {
    const quantity = readUnits(value, limits)
    return quantity === null ? null : { quantity }
  }
  const priceMinor = readAmount(value, { ...limits, most: limits.priceMinor })
  return priceMinor === null ? null : { priceMinor }
}

export function shownValue(column: EditColumn, { priceMinor, currency, quantity }: RowValues, texts: Texts): string {
  return column === 'price' ? texts.money({ minor: priceMinor, currency }) : texts.number(quantity)
}
