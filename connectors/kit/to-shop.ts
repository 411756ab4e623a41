import type { Connected } from './connected.ts'
import { isCountedByShop } from './decide.ts'
import { dueOfOrder, takeBack, untold, type Due } from './due-order.ts'
import type { Operations } from './hub-api.ts'
import { HubRefusal } from './hub-client.ts'
import type { HubListing } from './match-listings.ts'
import { faultOf, isFault, isolated, type Isolated } from './mapping.ts'
import type { AppliedThing } from './outbox.ts'
import { orNone } from './or-refusal.ts'
import { restoreFigure } from './restore-figure.ts'
import { dueOfOffer } from './offers.ts'
import { dueOfQuestion } from './questions.ts'
import { ByHand, ShopRefusal, type HubOffer, type HubQuestion, type Named, type Source } from './source.ts'
import { dueOfSale } from './sales.ts'
import { sendOrder } from './to-hub.ts'
import { unitsIn, type Units } from './units.ts'

type HubEvent = Operations['listEvents']['answer']['items'][number]

/** Untold of a listing: its sale, and its stock unless the shop counts it. */
async function dueOfListing({ source, outbox, stock }: Connected, seller: string, listing: HubListing): Promise<Due[]> {
  const about = await listingOf(outbox, seller, listing.item)
  const known = about && (await outbox.find('listing', about))
  if (!about) return []
  const isCounted = stock === 'shop' || (known && isCountedByShop(known))
  const units = isCounted ? [] : stockDues(source, about, listing)
  return untold(outbox, [...(await dueOfSale({ source, outbox }, about, listing)), ...units])
}

/** What the shop has to have of a listing: nothing if it cannot be bought. */
export function stockDues(
  source: Pick<Source, 'applyStock'>,
  { seller, id }: Named,
  listing: HubListing,
): (Due & { units: Units })[] {
  return [...unitsIn(listing)].map(([variation, units]) => {
    const available = listing.state === 'ACTIVE' ? units : 0
    return {
      kind: 'stock',
      key: [seller, id, variation].map(encodeURIComponent).join('/'),
      about: { seller, id },
      digest: String(available),
      name: `${available} units`,
      units: new Map([[variation, available]]),
      tell: () => source.applyStock({ seller, id }, { variation: variation || null, available }),
    }
  })
}

const listingOf = async (outbox: Connected['outbox'], seller: string, item: string): Promise<Named | null> =>
  (await outbox.findByNumber('listing', seller, item)) ?? (await outbox.listingTakenOver(seller, item))

async function followRelisted(
  outbox: Connected['outbox'],
  seller: string,
  { id, item, relistedFrom }: HubListing,
): Promise<void> {
  if (!relistedFrom) return
  const about = id === null ? await listingOf(outbox, seller, relistedFrom) : { seller, id }
  if (!about) return
  const known = await outbox.find('listing', about)
  if (known?.number && known.number !== item) await outbox.keep({ ...known, number: item })
  const taken = await outbox.takenOver(about)
  if (taken && taken !== item) await outbox.takeOver(about, item)
}

/**
 * Reports a change to the shop. Stores a refusal with its reason, as what the connector cannot tell; throws other errors,
 * which mean that the shop is unavailable.
 */
export async function tell({ outbox }: Pick<Connected, 'outbox'>, due: Due): Promise<boolean> {
  const { kind, key, about, digest } = due
  const refusal = await due.tell().then(
    () => null,
    async (error: unknown) => {
      if (isFault(error)) {
        const { reason, ...why } = faultOf(error)
        return new ShopRefusal(reason, why)
      }
      if (!(error instanceof ShopRefusal)) throw error
      const known = error instanceof ByHand ? await outbox.findApplied(kind, key) : null
      // People were told of it, and somebody sends it again: it is done.
      return known?.digest === digest && known.reason !== null ? null : error
    },
  )
  await outbox.keepApplied({
    kind,
    key,
    about,
    digest,
    reason: refusal && refusal.message,
    why: refusal && refusal.why,
  })
  return refusal === null
}

export interface Told {
  told: number
  refused: number
}

/** Tells changes one by one; after one that fails, the rest of its order waits, as a cancellation for its refund. */
async function tellAll(connected: Connected, dues: readonly Due[], failed: Isolated): Promise<Told> {
  const sums = { told: 0, refused: 0 }
  const waiting = new Set<string>()
  for (const due of dues) {
    const about = `${due.about.seller} ${due.about.id}`
    if (waiting.has(about)) continue
    const outcome = await failed.run(`${due.name} of ${due.about.id}`, () => tell(connected, due), null)
    if (outcome === null) waiting.add(about)
    else sums[outcome ? 'told' : 'refused'] += 1
  }
  return sums
}

interface Drifted {
  about: Named
  listing: HubListing
}

/** Reads events from the last position; yields the due changes of each page with its end. */
export async function* readDue(
  connected: Connected,
  recover: Recover = async () => {},
): AsyncGenerator<{ dues: Due[]; drifted: Drifted[]; next: string }> {
  const { hub, outbox } = connected
  for (let after = await outbox.place('events'); ;) {
    const page = await hub
      .call('listEvents', { query: { limit: 200, ...(after ? { after } : {}) } })
      .catch((error: unknown) => {
        // The hub was replaced or restored: read events from the beginning; known changes are not repeated.
        if (after && error instanceof HubRefusal && error.code === 'invalid-query') return null
        throw error
      })
    if (page) yield { ...(await duesOf(connected, page.items, recover)), next: page.next }
    if (page && !page.more) return
    after = page ? page.next : null
  }
}

/** Events contain the current state, so the last one about an item suffices. */
async function duesOf(
  connected: Connected,
  events: readonly HubEvent[],
  recover: Recover,
): Promise<{ dues: Due[]; drifted: Drifted[] }> {
  const orders = new Map<string, Due[]>()
  const items = new Map<string, Named>()
  const voided = new Map<string, Due>()
  const offersAndQuestions = new Map<string, Due[]>()
  for (const { type, data } of events) {
    const { seller, order, subject, offer, question } = data
    const thing = offer ?? question
    if (thing) {
      offersAndQuestions.set(`${seller} ${thing.id}`, await dueOfOfferOrQuestion(connected, seller, thing))
      continue
    }
    if (type === 'order.parcel_voided' && order && subject) {
      const due = await dueOfVoided(connected, { seller, id: order.id }, subject)
      if (due) voided.set(subject, due)
    }
    if (order) {
      await recover({ seller, id: order.id })
      orders.set(`${seller} ${order.id}`, await dueOfOrder(connected, seller, order))
    }
    const item = type === 'stock.changed' ? data.item : data.listing?.item
    if (item) items.set(`${seller} ${item}`, { seller, id: item })
  }
  const found: { seller: string; listing: HubListing }[] = []
  const drifted: Drifted[] = []
  for (const { seller, id: item } of items.values()) {
    const listing = await orNone(connected.hub.call('getListing', { path: { seller, item } }))
    if (!listing) continue
    found.push({ seller, listing })
    // Before any units are compared: those of the listing that it replaced count no more.
    await followRelisted(connected.outbox, seller, listing)
    const about = connected.stock === 'shop' ? await listingOf(connected.outbox, seller, listing.item) : null
    if (about) drifted.push({ about, listing })
  }
  const listings: Due[] = []
  for (const { seller, listing } of found) listings.push(...(await dueOfListing(connected, seller, listing)))
  return { dues: [[...voided.values()], ...orders.values(), ...offersAndQuestions.values(), listings].flat(), drifted }
}

/** Untold of an offer or question; none for one of another shop's listing. */
async function dueOfOfferOrQuestion(
  { source, outbox }: Connected,
  seller: string,
  thing: HubOffer | HubQuestion,
): Promise<Due[]> {
  const about = await listingOf(outbox, seller, thing.item)
  if (!about) return []
  return untold(
    outbox,
    'messages' in thing ? dueOfQuestion({ source }, about, thing) : dueOfOffer({ source }, about, thing),
  )
}

/** Takes back a parcel of which the memory does not know whether the shop has it: it was lost, or killed in between. */
async function dueOfVoided({ source, outbox }: Connected, about: Named, key: string): Promise<Due | null> {
  const isUnknown = source.undoShipment && !(await outbox.findApplied('shipment', key))
  return isUnknown && (await outbox.find('order', about))
    ? takeBack(source, { kind: 'shipment', key, about, digest: '', reason: null })
    : null
}

/** Has the memory know an order of the shop that the hub has, before what happened to it is told. */
type Recover = (order: Named) => Promise<void>

/** Notes an order that a failed round or a lost memory left out; one of another shop is not there. */
const recoverOrder =
  (connected: Connected): Recover =>
  async (named) => {
    if (await connected.outbox.find('order', named)) return
    const order = await connected.source.order(named)
    if (order) await sendOrder(connected, order)
  }

/**
 * Reports sellers' actions since the last round to the shop. With `recovers`, the memory may lack orders that the hub has
 * from this shop.
 */
export async function tellShop(connected: Connected, { recovers = false } = {}): Promise<Told> {
  const { outbox } = connected
  const sums = { told: 0, refused: 0 }
  const failed = isolated()
  for await (const { dues, drifted, next } of readDue(connected, recovers ? recoverOrder(connected) : undefined)) {
    const { told, refused } = await tellAll(connected, dues, failed)
    for (const { about, listing } of drifted)
      await failed.run(`Listing ${about.id}`, () => restoreFigure(connected, about, listing), undefined)
    sums.told += told
    sums.refused += refused
    // What failed is read again; what was told is not told again.
    if (!failed.hasFailed()) await outbox.keepPlace('events', next)
  }
  failed.end()
  return sums
}

/** Reports refused changes again. Changes that no longer exist in the hub count as reported. */
export async function tellAgain(connected: Connected, things: readonly AppliedThing[]): Promise<Told> {
  const { outbox } = connected
  const sums = { told: 0, refused: 0 }
  const failed = isolated()
  for (const thing of things) {
    const dues = await duesAgain(connected, thing)
    if (dues.length === 0) await outbox.forgetApplied(thing.kind, thing.key)
    const { told, refused } = await tellAll(connected, dues, failed)
    sums.told += told
    sums.refused += refused
  }
  failed.end()
  return sums
}

/** The change as if unreported; its entry stays until the shop has responded. */
async function duesAgain(connected: Connected, { kind, key, about }: AppliedThing): Promise<Due[]> {
  const { hub, outbox } = connected
  const { seller, id } = about
  const findApplied: typeof outbox.findApplied = async (of, its) =>
    of === kind && its === key ? null : outbox.findApplied(of, its)
  const forgetful = { ...connected, outbox: { ...outbox, findApplied } }
  const isIt = (due: Due) => due.kind === kind && due.key === key
  if (kind === 'offer' || kind === 'question') {
    const thing = await orNone<HubOffer | HubQuestion>(
      kind === 'offer'
        ? hub.call('getOffer', { path: { seller, offer: key } })
        : hub.call('getQuestion', { path: { seller, question: key } }),
    )
    return thing ? dueOfOfferOrQuestion(forgetful, seller, thing) : []
  }
  if (kind !== 'stock' && kind !== 'sale') {
    const order = await orNone(hub.call('getOrder', { path: { seller, order: id } }))
    return order ? (await dueOfOrder(forgetful, seller, order)).filter(isIt) : []
  }
  const item = (await outbox.takenOver(about)) ?? (await outbox.find('listing', about))?.number ?? id
  const listing = await orNone(hub.call('getListing', { path: { seller, item } }))
  return listing ? (await dueOfListing(forgetful, seller, listing)).filter(isIt) : []
}
