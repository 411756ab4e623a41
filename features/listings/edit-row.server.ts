import type { SellerActionArgs } from '#web/guard.server.ts'
import { readAmount } from '#lib/read-amount.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import { editListing, type RowValues } from './listing-edits-db.server.ts'
import { editColumns, type EditAnswer, type EditColumn } from './listing-edit.ts'
import { parseItemNumber } from '#features/listing/listing.ts'

const mostUnits = 1_000_000

/** Reads and makes a change of a price or quantity: `item`, `version`, `column` and `value` of a form. */
export async function editRow(args: SellerActionArgs): Promise<EditAnswer> {
  const { form, write, seller, hub } = args
  const texts = textsFor(args.texts.locale, seller.timeZone)
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const column = editColumns.find((name) => name === text('column')) ?? null
  const refuse = (message: string, version?: number): EditAnswer => ({
    ok: false,
    message,
    column,
    typed: text('value'),
    ...(version === undefined ? {} : { version }),
  })
  if (!column) return refuse(texts.t('listings.edit.unknown'))
  return write(async (db) => {
    const itemNumber = parseItemNumber(text('item'))
    if (!itemNumber) return refuse(texts.t('listings.edit.not-found'))
    const read = (currency: string) => readChange(column, text('value'), currency)
    const version = Number(text('version'))
    const outcome = await editListing(db, { sellerId: seller.id, itemNumber, version, now: hub.now(), read })
    if (outcome.ok) return { ok: true, version: outcome.listing.version }
    if (outcome.reason === 'broken-rule') return refuse(texts.t(`listingForm.problem.${outcome.problem}`))
    if (outcome.reason === 'unreadable') return refuse(texts.t(`listings.edit.not.${column}`))
    if (outcome.reason !== 'stale') return refuse(texts.t(`listings.edit.${outcome.reason}`))
    const values = { mine: text('value'), theirs: shownValue(column, outcome.listing, texts) }
    return refuse(texts.t('listings.edit.stale', values), outcome.listing.version)
  })
}

function readChange(column: EditColumn, value: string, currency: string) {
  if (column === 'available')
    return /^\d{1,7}$/.test(value) && Number(value) <= mostUnits ? { quantity: Number(value) } : null
  const priceMinor = readAmount(value, currency)
  return priceMinor === null ? null : { priceMinor }
}

function shownValue(column: EditColumn, { priceMinor, currency, quantity }: RowValues, texts: Texts): string {
  return column === 'price' ? texts.money({ minor: priceMinor, currency }) : texts.number(quantity)
}
