import type { Connected } from './connected.ts'
import { decideOrder, isCountedByShop } from './decide.ts'
import { isFault, mapped } from './mapping.ts'
import type { SentThing } from './outbox.ts'
import type { Matcher } from './match-listings.ts'
import { isOffered } from './restore-figure.ts'
import { listingSender } from './send-listings.ts'
import type { Named, ShopListing, ShopOrder } from './source.ts'
import { orNone } from './or-refusal.ts'
import { stockDues, tell } from './to-shop.ts'
import { differs, notedUnits, noteOfUnits, unitsIn, unitsOf, type Units } from './units.ts'

/** Listings that are looked up one by one; of more, all are read. */
const few = 50

export interface StockWatch {
  read: (listing: ShopListing) => Promise<void>
  /** Notes an order before it is sent: the shop moved stock with it, also if its listing does not say so. */
  sending: (order: ShopOrder) => Promise<void>
  /**
   * An order as it is sent. Where the hub counts, one that was sold and sent since then takes its stock like an open one
   * before it is over: orders of the past take none.
   */
  asSold: (order: ShopOrder) => Promise<ShopOrder[]>
  /** Once all orders were sent. */
  agree: () => Promise<void>
}

/** Whether an order will be sent. One that the connector cannot read is held back, which its sender notes. */
function isSent(order: ShopOrder, known: SentThing | null): boolean {
  try {
    return ['place', 'change'].includes(decideOrder(order, known).do)
  } catch (error) {
    if (isFault(error)) return false
    throw error
  }
}

const keyOf = ({ seller, id }: Named) => JSON.stringify([seller, id])

export function watchStock(connected: Connected, matcherOf: (seller: string) => Promise<Matcher>): StockWatch {
  const { source, hub, outbox, stock } = connected
  /** Listings whose units may differ, with those of the shop if they were read. */
  const suspects = new Map<string, { named: Named; read: Units | null }>()
  const suspect = ({ seller, id }: Named, read: Units | null) =>
    void suspects.set(keyOf({ seller, id }), { named: { seller, id }, read })

  async function sendFigures(listings: AsyncIterable<ShopListing>, handsOver: boolean): Promise<void> {
    const sender = listingSender(connected, matcherOf, { handsOver })
    for await (const listing of listings) await sender.send(listing)
    await sender.end()
  }

  async function* readAgain(all: readonly Named[]): AsyncGenerator<ShopListing> {
    for (const named of all) {
      const listing = await source.listing?.(named)
      if (listing) yield listing
    }
  }

  async function* readEach(wanted: ReadonlyMap<string, Named>): AsyncGenerator<ShopListing> {
    if (source.listing && wanted.size <= few) yield* readAgain([...wanted.values()])
    else for await (const listing of mapped(source.listings(null))) if (wanted.has(keyOf(listing))) yield listing
  }

  /** From now on the hub counts what the shop has counted so far: the orders that its figures lack are in the hub. */
  async function handOver(): Promise<void> {
    const counted = (await outbox.listings()).filter((each) => isCountedByShop(each) && each.state === 'SENT')
    if (counted.length > 0) await sendFigures(readEach(new Map(counted.map((each) => [keyOf(each), each]))), true)
    if ((await outbox.place('handedOver')) === null) await outbox.keepPlace('handedOver', new Date().toISOString())
  }

  /** Sets the hub's units in the shop where it has others. */
  async function tellUnits({ named, read }: { named: Named; read: Units | null }): Promise<void> {
    const known = await outbox.find('listing', named)
    if (!known?.number || isCountedByShop(known)) return
    const now = await source.listing?.(named)
    const units = now ? unitsOf(now.listing) : read
    if (!units) return
    const there = await orNone(hub.call('getListing', { path: { seller: named.seller, item: known.number } }))
    if (!there || !isOffered(there)) return
    for (const due of stockDues(source, named, there)) if (differs(units, due.units)) await tell(connected, due)
    await outbox.keep({ ...known, parts: { ...known.parts, units: noteOfUnits(unitsIn(there)) } })
  }

  return {
    async read(listing) {
      if (stock === 'shop') return
      const known = await outbox.find('listing', listing)
      const units = unitsOf(listing.listing)
      if (!known || isCountedByShop(known)) return
      const noted = known.parts.units
      if (noted === undefined || differs(units, notedUnits(noted))) suspect(listing, units)
    },
    async sending(order) {
      if (!isSent(order, await outbox.find('order', order))) return
      for (const { listing: id } of order.order.lines) if (id) suspect({ seller: order.seller, id }, null)
    },
    async asSold(order) {
      const since = stock === 'hub' && order.finished ? await outbox.place('handedOver') : null
      const isSince = since !== null && Date.parse(order.order.placedAt) > Date.parse(since)
      const isNew = isSince && !(await outbox.find('order', order))?.number
      return isNew ? [{ ...order, finished: undefined }, order] : [order]
    },
    async agree() {
      if (stock === 'hub') {
        await handOver()
        for (const each of suspects.values()) await tellUnits(each)
      } else await sendFigures(readAgain([...suspects.values()].map(({ named }) => named)), false)
    },
  }
}
