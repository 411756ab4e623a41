import { setTimeout as delay } from 'node:timers/promises'
import { isSignedWebhook } from '#lib/webhook-signature.ts'
import { HubAway, HubRefusal } from '../hub-client.ts'
import type { HubEvent } from '../hub-types.ts'
import { placeAgain } from '../orders/place-orders.ts'
import { decideDisputes } from './dispute-orders.ts'
import { readListing, readSellers, takeEvent } from './take-event.ts'
import type { Syncing } from './syncing.ts'
import { endOthers, keepListing } from '../store/offers.ts'
import { inTransaction, type Store } from '../store/open-store.ts'
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

function forgetSeen({ store, now }: Pick<Syncing, 'store' | 'now'>): void {
  const before = new Date(now().getTime() - seenDays * day).toISOString()
  store.prepare('delete from seen_events where seen_at < ?').run(before)
}

export interface MarketSync {
  ready: Promise<void>
  /** Processes a webhook; false for an invalid signature. */
  takeWebhook: (body: string, headers: Record<string, string>) => Promise<boolean>
  /** Rereads a listing after the hub reported a difference. */
  readListing: (seller: string, item: string) => Promise<void>
  stop: () => Promise<void>
}

interface Options extends Syncing {
  /** Webhook secret; null without webhooks, in which case polling is more frequent. */
  webhookSecret: string | null
  /** Reports failures, once per kind. */
  say: (line: string) => void
}

/** Polling interval in milliseconds; with webhooks, polling only finds lost events. */
const pauses = { withWebhooks: 30_000, without: 2_000 } as const
/** Polls between two reads of the sellers. */
const sellersEvery = 10

/** Starts synchronisation: reads everything, then processes webhooks and polls. */
export function startSync(options: Options): MarketSync {
  const { webhookSecret, say } = options
  const stopping = new AbortController()
  const pause = webhookSecret === null ? pauses.without : pauses.withWebhooks
  const turns = inTurn()
  const ready = Promise.withResolvers<void>()
  let isReady = false
  let said = ''

  const complain = (error: unknown) => {
    const line = sentenceOf(error)
    if (line !== said) say(line)
    said = line
  }

  const round = (count: number) =>
    turns(async () => {
      if (count === 0) await readAll(options)
      else if (count % sellersEvery === 0) await readSellers(options)
      await catchUp(options)
      await placeAgain(options)
      await decideDisputes(options)
      forgetSeen(options)
      said = ''
    })

  async function work(): Promise<void> {
    for (let count = 0; !stopping.signal.aborted;) {
      const done = await round(count).then(() => true, complain)
      if (done && count === 0) {
        isReady = true
        ready.resolve()
      }
      if (done) count += 1
      await delay(done ? pause : pauses.without, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const working = work()
  return {
    ready: ready.promise,
    async takeWebhook(body, headers) {
      if (webhookSecret === null || !isSignedWebhook(webhookSecret, { headers, body }, new Date())) return false
      const event = JSON.parse(body) as HubEvent
      // During the initial read, events are left to the poll after it.
      if (isReady && event.type !== 'webhook.test') await turns(() => takeEvent(options, event))
      return true
    },
    readListing: (seller, item) => turns(() => readListing(options, seller, item)).catch(complain),
    async stop() {
      stopping.abort()
      await working
    },
  }
}

/** Serialises work, whatever the result of the previous one. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof HubAway) return 'The hub does not answer; the market goes on with what it knows, and asks again.'
  if (error instanceof HubRefusal && error.problem.status === 401)
    return 'The hub does not know the key: give HUB_KEY one that is good (npm run hub -- key create).'
  return `The market is not in step with the hub: ${error instanceof Error ? error.message : String(error)}`
}
