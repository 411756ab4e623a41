import { toDecimal } from '#lib/money.ts'
import type { Texts } from '#texts/texts.ts'

/** What is sold, for how much, and how many are there: one row, or one for each variation. */
export interface OfferRow {
  /** The variation's values; null where there is only one thing. */
  name: string | null
  sku: string | null
  priceMinor: number
  quantity: number
}

/** The parts of a row that can be typed. */
export const offerParts = ['price', 'quantity'] as const
export type OfferPart = (typeof offerParts)[number]

/** The name of a field of the form. */
export function offerField(index: number, part: OfferPart): string {
  return `row.${index}.${part}`
}

/** What the fields of a form say, by their names. */
export type OfferTexts = Readonly<Record<string, string>>

/** An offer as its reader types it: "1249.00", "3". */
export function offerTexts(rows: readonly OfferRow[], currency: string, { typed }: Texts): OfferTexts {
  return Object.fromEntries(
    rows.flatMap(({ priceMinor, quantity }, index) => [
      [offerField(index, 'price'), typed(toDecimal({ minor: priceMinor, currency }))],
      [offerField(index, 'quantity'), String(quantity)],
    ]),
  )
}

/** Why an offer was not saved. Stale: what is there now, and the version to go on from. */
export interface OfferRefusal {
  /** Of the listing that its author saw: what is typed stays meant for it, whatever is there by now. */
  version: number
  /** What concerns all of it. */
  message: string | null
  /** By field. */
  errors: OfferTexts
  typed: OfferTexts
  now: { version: number; texts: OfferTexts } | null
}
