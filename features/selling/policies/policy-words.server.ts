import type { Texts } from '#texts/texts.ts'
import type { Policy } from './policy.ts'

/** A policy in one line: `Tracked 48 · £3.95`. */
export function policyWords(
  { name, priceMinor, days }: Pick<Policy, 'name' | 'priceMinor' | 'days'>,
  currency: string,
  { t, money }: Pick<Texts, 't' | 'money'>,
): string {
  if (priceMinor !== null)
    return `${name} · ${priceMinor === 0 ? t('listingForm.policy.free') : money({ minor: priceMinor, currency })}`
  return days === null ? name : `${name} · ${t('listingForm.policy.days', { n: days })}`
}
