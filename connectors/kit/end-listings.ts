import { day } from '#lib/duration.ts'
import type { Connected } from './connected.ts'
import { HubRefusal } from './hub-client.ts'
import type { HubListing } from './match-listings.ts'
import type { SentThing } from './outbox.ts'
import type { ListingBody, Named } from './source.ts'
import { orRefusal } from './or-refusal.ts'

/** Products that may disappear at once. If more do, and more than half, they are ended only on request. */
const fewGone = 10

/** Code of listings that disappeared with many others. After a request to end one, its digest is empty. */
const gone = 'gone'

const keyOf = ({ seller, id }: Named) => JSON.stringify([seller, id])

/** Whether this round reads all listings: the first time, once a day, and always if the shop cannot filter by time. */
export async function readsAllListings(
  { source, outbox }: Pick<Connected, 'source' | 'outbox'>,
  now: Date,
): Promise<boolean> {
  const last = await outbox.place('allListings')
  const isDue = !last || now.getTime() - Date.parse(last) > day
  return (
    source.listsAll === true || (await outbox.place('listings')) === null || (source.listing !== undefined && isDue)
  )
}

export interface FoundListings {
  note: (listing: Named) => void
  /** Sent listings that the shop no longer has. */
  gone: () => Promise<GoneListings>
}

interface GoneListings {
  ended: SentThing[]
  /** Too many at once to trust the reading. */
  keptBack: SentThing[]
}

export function findGone({ source, outbox }: Pick<Connected, 'source' | 'outbox'>): FoundListings {
  const found = new Set<string>()
  return {
    note: (listing) => void found.add(keyOf(listing)),
    async gone() {
      // A matched listing is the seller's own in the hub.
      const sent: SentThing[] = []
      for (const listing of await outbox.listings())
        if (typeof (await outbox.takenOver(listing)) !== 'string') sent.push(listing)
      const missing = source.listing ? sent.filter((listing) => !found.has(keyOf(listing))) : []
      const isMany = missing.length > fewGone && missing.length * 2 > sent.length
      const isHeld = (listing: SentThing) => isMany && !(listing.code === gone && listing.digest === '')
      const ended: SentThing[] = []
      for (const listing of missing) {
        // Pages shift while products are deleted, so a reading may skip one.
        if (!isHeld(listing) && (await source.listing?.(listing)) === null) ended.push(listing)
      }
      return { ended, keptBack: missing.filter(isHeld) }
    },
  }
}

/** Ends listings that disappeared from the shop. Returns how many were ended. */
export async function endListings(connected: Connected, { ended, keptBack }: GoneListings): Promise<number> {
  const { outbox } = connected
  for (const listing of keptBack) {
    const reason = `${keptBack.length} products are gone from the shop at once. Send it again to end it in the hub.`
    const why = { code: gone, params: { n: keptBack.length }, reason }
    if (listing.code !== gone) await outbox.keep({ ...listing, state: 'REFUSED', ...why, digest: gone })
  }
  let count = 0
  for (const listing of ended) {
    const refusal = await endListing(connected, listing)
    if (refusal) await outbox.keep({ ...listing, state: 'REFUSED', ...refusal.because, digest: '' })
    else await outbox.forget(listing)
    if (!refusal && listing.number !== null) count += 1
  }
  return count
}

/** Ends an active listing; drafts stay. Returns the hub's reason for a refusal. */
async function endListing({ hub }: Connected, { seller, id }: SentThing): Promise<HubRefusal | null> {
  const path = { seller, item: id }
  const there = await orRefusal(hub.call('getListing', { path }))
  if (there instanceof HubRefusal) return there.problem.status === 404 ? null : there
  if (there.state === 'DRAFT' || there.state === 'ENDED') return null
  const answer = await orRefusal(hub.call('saveListing', { path, body: endOf(there) }))
  return answer instanceof HubRefusal ? answer : null
}

function endOf({ title, category, price, axes, variations }: HubListing): ListingBody {
  const common = { title, category, onSale: false }
  if (axes.length === 0) return { ...common, price }
  return {
    ...common,
    axes: axes.map(({ name }) => name),
    variations: variations.map((each) => ({
      id: each.id ?? each.values.join(' / '),
      values: each.values,
      price: each.price,
    })),
  }
}
