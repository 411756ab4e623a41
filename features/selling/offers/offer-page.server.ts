import { parseOfferKey, type OfferKey } from '#features/core/offer/offer.ts'
import { openFrom } from '#features/machinery/grid/list-routes.server.ts'
import { backToList, readNeighbours } from '#features/machinery/grid/way-back.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { offerCosts } from './offer-costs.server.ts'
import { loadOffer } from './offer-details-db.server.ts'
import { offerModel } from './offer-view.ts'
import { offersList } from './offers-list.server.ts'

export function openedOffers(visit: SellerArgs) {
  const from = visit.url.searchParams.get('from')
  return { from, list: openFrom(offersList, paths.offers, from ?? '', visit) }
}

/** The offer that the URL names; 404 if it names none. */
export function namedOffer({ url }: SellerArgs): OfferKey {
  const key = parseOfferKey(url.searchParams.get('offer'))
  if (!key) throw refuse('not-found')
  return key
}

/** Reads the offer in the URL; 404 if the seller has none. */
export async function readOfferPage(visit: SellerArgs) {
  const { hub, read, seller, texts: reader } = visit
  const key = namedOffer(visit)
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const { from, list } = openedOffers(visit)
  const found = await read(async (db) => {
    const details = await loadOffer(db, { sellerId: seller.id, key, now })
    if (!details) return null
    const neighbours =
      from === null
        ? null
        : await readNeighbours(db, offersList, list, {
            id: details.offer.id,
            words: 'offer',
            texts,
            href: paths.offer,
          })
    return { details, neighbours }
  })
  if (!found) throw refuse('not-found')
  const { details, neighbours } = found
  const { policyPack, taxonomy } = hub.config
  return {
    model: offerModel(details, {
      now,
      texts,
      costs: offerCosts(details.offer, { policyPack, taxonomy }),
      stands: policyPack.offers.stands,
      mayAnswer: mayDo(seller.role, 'listings.edit'),
      mayRead: mayDo(seller.role, 'listings.edit') || mayDo(seller.role, 'buyers.talk'),
      seesMoney: mayDo(seller.role, 'money.view'),
      offersHref: paths.offersOfListing(details.offer.item_number),
    }),
    back: backToList(offersList, list, texts),
    neighbours,
  }
}
