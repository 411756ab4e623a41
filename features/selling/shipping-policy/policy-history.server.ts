import type { SellerDb } from '#db/client.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Shipping, ShippingRate, ShippingService } from '#features/core/shipping/shipping.ts'
import { weightWords } from '#lib/weight.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { daysWords } from '#features/selling/policies/quote-words.ts'
import { placeName } from './place-names.ts'

const mostVersions = 50

/** Versions of a shipping policy in the reader's words, the newest first. */
export async function readVersionModels(
  db: SellerDb,
  { seller, texts }: Pick<SellerArgs, 'seller' | 'texts'>,
  id: string,
) {
  const rows = await selectOfSeller(db, 'policy_versions', seller.id)
    .select(['version', 'name', 'shipping', 'terms', 'since'])
    .where('policy_id', '=', id)
    .orderBy('version', 'desc')
    .limit(mostVersions)
    .execute()
  return rows.map(({ version, name, shipping, terms, since }) => ({
    version,
    // `Version 2 · Tracked 48 · since 3 November 2026, 14:30`.
    name: texts.t('shipping.version', { n: version, name, time: texts.moment(since, 'long') }),
    // A line for each service of a zone, and for what holds in all zones.
    lines: [...(shipping ? shippingLines(shipping, seller.currency, texts) : []), terms].filter(Boolean),
  }))
}

function shippingLines({ zones, excluded, handlingDays, pickup, splits }: Shipping, currency: string, texts: Texts) {
  const { t } = texts
  const places = (codes: readonly string[]) => codes.map((code) => placeName(code, texts)).join(', ')
  return [
    ...zones.flatMap((zone) =>
      zone.services.map((service) => `${places(zone.places)}: ${serviceLine(service, currency, texts)}`),
    ),
    ...(excluded.length > 0 ? [`${t('shipping.excluded')}: ${places(excluded)}`] : []),
    ...(handlingDays === null ? [] : [`${t('shipping.handling')}: ${handlingDays}`]),
    ...(pickup ? [t('shipping.pickup')] : []),
    ...(splits ? [t('shipping.splits')] : []),
  ]
}

function serviceLine({ carrier, name, days, rate, freeFromMinor }: ShippingService, currency: string, texts: Texts) {
  const { t, money } = texts
  const free =
    freeFromMinor === null ? '' : t('shipping.rate.free', { value: money({ minor: freeFromMinor, currency }) })
  const range = days === null ? '' : daysWords(days, t)
  return [[carrier, name].filter(Boolean).join(' '), rateWords(rate, currency, texts), free, range]
    .filter(Boolean)
    .join(', ')
}

function rateWords(rate: ShippingRate, currency: string, texts: Texts): string {
  const { t } = texts
  const price = (minor: number) => texts.money({ minor, currency })
  switch (rate.by) {
    case 'flat':
      return price(rate.minor)
    case 'units':
      return t('shipping.rate.units', { first: price(rate.minor), further: price(rate.furtherMinor) })
    case 'weight':
      return rate.bands
        .map(({ upToGrams, minor }) =>
          t('shipping.rate.weight', { weight: weightWords(upToGrams, texts), price: price(minor) }),
        )
        .join(', ')
    case 'value':
      return rate.bands
        .map(({ fromMinor, minor }) => t('shipping.rate.value', { value: price(fromMinor), price: price(minor) }))
        .join(', ')
    case 'carrier':
      return t('shipping.rate.carrier', { price: price(rate.surchargeMinor) })
  }
}
