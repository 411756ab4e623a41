import type { SameParcelOrder } from '#features/fulfilment/same-parcel-db.server.ts'
import type { Texts } from '#texts/texts.ts'

/** Several open orders of one buyer to one address, in short. */
export interface SameParcelHint {
  text: string
  /** What shipping them together is called: "Ship 3 together". */
  action: string
  href: string
}

/** Says that other orders can go in the same parcel; null where none can. */
export function sameParcelHint(
  others: readonly SameParcelOrder[],
  { href, texts }: { href: string; texts: Texts },
): SameParcelHint | null {
  if (others.length === 0) return null
  const units = others.reduce((sum, { unit_count }) => sum + unit_count, 0)
  return {
    text: texts.t('order.together', { n: others.length, units, money: moneyOf(others, texts) }),
    action: texts.t('order.together.ship', { n: others.length + 1 }),
    href,
  }
}

/** Sums of different currencies are never added to each other. */
function moneyOf(orders: readonly SameParcelOrder[], texts: Texts): string {
  const sums = new Map<string, number>()
  for (const { currency, total_minor: minor } of orders) sums.set(currency, (sums.get(currency) ?? 0) + minor)
  return [...sums].map(([currency, minor]) => texts.money({ minor, currency })).join(' + ')
}
