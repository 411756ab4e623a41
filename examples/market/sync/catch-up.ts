import { HubRefusal } from '../hub-client.ts'
import { endOthers, keepListing } from '../store/offers.ts'
import { inTransaction, type Store } from '../store/open-store.ts'
import { readSellers, takeEvent } from './take-event.ts'
import type { Syncing } from './syncing.ts'
import { day } from '#lib/duration.ts'

const placeSetting = 'place of events'

function readPlace(store: Store): string | null {
  const row = store.prepare('select value from settings where name = ?').get(placeSetting)
  return row ? String(row.value) : null
}

function keepPlace(store: Store, place: string): void {
  store
    .prepare('insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value')
    .run(placeSetting, place)
}

/** Reads events from the stored cursor and processes them. Returns the number of new ones. */
export async function catchUp(syncing: Syncing): Promise<number> {
  const { store, hub } = syncing
  let taken = 0
  for (;;) {
    const page = await hub.events(readPlace(store))
    for (const event of page.items) if ((await takeEvent(syncing, event)) === 'taken') taken += 1
    keepPlace(store, page.next)
    if (!page.more) return taken
  }
}

/**
 * Reads all offers. The event cursor is stored first, so that no event is missed; duplicates are harmless. An unknown
 * cursor, as after a new hub setup, resets everything.
 */
export async function readAll(syncing: Syncing): Promise<void> {
  const { store, hub } = syncing
  if (!(await isPlaceGood(syncing))) forgetAll(store)
  if (readPlace(store) === null) await findEnd(syncing)
  for (const seller of await readSellers(syncing)) {
    const items = new Set<string>()
    for await (const listing of hub.listings(seller)) {
      items.add(listing.item)
      keepListing(store, { seller, listing, heardAt: '' })
    }
    endOthers(store, seller, items)
  }
}

async function isPlaceGood({ store, hub }: Syncing): Promise<boolean> {
  const place = readPlace(store)
  if (place === null) return true
  try {
    await hub.events(place)
    return true
  } catch (error) {
    if (error instanceof HubRefusal && error.code === 'invalid-query') return false
    throw error
  }
}

/** Moves the cursor to the end: a complete copy needs no earlier events. */
async function findEnd({ store, hub }: Syncing): Promise<void> {
  let place: string | null = null
  for (;;) {
    const page = await hub.events(place)
    place = page.next
    if (!page.more) return keepPlace(store, place)
  }
}

/** A different hub: deletes the old one's data. */
function forgetAll(store: Store): void {
  inTransaction(store, () => {
    for (const table of [
      'orders',
      'buyer_offers',
      'watched',
      'listings',
      'listing_words',
      'sellers',
      'seen_events',
      'settings',
      'chosen',
    ])
      store.exec(`delete from ${table}`)
  })
}

/** Days for which event ids are remembered. */
const seenDays = 31

export function forgetSeen({ store, now }: Pick<Syncing, 'store' | 'now'>): void {
  const before = new Date(now().getTime() - seenDays * day).toISOString()
  store.prepare('delete from seen_events where seen_at < ?').run(before)
}
