import { isCurrency } from './iso-codes.ts'

const signs: Readonly<Record<string, string>> = { '£': 'GBP', '€': 'EUR', '¥': 'JPY', zł: 'PLN', '₹': 'INR' }
/** Currencies by the letters in front of their `$`. */
const dollarsOf: Readonly<Record<string, string>> = {
  US: 'USD',
  CA: 'CAD',
  C: 'CAD',
  AU: 'AUD',
  A: 'AUD',
  NZ: 'NZD',
  HK: 'HKD',
  NT: 'TWD',
  S: 'SGD',
  MX: 'MXN',
  R: 'BRL',
}
/** Currencies that `$` alone may stand for. */
const dollars = new Set(['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN'])

/** Currency of an amount as written, such as `$45.99`; null if it has no sign or code. */
export function writtenCurrency(amount: string, ofShop: string): string | null {
  const code = /\b[A-Z]{3}\b/.exec(amount)?.[0]
  if (code && isCurrency(code)) return code
  const letters = /(?<!\p{L})([A-Z]{1,2}) ?\$/u.exec(amount)?.[1]
  if (letters && dollarsOf[letters]) return dollarsOf[letters]
  if (ofShop === 'CNY' && amount.includes('¥')) return ofShop
  const sign = Object.keys(signs).find((each) => amount.includes(each))
  if (sign) return signs[sign] ?? null
  return amount.includes('$') ? (dollars.has(ofShop) ? ofShop : 'USD') : null
}

/** The currency that a header names for its column, in brackets or at its end: `Price (EUR)`, `Price €`; null if none. */
export function headerCurrency(header: string, ofShop: string): string | null {
  const words = header.replaceAll('_', ' ').trim()
  const remark = /[([]([^()[\]]{1,10})[)\]]$/.exec(words)?.[1] ?? / (\S{1,4})$/.exec(words)?.[1]
  return remark === undefined ? null : writtenCurrency(remark.trim(), ofShop)
}

/** The currency that a header names for the whole file, as eBay's templates do: `*Action(SiteID=UK|Currency=GBP)`. */
export function fileCurrency(header: readonly string[]): string | null {
  const code = header.flatMap((field) => /[(|;,]\s*Currency=([A-Z]{3})\b/i.exec(field)?.[1]?.toUpperCase() ?? [])[0]
  return code !== undefined && isCurrency(code) ? code : null
}
