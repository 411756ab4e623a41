import type { NewRow } from '#db/schema.ts'
import { flatShipping } from '#features/core/shipping/shipping.ts'
import { cellsOf, type CatalogueItem } from './catalogue.ts'
import type { Offer } from './plan.ts'

type Policy = Pick<NewRow<'seller_policies'>, 'kind' | 'name' | 'shipping' | 'days' | 'terms'>

export interface Terms {
  policies: readonly Policy[]
  choose: (offer: Offer) => readonly Policy[]
}

/** Parses `kind | name | price in minor units, or days | terms`. */
function readPolicy(row: string): Policy {
  const [kind, name = '', number, terms = ''] = cellsOf(row)
  const policy = { name, shipping: null, days: null, terms }
  if (kind === 'FULFILMENT') return { ...policy, kind, shipping: flatShipping(Number(number)) }
  return kind === 'RETURN' ? { ...policy, kind, days: Number(number) } : { ...policy, kind: 'PAYMENT' }
}

function termsFrom(rows: readonly (string | Policy)[], choose: (offer: Offer) => readonly string[]): Terms {
  const policies = rows.map((row) => (typeof row === 'string' ? readPolicy(row) : row))
  return { policies, choose: (offer) => policies.filter(({ name }) => choose(offer).includes(name)) }
}

const isLetter = ({ grams, priceMinor }: CatalogueItem) => grams <= 100 && priceMinor <= 1_500

const parcelforce = (name: string, days: [number, number], bands: readonly (readonly [number, number])[]) => ({
  carrier: 'Parcelforce',
  name,
  days,
  rate: { by: 'weight' as const, bands: bands.map(([upToGrams, minor]) => ({ upToGrams, minor })) },
  freeFromMinor: null,
})

/** A policy of zones, priced by weight. */
const courier: Policy = {
  kind: 'FULFILMENT',
  name: 'Parcelforce express48',
  days: null,
  terms: 'For what weighs more than ten kilos.',
  shipping: {
    zones: [
      {
        places: ['GB'],
        services: [
          parcelforce(
            'express48',
            [2, 2],
            [
              [20_000, 2_890],
              [30_000, 3_690],
            ],
          ),
          parcelforce('express24', [1, 1], [[20_000, 3_990]]),
        ],
      },
      {
        places: ['GB-NIR', 'GB IV', 'GB HS', 'GB ZE'],
        services: [parcelforce('express48', [2, 4], [[30_000, 4_990]])],
      },
      { places: ['EU'], services: [parcelforce('euroexpress', [3, 5], [[30_000, 6_990]])] },
    ],
    excluded: ['CY', 'MT'],
    handlingDays: 2,
    pickup: true,
    splits: true,
  },
}

const harbour = termsFrom(
  [
    'FULFILMENT | Letter | 165 | Royal Mail, 1 to 3 days, without tracking.',
    'FULFILMENT | Tracked 48 | 395 | Royal Mail Tracked 48, 2 to 3 days. Several items travel in one parcel.',
    'FULFILMENT | Special Delivery | 895 | Royal Mail, insured, the next day by one o’clock, signed for.',
    courier,
    'PAYMENT | Paid at once |  | Sent once the payment has arrived.',
    'PAYMENT | Auction, within four days |  | Several auctions may be paid together.',
    'RETURN | 30 days, unopened | 30 | Unopened and in date. The buyer pays the postage back.',
    'RETURN | 14 days on approval | 14 | Used equipment comes on approval: we pay the postage back.',
    'RETURN | No returns, for parts | 0 | Sold for parts as described.',
  ],
  ({ ware, format }) => [
    ware.grams > 10_000
      ? 'Parcelforce express48'
      : ware.priceMinor >= 25_000
        ? 'Special Delivery'
        : isLetter(ware)
          ? 'Letter'
          : 'Tracked 48',
    format === 'AUCTION' ? 'Auction, within four days' : 'Paid at once',
    ware.condition === 'NEW'
      ? '30 days, unopened'
      : ware.condition === 'FOR_PARTS'
        ? 'No returns, for parts'
        : '14 days on approval',
  ],
)

const nordlicht = termsFrom(
  [
    'FULFILMENT | Maxibrief | 290 | Deutsche Post, 1 bis 3 Tage, ohne Sendungsverfolgung.',
    'FULFILMENT | DHL Paket | 549 | DHL, 1 bis 2 Tage, mit Sendungsverfolgung. Alles in einem Paket.',
    'PAYMENT | Sofort bezahlt |  | Versand nach Zahlungseingang.',
    'RETURN | 30 Tage | 30 | Unbenutzt und in der Originalverpackung. Die Rücksendung zahlt der Käufer.',
  ],
  ({ ware }) => [
    ware.grams <= 400 && ware.priceMinor <= 3_000 ? 'Maxibrief' : 'DHL Paket',
    'Sofort bezahlt',
    '30 Tage',
  ],
)

export const termsOf = (username: string): Terms => (username === 'harbour-camera' ? harbour : nordlicht)
