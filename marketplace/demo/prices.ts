/** Display currency for a country's buyers in a GBP or EUR shop. */
export function currencyFor(country: string, own: string): string {
  if (own !== 'GBP') return own
  if (['DE', 'FR', 'PT', 'NL', 'IT', 'AT'].includes(country)) return 'EUR'
  return country === 'JP' ? 'JPY' : 'GBP'
}

const euroPerPound = 1.17
const yenPerPound = 196

/** A price in the buyer's currency with retail rounding: to 9 cents, to ten or a hundred yen. */
export function shownPrice(minor: number, own: string, currency: string): number {
  if (own === currency) return minor
  if (currency === 'EUR') return Math.max(9, Math.round((minor * euroPerPound) / 10) * 10 - 1)
  if (currency === 'JPY') {
    const yen = (minor / 100) * yenPerPound
    const step = yen >= 10_000 ? 100 : 10
    return Math.max(step, Math.round(yen / step) * step)
  }
  throw new Error(`the demo shows no prices in ${currency}`)
}

/** Sales tax rate added to the price. */
export function taxRate(country: string): number {
  if (country === 'US') return 0.0725
  return country === 'CA' ? 0.05 : 0
}
