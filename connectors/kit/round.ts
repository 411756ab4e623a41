import { minute } from '#lib/duration.ts'
import type { Connected } from './connected.ts'
import { endListings, findGone, readsAllListings } from './end-listings.ts'
import type { SentThing } from './outbox.ts'
import { orderSender } from './send-orders.ts'
import { listingSender } from './send-listings.ts'
import { matchersOf, type Sent } from './to-hub.ts'
import { tellShop } from './to-shop.ts'

/** What a round did, in numbers. */
export interface RoundReport {
  listings: Record<Sent, number>
  /** Listings that were ended because the shop has them no more. */
  ended: number
  orders: Record<Sent, number>
  told: number
  refusedByShop: number
}

/** Reading begins this much before what was read last: shops commit changes late, and hashes make repetitions cheap. */
const overlap = 10 * minute

/** Refusals of orders that may end when a listing gets to the hub. */
export const ofListings = ['no-such-listing', 'no-such-variation', 'not-on-offer']

/** Called between things of a round, which may be long. */
type Meanwhile = () => Promise<void>

/**
 * Compares both sides once: listings and orders go to the hub, then what sellers did goes to the shop. Repeating it, also
 * after a crash at any point, sends nothing twice.
 */
export async function runRound(connected: Connected, meanwhile: Meanwhile = async () => {}): Promise<RoundReport> {
  const { source, outbox } = connected
  const { listings, ended } = await sendListings(connected, meanwhile)
  const waiting = (await outbox.withReason()).filter(
    ({ kind, code }) => kind === 'order' && ofListings.includes(code ?? ''),
  )
  const followed = await sendAgain(connected, listings.sent > 0 ? waiting : [])
  const sender = orderSender(connected)
  const keepOrders = await readChanged(outbox, 'orders', {
    read: (since) => source.orders(since),
    send: sender.send,
    meanwhile,
  })
  const orders = await sender.end()
  await keepOrders()
  orders.sent += followed.sent
  await outbox.keepPlace('shopRead', new Date().toISOString())
  const { told, refused } = await tellShop(connected)
  await outbox.keepPlace('round', new Date().toISOString())
  await outbox.keepPlace('failure', null)
  return { listings, ended, orders, told, refusedByShop: refused }
}

async function sendListings(connected: Connected, meanwhile: Meanwhile) {
  const { source, outbox } = connected
  const matcherOf = matchersOf(connected)
  const sender = listingSender(connected, matcherOf)
  const readsAll = await readsAllListings(connected, new Date())
  const found = findGone(connected)
  const keepListings = await readChanged(outbox, 'listings', {
    read: (since) => source.listings(readsAll ? null : since),
    async send(listing) {
      found.note(listing)
      await sender.send(listing)
    },
    meanwhile,
  })
  const listings = await sender.end()
  const ended = readsAll ? await endListings(connected, await found.gone()) : 0
  await keepListings()
  if (readsAll) await outbox.keepPlace('allListings', new Date().toISOString())
  return { listings, ended }
}

interface Reading<T> {
  read: (since: string | null) => AsyncIterable<T>
  send: (thing: T) => Promise<void>
  meanwhile: Meanwhile
}

/** Sends what the shop changed since the last complete reading. Returns how to note that this one was complete. */
async function readChanged<T extends { changedAt: string }>(
  outbox: Connected['outbox'],
  place: 'listings' | 'orders',
  { read, send, meanwhile }: Reading<T>,
): Promise<() => Promise<void>> {
  const before = await outbox.place(place)
  // What was read early may change until the reading ends: the next one begins with this one.
  const began = new Date().toISOString()
  let last = before
  for await (const thing of read(sinceOf(before))) {
    await send(thing)
    await meanwhile()
    const changedAt = new Date(thing.changedAt).toISOString()
    if (!last || changedAt > last) last = changedAt
  }
  return async () => {
    // Another one means that a command of the operator wants all of them read again.
    if ((await outbox.place(place)) === before) await outbox.keepPlace(place, last && last > began ? began : last)
  }
}

/** From when to read, by the last change that was read; null reads all. */
export const sinceOf = (last: string | null): string | null =>
  last && new Date(Date.parse(last) - overlap).toISOString()

/** Sends orders again that were refused, as the shop has them now. */
export async function sendAgain(connected: Connected, refused: readonly SentThing[]): Promise<Record<Sent, number>> {
  const sender = orderSender(connected)
  for (const thing of refused) {
    const order = await connected.source.order(thing)
    if (!order) continue
    await connected.outbox.keep({ ...thing, digest: '' })
    await sender.send(order)
  }
  return sender.end()
}
