import type { Connected } from './connected.ts'
import type { RefusedThing } from './outbox.ts'
import { sendAgain } from './round.ts'
import type { Sent } from './to-hub.ts'
import { tellAgain, type Told } from './to-shop.ts'

export type RefusedName = Pick<RefusedThing, 'kind' | 'seller' | 'id'>

interface Retried {
  listings: number
  orders: Record<Sent, number>
  shop: Told
}

/** Resends refused items for which `isAsked` holds, in both directions. Listings are sent in the next round. */
export async function retryRefused(
  connected: Connected,
  isAsked: (thing: RefusedName) => boolean = () => true,
): Promise<Retried> {
  const { outbox } = connected
  const refused = (await outbox.withReason()).filter(isAsked)
  const listings = refused.filter(({ kind }) => kind === 'listing')
  await outbox.keepAll(listings.map((listing) => ({ ...listing, digest: '' })))
  if (listings.length > 0) await outbox.keepPlace('listings', null)
  const orders = await sendAgain(
    connected,
    refused.filter(({ kind }) => kind === 'order'),
  )
  const ofShop = (await outbox.refusedByShop()).filter(({ kind, key, about }) =>
    isAsked({ kind, seller: about.seller, id: key }),
  )
  return { listings: listings.length, orders, shop: await tellAgain(connected, ofShop) }
}
