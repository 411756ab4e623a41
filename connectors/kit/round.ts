import { minute } from '#lib/duration.ts'
import type { Connected } from './connected.ts'
import type { SentThing } from './outbox.ts'
import { matchersOf, sendListing, sendOrder, type Sent } from './to-hub.ts'
import { tellShop } from './to-shop.ts'

/** What a round did, in numbers. */
export interface RoundReport {
  listings: Record<Sent, number>
  orders: Record<Sent, number>
  told: number
  refusedByShop: number
}

/** Reading begins this much before what was read last: shops commit changes late, and hashes make repetitions cheap. */
const overlap = 10 * minute

/** Refusals of orders that may end when a listing gets to the hub. */
export const ofListings = ['no-such-listing', 'no-such-variation', 'not-on-offer']

/**
 * Compares both sides once: listings and orders go to the hub, then what sellers did goes to the shop. Repeating it, also
 * after a crash at any point, sends nothing twice.
 */
export async function runRound(connected: Connected): Promise<RoundReport> {
  const { source, outbox } = connected
  const matcherOf = matchersOf(connected)
  const listings = await sendChanged(outbox, 'listings', source.listings, (listing) =>
    sendListing(connected, listing, matcherOf),
  )
  const waiting = outbox.withReason().filter(({ kind, code }) => kind === 'order' && ofListings.includes(code ?? ''))
  const followed = await sendAgain(connected, listings.sent > 0 ? waiting : [])
  const orders = await sendChanged(outbox, 'orders', source.orders, (order) => sendOrder(connected, order))
  orders.sent += followed.sent
  outbox.keepPlace('shopRead', new Date().toISOString())
  const { told, refused } = await tellShop(connected)
  outbox.keepPlace('round', new Date().toISOString())
  outbox.keepPlace('failure', null)
  return { listings, orders, told, refusedByShop: refused }
}

/** Sends what the shop changed since the last complete reading. */
async function sendChanged<T extends { changedAt: string }>(
  outbox: Connected['outbox'],
  place: 'listings' | 'orders',
  read: (since: string | null) => AsyncIterable<T>,
  send: (thing: T) => Promise<Sent>,
): Promise<Record<Sent, number>> {
  const before = outbox.place(place)
  let last = before
  const sums = { same: 0, sent: 0, refused: 0 }
  for await (const thing of read(sinceOf(before))) {
    sums[await send(thing)] += 1
    const changedAt = new Date(thing.changedAt).toISOString()
    if (!last || changedAt > last) last = changedAt
  }
  // Another one means that a command of the operator wants all of them read again.
  if (outbox.place(place) === before) outbox.keepPlace(place, last)
  return sums
}

/** From when to read, by the last change that was read; null reads all. */
export const sinceOf = (last: string | null): string | null =>
  last && new Date(Date.parse(last) - overlap).toISOString()

/** Sends orders again that were refused, as the shop has them now. */
export async function sendAgain(connected: Connected, refused: readonly SentThing[]): Promise<Record<Sent, number>> {
  const sums = { same: 0, sent: 0, refused: 0 }
  for (const thing of refused) {
    const order = await connected.source.order(thing)
    if (!order) continue
    connected.outbox.keep({ ...thing, digest: '' })
    sums[await sendOrder(connected, order)] += 1
  }
  return sums
}
