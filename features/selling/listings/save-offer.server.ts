import type { SellerDb } from '#db/client.ts'
import { readListing, type StoredListing } from '#features/selling/listing-form/form/content-db.server.ts'
import { lockedFields } from '#features/core/listing/listing-locks.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { textOf } from '#lib/form-fields.ts'
import { exampleAmount } from '#texts/example-amount.ts'
import { readAmount } from '#lib/read-amount.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { shownValue } from './edit-row.server.ts'
import { editListing, editVariations, type RowEditOutcome } from './listing-edits-db.server.ts'
import { offerField, offerTexts, type OfferRefusal, type OfferRow } from './listing-offer.ts'
import type { ListingsInverse } from './listing-undo.ts'
import { readUnits } from './read-units.ts'

export function offerRows({ content, quantity }: Pick<StoredListing, 'content'> & { quantity: number }): OfferRow[] {
  if (content.variations.length === 0)
    return [{ name: null, sku: content.sku, priceMinor: content.priceMinor ?? 0, quantity }]
  return content.variations.map((row) => ({
    name: row.values.join(', '),
    sku: row.sku,
    priceMinor: row.priceMinor ?? 0,
    quantity: row.quantity ?? 0,
  }))
}

/** The result of an offer; `undo` is null if nothing changed. */
export type OfferOutcome = { ok: true; undo: string | null } | { ok: false; refused: OfferRefusal }

/**
 * Saves all prices and quantities of a listing's page, or none: `item`, `version`, and price and quantity per row.
 * Throws 404 if it is not the seller's.
 */
export function saveOffer(args: SellerActionArgs): Promise<OfferOutcome> {
  return args.write(async (db) => {
    const itemNumber = parseItemNumber(textOf(args.form, 'item'))
    const listing = itemNumber && (await readListing(db, args.seller.id, itemNumber))
    if (!listing) throw refuse('not-found')
    const { currency, quantity } = listing.content
    const rows = offerRows({ ...listing, quantity: quantity ?? 0 })
    const read = readRows(args, rows.length, currency)
    const { errors, typed } = read
    if (Object.keys(errors).length > 0)
      return { ok: false, refused: { version: seenVersion(args), message: null, errors, typed, now: null } }
    // Units that the shop counts are shown, and not read.
    const isCounted =
      lockedFields({ ...listing, format: listing.content.format }, args.hub.now()).quantity !== undefined
    const given = isCounted
      ? read.rows.map((row, nth) => ({ ...row, quantity: rows[nth]?.quantity ?? row.quantity }))
      : read.rows
    const outcome = await store(db, args, { listing, rows: given })
    if (!outcome.ok) return { ok: false, refused: refusalOf(args, { outcome, listing, rows, typed }) }
    return { ok: true, undo: await keepOfferUndo(db, args, { ...outcome, isChanged: differs(rows, given) }) }
  })
}

const seenVersion = ({ form }: SellerActionArgs) => Number(textOf(form, 'version'))

const differs = (rows: readonly OfferRow[], given: readonly Given[]) =>
  rows.some((row, index) => row.priceMinor !== given[index]?.priceMinor || row.quantity !== given[index]?.quantity)

/** Stores undo data; null if nothing changed. */
async function keepOfferUndo(
  db: SellerDb,
  { seller, member, hub, texts }: SellerActionArgs,
  { was, listing, before, isChanged }: Extract<RowEditOutcome, { ok: true }> & { isChanged: boolean },
): Promise<string | null> {
  if (!isChanged) return null
  const changed = [
    ...(was.priceMinor === listing.priceMinor ? [] : (['price'] as const)),
    ...(was.quantity === listing.quantity ? [] : (['available'] as const)),
  ]
  const [step] = before.variations ? [] : changed
  const inverse: ListingsInverse = { before: [before] }
  return keepUndo(db, {
    sellerId: seller.id,
    memberId: member.id,
    now: hub.now(),
    kind: 'listings',
    ...(step && changed.length === 1
      ? { step, said: { from: shownValue(step, was, texts), to: shownValue(step, listing, texts) } }
      : { step: 'offer', said: {} }),
    inverse,
  })
}

interface Given {
  priceMinor: number
  quantity: number
}

function readRows({ form, texts, hub }: SellerActionArgs, count: number, currency: string) {
  const { limits } = hub.config.policyPack
  const errors: Record<string, string> = {}
  const typed: Record<string, string> = {}
  const example = exampleAmount(currency, texts)
  const cell = (index: number, part: 'price' | 'quantity', parse: (text: string) => number | null): number => {
    const name = offerField(index, part)
    const text = textOf(form, name)
    typed[name] = text
    const value = parse(text)
    if (value === null)
      errors[name] = texts.t(`listings.edit.not.${part === 'price' ? 'price' : 'available'}`, { example })
    return value ?? 0
  }
  const rows = Array.from({ length: count }, (_, index): Given => ({
    priceMinor: cell(
      index,
      'price',
      (text) => readAmount(text, { currency, grouping: texts.grouping, most: limits.priceMinor }) || null,
    ),
    quantity: cell(index, 'quantity', (text) => readUnits(text, limits)),
  }))
  return { rows, errors, typed }
}

function store(
  db: SellerDb,
  args: SellerActionArgs,
  { listing, rows }: { listing: StoredListing; rows: readonly Given[] },
): Promise<RowEditOutcome> {
  const edit = {
    sellerId: args.seller.id,
    itemNumber: listing.itemNumber,
    version: seenVersion(args),
    now: args.hub.now(),
  }
  return listing.content.variations.length > 0
    ? editVariations(db, { ...edit, rows })
    : editListing(db, { ...edit, read: () => assertDefined(rows[0], 'a listing without variations has one row') })
}

function refusalOf(
  args: SellerActionArgs,
  {
    outcome,
    listing,
    rows,
    typed,
  }: {
    outcome: Exclude<RowEditOutcome, { ok: true }>
    listing: StoredListing
    rows: readonly OfferRow[]
    typed: Record<string, string>
  },
): OfferRefusal {
  const { texts } = args
  const refused = { version: seenVersion(args), errors: {}, typed, now: null }
  switch (outcome.reason) {
    case 'stale':
      return {
        ...refused,
        message: texts.t('listing.stale'),
        now: { version: outcome.listing.version, texts: offerTexts(rows, listing.content.currency, texts) },
      }
    case 'broken-rule': {
      const ofQuantity = ['quantityMissing', 'auctionQuantity', 'stockOfShop', 'stockOfKit']
      const part = ofQuantity.includes(outcome.problem) ? 'quantity' : 'price'
      const text = texts.t(`listingForm.problem.${outcome.problem}`)
      // With several rows, the error is not tied to one.
      return rows.length > 1
        ? { ...refused, message: text }
        : { ...refused, message: null, errors: { [offerField(0, part)]: text } }
    }
    case 'not-found':
    case 'not-here':
    case 'unreadable':
    case 'has-variations':
      return {
        ...refused,
        message: texts.t(`listings.edit.${outcome.reason === 'unreadable' ? 'unknown' : outcome.reason}`),
      }
  }
}
