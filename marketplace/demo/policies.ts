import type { NewRow } from '#db/schema.ts'
import type { CatalogueItem } from './catalogue/catalogue-item.ts'
import type { Offer } from './plan.ts'

type Policy = Pick<NewRow<'seller_policies'>, 'kind' | 'name' | 'price_minor' | 'days' | 'terms'>

const shipping = (name: string, price_minor: number, terms: string): Policy => ({
  kind: 'FULFILMENT',
  name,
  price_minor,
  days: null,
  terms,
})
const payment = (name: string, terms: string): Policy => ({
  kind: 'PAYMENT',
  name,
  price_minor: null,
  days: null,
  terms,
})
const returns = (name: string, days: number, terms: string): Policy => ({
  kind: 'RETURN',
  name,
  price_minor: null,
  days,
  terms,
})

export interface Terms {
  policies: readonly Policy[]
  choose: (offer: Offer) => readonly Policy[]
}

const isLetter = ({ grams, priceMinor }: CatalogueItem) => grams <= 100 && priceMinor <= 1_500

function harbourTerms(): Terms {
  const letter = shipping('Letter', 165, 'Royal Mail, 1 to 3 days, without tracking.')
  const tracked = shipping('Tracked 48', 395, 'Royal Mail Tracked 48, 2 to 3 days. Several items travel in one parcel.')
  const special = shipping('Special Delivery', 895, 'Royal Mail, insured, the next day by one o’clock, signed for.')
  const heavy = shipping('Parcelforce express48', 2_890, 'For what weighs more than ten kilos.')
  const atOnce = payment('Paid at once', 'Sent once the payment has arrived.')
  const auction = payment('Auction, within four days', 'Several auctions may be paid together.')
  const unopened = returns('30 days, unopened', 30, 'Unopened and in date. The buyer pays the postage back.')
  const approval = returns('14 days on approval', 14, 'Used equipment comes on approval: we pay the postage back.')
  const spares = returns('No returns, for parts', 0, 'Sold for parts as described.')
  const choose = ({ ware, format }: Offer) => [
    ware.grams > 10_000 ? heavy : ware.priceMinor >= 25_000 ? special : isLetter(ware) ? letter : tracked,
    format === 'AUCTION' ? auction : atOnce,
    ware.condition === 'NEW' ? unopened : ware.condition === 'FOR_PARTS' ? spares : approval,
  ]
  return { policies: [letter, tracked, special, heavy, atOnce, auction, unopened, approval, spares], choose }
}

function nordlichtTerms(): Terms {
  const letter = shipping('Maxibrief', 290, 'Deutsche Post, 1 bis 3 Tage, ohne Sendungsverfolgung.')
  const parcel = shipping('DHL Paket', 549, 'DHL, 1 bis 2 Tage, mit Sendungsverfolgung. Alles in einem Paket.')
  const atOnce = payment('Sofort bezahlt', 'Versand nach Zahlungseingang.')
  const month = returns('30 Tage', 30, 'Unbenutzt und in der Originalverpackung. Die Rücksendung zahlt der Käufer.')
  const choose = ({ ware }: Offer) => [ware.grams <= 400 && ware.priceMinor <= 3_000 ? letter : parcel, atOnce, month]
  return { policies: [letter, parcel, atOnce, month], choose }
}

function simpleTerms(): Terms {
  const policies = [
    shipping('Free shipping', 0, ''),
    payment('Paid at once', ''),
    returns('14 days, buyer pays', 14, 'The buyer pays the postage back.'),
  ]
  return { policies, choose: () => policies }
}

export function termsOf(username: string): Terms {
  if (username === 'harbour-camera') return harbourTerms()
  return username === 'nordlicht-papier' ? nordlichtTerms() : simpleTerms()
}
