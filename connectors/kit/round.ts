import { minute } from '#lib/duration.ts'
import { attended } from './attended.ts'
import { watchStock, type StockWatch } from './agree-stock.ts'
import type { Connected } from './connected.ts'
import { endListings, findGone, readsAllListings } from './end-listings.ts'
import type { SentThing } from './outbox.ts'
import { orderSender } from './send-orders.ts'
import { listingSender } from './send-listings.ts'
import { matchersOf, type Sent } from './to-hub.ts'
import { tellShop } from './to-shop.ts'
import { isOfListing } from './unlisted.ts'

/** What a round did, in numbers. */
export interface RoundReport {
  listings: Record<Sent, number>
  /** Listings ended because the shop no longer has them. */
  ended: number
  orders: Record<Sent, number>
  told: number
  refusedByShop: number
}

/** Overlap with the previous reading: shops commit changes late, and hashes make repetitions cheap. */
const overlap = 10 * minute

/** Called between the items of a long round. */
type Meanwhile = () => Promise<void>

/**
 * Synchronises once: sends listings and orders to the hub, then sellers' actions to the shop. Idempotent, also after a
 * crash at any point.
 */
export async function runRound(connected: Connected, meanwhile: Meanwhile = async () => {}): Promise<RoundReport> {
  const { source, outbox } = connected
  const matcherOf = matchersOf(connected)
  const watch = watchStock(connected, matcherOf)
  const { listings, ended } = await sendListings(connected, { meanwhile, matcherOf, watch })
  // Former versions had orders wait for their listings.
  const waiting = (await outbox.withReason()).filter(({ kind, code }) => kind === 'order' && isOfListing(code))
  const followed = await sendAgain(connected, waiting)
  const sender = orderSender(connected)
  const keepOrders = await readChanged(outbox, 'orders', {
    read: (since) => source.orders(since),
    async send(order) {
      await watch.sending(order)
      for (const each of await watch.asSold(order)) await sender.send(each)
    },
    meanwhile,
  })
  const orders = await sender.end()
  await keepOrders()
  orders.sent += followed.sent
  await outbox.keepPlace('shopRead', new Date().toISOString())
  const { told, refused } = await tellShop(connected)
  await watch.agree()
  await outbox.keepPlace('round', new Date().toISOString())
  await outbox.keepPlace('failure', null)
  return { listings, ended, orders, told, refusedByShop: refused }
}

interface Sending {
  meanwhile: Meanwhile
  matcherOf: ReturnType<typeof matchersOf>
  watch: StockWatch
}

async function sendListings(connected: Connected, { meanwhile, matcherOf, watch }: Sending) {
  const { source, outbox } = connected
  const sender = listingSender(connected, matcherOf)
  const readsAll = await readsAllListings(connected, new Date())
  const found = findGone(connected)
  const keepListings = await readChanged(outbox, 'listings', {
    read: (since) => source.listings(readsAll ? null : since),
    async send(listing) {
      found.note(listing)
      await watch.read(listing)
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

/**
 * Sends what the shop changed since the last complete reading. Returns a function that records this one as complete.
 */
async function readChanged<T extends { changedAt: string }>(
  outbox: Connected['outbox'],
  place: 'listings' | 'orders',
  { read, send, meanwhile }: Reading<T>,
): Promise<() => Promise<void>> {
  const before = await outbox.place(place)
  // Items read early may change before the reading ends, so the next one starts where this one did.
  const began = new Date().toISOString()
  let last = before
  for await (const thing of attended(read(sinceOf(before)), meanwhile)) {
    await send(thing)
    await meanwhile()
    const changedAt = new Date(thing.changedAt).toISOString()
    if (!last || changedAt > last) last = changedAt
  }
  return async () => {
    // A different value means that a command has reset the position, to read everything again.
    if ((await outbox.place(place)) === before) await outbox.keepPlace(place, last && last > began ? began : last)
  }
}

/** Start of the next reading, from the last change read; null reads everything. */
export const sinceOf = (last: string | null): string | null =>
  last && new Date(Date.parse(last) - overlap).toISOString()

/** Resends refused orders with the shop's current data. */
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
