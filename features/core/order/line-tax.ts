import type { Texts } from '#texts/texts.ts'

/** A tax of an order line, in minor units of the order's currency. */
export interface LineTax {
  /** As the shop calls it: "VAT". */
  name: string
  /** In percent, as told: "8.875". Null: not told. */
  rate: string | null
  minor: number
  /** Whether the line's amounts contain it; otherwise it is added to them. */
  included: boolean
}

/** A tax beside what it was paid on, without any tax. Its name is empty if the shop told none. */
export interface TaxOfSale extends LineTax {
  taxableMinor: number
}

type Taxes = readonly LineTax[] | null

const sumOf = (taxes: Taxes, included: boolean) =>
  (taxes ?? []).reduce((sum, tax) => (tax.included === included ? sum + tax.minor : sum), 0)

export const addedMinor = (taxes: Taxes): number => sumOf(taxes, false)

export const includedMinor = (taxes: Taxes): number => sumOf(taxes, true)

/** Taxes of a price, each beside that price without the taxes that it contains; the added tax as one if it has no names. */
export function taxesOfSale(priceMinor: number, taxes: Taxes, taxMinor = 0): TaxOfSale[] {
  const taxableMinor = Math.max(0, priceMinor - includedMinor(taxes))
  const unnamed = taxMinor > 0 ? [{ name: '', rate: null, minor: taxMinor, included: false }] : []
  return (taxes ?? unnamed).map((tax) => ({ ...tax, taxableMinor }))
}

/** Adds up the taxes of lines by name and rate, in the order of their first occurrence. */
export function sumTaxes(lines: readonly { taxes: Taxes }[]): LineTax[] {
  const sums = new Map<string, LineTax>()
  for (const { name, rate, minor, included } of lines.flatMap(({ taxes }) => taxes ?? [])) {
    const key = JSON.stringify([name, rate, included])
    sums.set(key, { name, rate, minor: (sums.get(key)?.minor ?? 0) + minor, included })
  }
  return [...sums.values()]
}

/** A tax with its rate: "VAT 20%". */
export const taxLabel = ({ name, rate }: Pick<LineTax, 'name' | 'rate'>, texts: Pick<Texts, 'percent'>): string =>
  rate === null ? name : `${name} ${texts.percent(Number(rate) / 100, 4)}`
