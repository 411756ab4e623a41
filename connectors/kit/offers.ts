import type { Connected } from './connected.ts'
import type { Due } from './due-order.ts'
import { becauseOf, HubRefusal } from './hub-client.ts'
import { orRefusal } from './or-refusal.ts'
import type { HubOffer, Named, ShopOffer } from './source.ts'

/**
 * Sends an offer of a buyer, and what the buyer did with it. Repeated, nothing changes. What the hub refuses is refused in
 * the shop; where only a step comes too late, the shop gets the offer as it stands.
 */
export async function sendOffer(
  { hub, source }: Pick<Connected, 'hub' | 'source'>,
  shopOffer: ShopOffer,
): Promise<void> {
  const { seller, id, offer, steps = [] } = shopOffer
  const path = { seller, offer: id }
  const made = await orRefusal(hub.call('placeOffer', { path, body: offer }))
  if (made instanceof HubRefusal) {
    await source.offers?.refuse({ seller, id }, becauseOf(made, { body: offer, of: shopOffer }))
    return
  }
  for (const step of steps) {
    const taken = await orRefusal(hub.call('addOfferStep', { path, body: step }))
    if (!(taken instanceof HubRefusal)) continue
    await source.offers?.apply({ seller, id }, await hub.call('getOffer', { path }))
    return
  }
}

/** What a shop is to be told of an offer for its listing: all but what the seller is still to answer. */
export function dueOfOffer({ source }: Pick<Connected, 'source'>, about: Named, offer: HubOffer): Due[] {
  const { offers } = source
  if (!offers || offer.turn === 'SELLER') return []
  const { seller } = about
  return [
    {
      kind: 'offer',
      key: offer.key,
      about,
      digest: [offer.state, offer.price.value, offer.units, offer.changedAt].join(' '),
      name: `offer ${offer.id}`,
      tell: () => offers.apply({ seller, id: offer.id }, offer),
    },
  ]
}
