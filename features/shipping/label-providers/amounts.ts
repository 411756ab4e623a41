import { currencyDecimals } from '#lib/money.ts'
import { unreadable } from './provider-client.server.ts'

/**
 * Minor units of an amount as providers write it: `12.5`, `"12.50"`. Decimals that the currency lacks are rounded.
 * @throws LabelError if it is no number
 */
export function minorOf(amount: string | number, currency: string): number {
  // The exponent moves the decimal point exactly; a multiplication would not.
  const minor = Math.round(Number(`${String(amount).trim()}e${currencyDecimals(currency)}`))
  if (!Number.isSafeInteger(minor)) throw unreadable(`no amount: ${amount}`)
  return minor
}
