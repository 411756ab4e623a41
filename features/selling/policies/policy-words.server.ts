import { flatMinor } from '#features/core/shipping/shipping.ts'
import type { Texts } from '#texts/texts.ts'
import type { Policy } from './policy.ts'

/** A policy in one line: `Tracked 48 · £3.95`, `Parcel · 3 zones`. */
export function policyWords(
  { name, shipping, days }: Pick<Policy, 'name' | 'shipping' | 'days'>,
  currency: string,
  { t, money }: Pick<Texts, 't' | 'money'>,
): string {
  if (shipping) {
    const minor = flatMinor(shipping)
    if (minor === null) return `${name} · ${t('shipping.zones', { n: shipping.zones.length })}`
    return `${name} · ${minor === 0 ? t('listingForm.policy.free') : money({ minor, currency })}`
  }
  return days === null ? name : `${name} · ${t('listingForm.policy.days', { n: days })}`
}
