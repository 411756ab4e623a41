import { toDecimal } from '#lib/money.ts'
import type { Texts } from '#texts/texts.ts'

export interface OfferRow {
  /** The variation's values; null without variations. */
  name: string | null
  sku: string | null
  priceMinor: number
  quantity: number
}

export const offerParts = ['price', 'quantity'] as const
export type OfferPart = (typeof offerParts)[number]

export function offerField(index: number, part: OfferPart): string {
  return `row.${index}.${part}`
}

/** Form fields by name. */
export type OfferTexts = Readonly<Record<string, string>>

/** An offer as the reader types it: "1249.00", "3". */
export function offerTexts(rows: readonly OfferRow[], currency: string, { typed }: Texts): OfferTexts {
  return Object.fromEntries(
    rows.flatMap(({ priceMinor, quantity }, index) => [
      [offerField(index, 'price'), typed(toDecimal({ minor: priceMinor, currency }))],
      [offerField(index, 'quantity'), String(quantity)],
    ]),
  )
}

/** Why an offer was not saved. Stale: the current values and version. */
export interface OfferRefusal {
  /** The version the author saw; the input continues to refer to it. */
  version: number
  /** Error of the form as a whole. */
  message: string | null
  /** By field. */
  errors: OfferTexts
  typed: OfferTexts
  now: { version: number; texts: OfferTexts } | null
}
