import { hour, minute } from '#lib/duration.ts'
import { watchStock, type StockWatch } from './agree-stock.ts'
import type { Connected } from './connected.ts'
import { endListings, findGone, readsAllListings } from './end-listings.ts'
import { sendOffer } from './offers.ts'
import { sendQuestion } from './questions.ts'
import type { SentThing } from './outbox.ts'
import { orderSender } from './send-orders.ts'
import { listingSender } from './send-listings.ts'
import { faultOf, isFault, isolated } from './mapping.ts'
import { Unmapped } from './source.ts'
import type { ShopOrder } from './source.ts'
import { blank, matchersOf, type Sent } from './to-hub.ts'
import { tellShop } from './to-shop.ts'

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
  const { outbox } = connected
  const failed = isolated()
  const none = { same: 0, sent: 0, refused: 0 }
  const matcherOf = matchersOf(connected)
  const watch = watchStock(connected, matcherOf)
  const { listings, ended } = await failed.run('', () => sendListings(connected, { meanwhile, matcherOf, watch }), {
    listings: none,
    ended: 0,
  })
  const orders = await failed.run('', () => sendOrders(connected, { meanwhile, watch }), none)
  await failed.run('', () => sendOffersAndQuestions(connected, meanwhile), undefined)
  if (!failed.hasFailed()) await outbox.keepPlace('shopRead', new Date().toISOString())
  // What sellers did never waits for what the shop sends.
  const { told, refused } = await tellShop(connected, { recovers: failed.hasFailed() })
  failed.end()
  await watch.agree()
  await outbox.keepPlace('round', new Date().toISOString())
  await outbox.keepPlace('failure', null)
  return { listings, ended, orders, told, refusedByShop: refused }
}

async function sendOrders(
  connected: Connected,
  { meanwhile, watch }: Pick<Sending, 'meanwhile' | 'watch'>,
): Promise<Record<Sent, number>> {
  const { source, outbox } = connected
  const sender = orderSender(connected)
  const began = new Date()
  const readsAll = await readsAllOrders(connected, began)
  const keepOrders = await readChanged(outbox, 'orders', {
    read: (since) => source.orders(readsAll ? null : since),
    async send(order) {
      if (order instanceof Unmapped) return sender.send(order)
      await watch.sending(order)
      for (const each of await watch.asSold(order)) await sender.send(each)
    },
    meanwhile,
  })
  const orders = await sender.end()
  await keepOrders()
  if (readsAll) await outbox.keepPlace('allOrders', began.toISOString())
  return orders
}

/** Sends what buyers ask and offer, of shops that have it. */
async function sendOffersAndQuestions(connected: Connected, meanwhile: Meanwhile): Promise<void> {
  const { outbox, source } = connected
  const { offers, questions } = source
  const send = async <T extends { changedAt: string }>(
    place: 'offers' | 'questions',
    reading: Omit<Reading<T>, 'meanwhile'>,
  ) => (await readChanged(outbox, place, { ...reading, meanwhile }))()
  if (offers)
    await send('offers', { read: (since) => offers.list(since), send: (offer) => sendOffer(connected, offer) })
  if (questions)
    await send('questions', { read: (since) => questions.list(since), send: (asked) => sendQuestion(connected, asked) })
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
      if (listing instanceof Unmapped) return holdBack(connected, listing)
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

async function holdBack({ outbox }: Pick<Connected, 'outbox'>, { seller, id, reason }: Unmapped): Promise<void> {
  const known = await outbox.find('listing', { seller, id })
  const before = known ?? { ...blank, kind: 'listing' as const, seller, id }
  await outbox.keep({ ...before, ...reason, state: known?.number ? known.state : 'REFUSED', digest: '' })
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
  place: 'listings' | 'orders' | 'offers' | 'questions',
  { read, send, meanwhile }: Reading<T>,
): Promise<() => Promise<void>> {
  const before = await outbox.place(place)
  // Items read early may change before the reading ends, so the next one starts where this one did.
  const began = new Date().toISOString()
  let last = before
  for await (const thing of attended(read(sinceOf(before)), meanwhile)) {
    await send(thing)
    await meanwhile()
    const changedAt = new Date(thing.changedAt)
    // One without a usable time is read again with the next one that has changed.
    if (Number.isNaN(changedAt.getTime())) continue
    if (!last || changedAt.toISOString() > last) last = changedAt.toISOString()
  }
  return async () => {
    // A different value means that a command has reset the position, to read everything again.
    if ((await outbox.place(place)) === before) await outbox.keepPlace(place, last && last > began ? began : last)
  }
}

/** Whether all orders are read, because the shop does not tell which have changed. */
export async function readsAllOrders(
  { source, outbox }: Pick<Connected, 'source' | 'outbox'>,
  now: Date,
): Promise<boolean> {
  const last = await outbox.place('allOrders')
  return source.listsAllOrders === true && (!last || now.getTime() - Date.parse(last) >= hour)
}

/** Start of the next reading, from the last change read; null reads everything. */
export const sinceOf = (last: string | null): string | null =>
  last && new Date(Date.parse(last) - overlap).toISOString()

export async function sendAgain(connected: Connected, refused: readonly SentThing[]): Promise<Record<Sent, number>> {
  const sender = orderSender(connected)
  const failed = isolated()
  for (const thing of refused) {
    const name = `Order ${thing.id}`
    const order = await failed.run(name, () => readOrder(connected, thing), null)
    if (!order) continue
    await connected.outbox.keep({ ...thing, digest: '' })
    await sender.send(order)
  }
  const sums = await sender.end()
  failed.end()
  return sums
}

async function readOrder(
  { source }: Pick<Connected, 'source'>,
  thing: SentThing,
): Promise<ShopOrder | Unmapped | null> {
  try {
    return await source.order(thing)
  } catch (error) {
    if (!isFault(error)) throw error
    const { seller, id, name } = thing
    return new Unmapped({ seller, id, changedAt: '', number: name ?? undefined }, faultOf(error))
  }
}

/** Milliseconds between two looks while the shop prepares what comes next. */
const every = 100

/** Yields what a list has. While that is awaited, as a page of a slow shop, `meanwhile` runs. */
async function* attended<T>(list: AsyncIterable<T>, meanwhile: () => Promise<void>): AsyncGenerator<T> {
  let tick = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    tick.resolve()
    tick = Promise.withResolvers()
  }, every)
  const items = list[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = items.next()
      const state = { isPending: true }
      const settle = () => {
        state.isPending = false
      }
      const settled = next.then(settle, settle)
      while (state.isPending) {
        await Promise.race([settled, tick.promise])
        if (state.isPending) await meanwhile()
      }
      const { done, value } = await next
      if (done) return
      yield value
    }
  } finally {
    clearInterval(timer)
    await items.return?.()
  }
}
