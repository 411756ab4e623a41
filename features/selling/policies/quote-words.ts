import { quote, type Quote, type QuotedService, type ShippedUnits } from '#features/core/shipping/shipping-quote.ts'
import { destinationsFrom } from '#features/core/shipping/example-destinations.ts'
import type { Shipping } from '#features/core/shipping/shipping.ts'
import type { Texts } from '#texts/texts.ts'

type Words = Pick<Texts, 't' | 'money'>

/** A service's price and days: `£12.40, 3 to 5 days`. */
export function serviceWords(
  { priceMinor: minor, days }: QuotedService,
  currency: string,
  { t, money }: Words,
): string {
  const price = minor === 0 ? t('listingForm.policy.free') : money({ minor, currency })
  return days ? `${price}, ${daysWords(days, t)}` : price
}

/** Days in transit: `3 to 5 days`. */
export const daysWords = ([from, to]: readonly [number, number], t: Words['t']) =>
  from === to ? t('shipping.days', { n: to }) : t('shipping.daysRange', { from, to })

/** The cheapest service's price and days, or why there is none. */
export function quoteWords(answer: Quote, currency: string, words: Words): string {
  if ('problem' in answer) return words.t(`shipping.problem.${answer.problem}`)
  const [first] = answer.services
  return first ? serviceWords(first, currency, words) : ''
}

/** Prices to the first destination in the country and the first abroad: `To London: £3.95. To Munich: £12.40.` */
export function previewWords(
  { shipping, unit, seller }: { shipping: Shipping; unit: ShippedUnits; seller: { country: string; currency: string } },
  words: Words,
): string {
  const all = destinationsFrom(seller.country)
  const chosen = new Set([all[0], all.find(({ country }) => country !== seller.country)])
  return [...chosen]
    .flatMap((to) => {
      if (!to) return []
      const price = quoteWords(quote(shipping, [unit], to), seller.currency, words)
      return words.t('shipping.preview', { place: words.t(`shipping.to.${to.id}`), price })
    })
    .join(' ')
}
