import type { Connected } from './connected.ts'
import { findGone, readsAllListings } from './end-listings.ts'
import { decideOrder } from './decide.ts'
import { sinceOf } from './round.ts'
import type { Named } from './source.ts'
import { matchersOf, stepOfListing } from './to-hub.ts'
import { readDue } from './to-shop.ts'

/** A row of the dry run: what the next round would do with one item. */
export interface PlannedRow extends Named {
  kind: 'listing' | 'order' | 'to the shop'
  /** Title, amount or parcel. */
  name: string
  would: 'add' | 'change' | 'end' | 'leave as it is' | 'refuse' | 'tell'
  /** Reason for a refusal, or the matched listing. */
  reason: string | null
}

/** Yields what the next round would do. Reads both sides and writes nothing. */
export async function* planRound(connected: Connected): AsyncGenerator<PlannedRow> {
  const { source, outbox } = connected
  const matcherOf = matchersOf(connected)
  const readsAll = await readsAllListings(connected, new Date())
  const found = findGone(connected)
  for await (const listing of source.listings(readsAll ? null : sinceOf(await outbox.place('listings')))) {
    found.note(listing)
    const step = await stepOfListing(connected, listing, matcherOf)
    const isNew = !(await outbox.find('listing', listing))?.number
    yield {
      kind: 'listing',
      seller: listing.seller,
      id: listing.id,
      name: listing.listing.title,
      would: step.do === 'refuse' ? 'refuse' : step.do === 'send' ? (isNew ? 'add' : 'change') : 'leave as it is',
      reason: step.do === 'refuse' ? step.reason : step.do === 'leave' ? `It is ${step.item} in the hub.` : null,
    }
  }
  const { ended } = readsAll ? await found.gone() : { ended: [] }
  for (const { seller, id } of ended)
    yield { kind: 'listing', seller, id, name: 'is gone from the shop', would: 'end', reason: null }
  for await (const order of source.orders(sinceOf(await outbox.place('orders')))) {
    const step = decideOrder(order, await outbox.find('order', order))
    const reason = step.do === 'refuse' ? step.reason : step.do === 'change' ? (step.edited?.reason ?? null) : null
    yield {
      kind: 'order',
      seller: order.seller,
      id: order.id,
      name: `${order.total.value} ${order.total.currency}`,
      would: reason ? 'refuse' : step.do === 'place' ? 'add' : step.do === 'change' ? 'change' : 'leave as it is',
      reason,
    }
  }
  const told = new Set<string>()
  const dry = { ...connected, outbox: { ...outbox, keep: async () => {}, takeOver: async () => {} } }
  for await (const { dues } of readDue(dry)) {
    for (const { kind, key, about, name } of dues) {
      if (told.has(`${kind} ${key}`)) continue
      told.add(`${kind} ${key}`)
      yield { kind: 'to the shop', ...about, name, would: 'tell', reason: null }
    }
  }
}
