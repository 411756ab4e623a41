import type { OfferState } from '#features/core/offer/offer.ts'
import type { Shelf } from '#features/core/listing/shelf.ts'
import { variationWords } from '#features/core/listing/sold-variation.ts'
import type { PushedLine, PushedOrder, UnusableField } from './pushed-order.ts'

/** An offer that lines of incoming orders name, locked. */
export interface PromisedOffer {
  id: number
  key: string
  externalId: string | null
  listingId: number
  buyer: string
  variation: string | null
  state: OfferState
  priceMinor: number
  currency: string
  units: number
  /** Until when it is to be paid; as text. */
  dueAt: string | null
  orderId: number | null
}

export interface PaidOffer {
  id: number
  /** Index of the line. */
  at: number
}

export interface OffersOfOrder {
  /** The lines, with the units that their offers hold. */
  lines: PushedLine[]
  paid: PaidOffer[]
  /** Lines whose offer does not fit. */
  wrong: { at: number; offer: string }[]
}

/**
 * Finds the offers that an order pays. An offer fits a line of the same listing, buyer, price and units that was placed
 * in time; `used` has those of earlier orders.
 */
export function offersOf(
  order: Pick<PushedOrder, 'lines' | 'buyer' | 'placedAt' | 'currency'>,
  { offers, shelf, used }: { offers: readonly PromisedOffer[]; shelf: Shelf; used: ReadonlySet<number> },
): OffersOfOrder {
  const paid: PaidOffer[] = []
  const wrong: OffersOfOrder['wrong'] = []
  const lines = order.lines.map((line, at): PushedLine => {
    if (!line.offer) return line
    const offer = offers.find(({ key, externalId }) => externalId === line.offer || key === line.offer)
    const isFree = offer && !used.has(offer.id) && !paid.some(({ id }) => id === offer.id)
    if (!isFree || !fits(offer, line, { order, shelf })) {
      wrong.push({ at, offer: line.offer })
      return line
    }
    paid.push({ id: offer.id, at })
    return { ...line, heldUnits: offer.units }
  })
  return { lines, paid, wrong }
}

function fits(
  offer: PromisedOffer,
  line: PushedLine,
  { order, shelf }: { order: Pick<PushedOrder, 'buyer' | 'placedAt' | 'currency'>; shelf: Shelf },
): boolean {
  const found = shelf.lookUp(line)
  return (
    found !== null &&
    found.listing.id === offer.listingId &&
    (found.variation === null ? null : variationWords(found.variation.values)) === offer.variation &&
    offer.state === 'ACCEPTED' &&
    offer.orderId === null &&
    offer.dueAt !== null &&
    order.placedAt.getTime() <= Date.parse(offer.dueAt) &&
    order.buyer.username === offer.buyer &&
    order.currency === offer.currency &&
    line.unitPriceMinor === offer.priceMinor &&
    line.quantity === offer.units
  )
}

/** What an order that is sold keeps of offers that do not fit: as text, for the seller to check. */
export const unusedOffers = (wrong: OffersOfOrder['wrong']): UnusableField[] =>
  wrong.map(({ at, offer }) => ({ field: `/lines/${at}/offer`, value: offer }))
