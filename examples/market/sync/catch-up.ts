import { HubRefusal } from '../hub-client.ts'
import { endOthers, keepListing } from '../store/offers.ts'
import { inOneGo, type Store } from '../store/open-store.ts'
import { readSellers, takeEvent, type Syncing } from './take-event.ts'
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

/** Reads on what happened, from where the reading stopped, and takes each event. Returns how many were new. */
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
 * Reads all that is on offer. The place of the events is taken first, so that nothing that happens meanwhile is missed: what is told
 * twice does no harm. A place of another hub's, or of a hub that was set up anew, begins everything anew.
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

/** Goes to the end of what happened: a copy that is read whole needs none of it. */
async function findEnd({ store, hub }: Syncing): Promise<void> {
  let place: string | null = null
  for (;;) {
    const page = await hub.events(place)
    place = page.next
    if (!page.more) return keepPlace(store, place)
  }
}

/** The hub is another one: what is known of the former is of no use. */
function forgetAll(store: Store): void {
  inOneGo(store, () => {
    for (const table of ['orders', 'listings', 'listing_words', 'sellers', 'seen_events', 'settings', 'chosen'])
      store.exec(`delete from ${table}`)
  })
}

/** Days for which an event may come again. */
const seenDays = 31

/** Forgets which events were seen long ago. */
export function forgetSeen({ store, now }: Pick<Syncing, 'store' | 'now'>): void {
  const before = new Date(now().getTime() - seenDays * day).toISOString()
  store.prepare('delete from seen_events where seen_at < ?').run(before)
}
