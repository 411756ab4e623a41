import { sumsByCurrency } from '#lib/exact-sums.ts'
import type { SameParcelOrder } from '#features/orders/order-list/same-parcel-db.server.ts'
import type { Texts } from '#texts/texts.ts'

export type SameParcelHint = NonNullable<ReturnType<typeof sameParcelHint>>

export function sameParcelHint(
  others: readonly SameParcelOrder[],
  { href, texts, hidesAmounts }: { href: string; texts: Texts; hidesAmounts?: boolean },
) {
  if (others.length === 0) return null
  const amounts = others.map(({ currency, total_minor: minor }) => ({ currency, minor }))
  const money = sumsByCurrency(amounts).map(texts.money).join(' + ')
  const units = others.reduce((sum, { open_units }) => sum + open_units, 0)
  return {
    text: texts.t('order.together', { n: others.length, units, money: hidesAmounts ? 'none' : money }),
    // Link text: "Ship 3 together".
    action: texts.t('order.together.ship', { n: others.length + 1 }),
    href,
  }
}
