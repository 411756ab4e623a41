import { HubRefusal } from '../hub-client.ts'
import type { HubEvent, HubOffer, HubOrder, HubPayout, PayoutReport } from '../hub-types.ts'
import { findBuyerOffer, keepBuyerOffer } from '../store/buyer-offers.ts'
import { inTransaction } from '../store/open-store.ts'
import { findSeller, keepListing, keepSeller, keepStock, knownListing } from '../store/offers.ts'
import { caseHeardAt, findOrder, keepCase, keepMessage, keepOrder, keepReply } from '../store/orders.ts'
import { askedBy, keepQuestion } from '../store/questions.ts'
import { disputeShipped, keepContested } from './dispute-orders.ts'
import { report } from './report.ts'
import type { Syncing } from './syncing.ts'

/** Processes an event once, from webhook or poll. Throws, leaving it unprocessed, if the hub is needed and unavailable. */
export async function takeEvent(syncing: Syncing, event: HubEvent): Promise<'taken' | 'known'> {
  const { store, now } = syncing
  if (store.prepare('select 1 from seen_events where id = ?').get(event.id)) return 'known'
  const keep = await keeping(syncing, event)
  inTransaction(store, () => {
    keep()
    store.prepare('insert into seen_events (id, seen_at) values (?, ?)').run(event.id, now().toISOString())
  })
  const { order, question } = event.data
  const buyer = question ? askedBy(question) : order && findOrder(store, order.id)?.buyer
  if (buyer) syncing.changes.tell(buyer)
  return 'taken'
}

/** Determines what to store for an event. */
async function keeping(syncing: Syncing, { type, data, timestamp }: HubEvent): Promise<() => void> {
  if (type === 'payout.initiated' && data.payout) await paySeller(syncing, data.seller, data.payout)
  const { question } = data
  if (question) return () => keepQuestion(syncing.store, question)
  if (data.offer) return keepingOffer(syncing, data.offer, { data, timestamp })
  const item = data.listing?.item ?? data.item
  if (item) return keepingListing(syncing, item, { data, timestamp })
  const { order } = data
  const ours = order && findOrder(syncing.store, order.id)
  if (ours && type === 'order.shipped') await disputeShipped(syncing, data.seller, order)
  if (type === 'dispute.contested' && data.dispute) keepContested(syncing, data.seller, data.dispute)
  return ours ? keepingOrder(syncing, { order, heardAt: ours.heardAt }, { data, timestamp }) : () => {}
}

type Told = Pick<HubEvent, 'data' | 'timestamp'>

async function keepingListing({ store, hub }: Syncing, item: string, { data, timestamp }: Told): Promise<() => void> {
  const { seller, listing, stock } = data
  const known = knownListing(store, item)
  const { away } = findSeller(store, seller) ?? {}
  // There are no events of sellers: listings that are paused, or not any more, tell that one is away or back.
  const isAway = listing?.state === 'PAUSED'
  const isBack = listing !== undefined && !isAway && known?.state === 'PAUSED'
  if (away === undefined || (away === null ? isAway : isBack)) await readSellers({ store, hub })
  const checked = compareWithKnown(timestamp, known?.heardAt ?? '')
  if (checked === 'take' && listing) return () => keepListing(store, { seller, listing, heardAt: timestamp })
  // Stock events do not contain variations; only listings do.
  if (checked === 'take' && stock && known && !known.hasVariations)
    return () => keepStock(store, item, stock, timestamp)
  const now = await ifThere(hub.listing(seller, item))
  return () => now && keepListing(store, { seller, listing: now, heardAt: timestamp })
}

async function keepingOffer(
  { store, hub, changes }: Syncing,
  told: HubOffer,
  { data: { seller }, timestamp }: Told,
): Promise<() => void> {
  const isLate = compareWithKnown(timestamp, findBuyerOffer(store, told.id)?.heardAt ?? '') === 'ask'
  const offer = isLate ? await ifThere(hub.offer(seller, told.id)) : told
  return () => {
    const buyer = offer && keepBuyerOffer(store, seller, offer, timestamp)
    if (buyer) changes.tell(buyer)
  }
}

async function keepingOrder(
  { store, hub }: Syncing,
  { order: told, heardAt }: { order: HubOrder; heardAt: string },
  { data, timestamp }: Told,
): Promise<() => void> {
  const { seller, message } = data
  const order = compareWithKnown(timestamp, heardAt) === 'take' ? told : await ifThere(hub.order(seller, told.id))
  const about = data.case
  const isLate = about && compareWithKnown(timestamp, caseHeardAt(store, about.number) ?? '') === 'ask'
  const found = isLate ? await ifThere(hub.readCase(seller, about.number)) : about
  return () => {
    if (order) keepOrder(store, order, timestamp)
    if (message) keepMessage(store, message)
    if (found) keepCase(store, found, timestamp)
    if (data.feedback) keepReply(store, data.feedback)
  }
}

export async function readListing({ store, hub }: Syncing, seller: string, item: string): Promise<void> {
  const listing = await ifThere(hub.listing(seller, item))
  if (listing) keepListing(store, { seller, listing, heardAt: '' })
}

/** Rereads the sellers, for which there are no events. */
export async function readSellers({ store, hub }: Pick<Syncing, 'store' | 'hub'>): Promise<string[]> {
  const ids: string[] = []
  for await (const seller of hub.sellers()) {
    keepSeller(store, seller)
    ids.push(seller.id)
  }
  return ids
}

async function ifThere<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof HubRefusal && error.problem.status === 404) return null
    throw error
  }
}

type EventUse =
  /** Use its content. */
  | 'take'
  /** It is late and its content may be outdated: ask the hub. */
  | 'ask'

/**
 * Decides how to process an event. Its content is at least as recent as its time, so an event not older than the last
 * one is usable. An older one is ambiguous, because commit order may differ from time order.
 */
function compareWithKnown(happenedAt: string, heardAt: string): EventUse {
  return happenedAt >= heardAt ? 'take' : 'ask'
}

const failedSetting = 'payout that failed'

/**
 * Pays a seller and tells the hub. A shop would ask its payment provider here, with `key` as the idempotency key. The
 * first payout of all fails for a while, to show what happens then: the hub asks again the next day.
 */
async function paySeller({ store, hub }: Pick<Syncing, 'store' | 'hub'>, seller: string, payout: HubPayout) {
  const row = store.prepare('select value from settings where name = ?').get(failedSetting)
  const fails = row === undefined || row.value === payout.key
  if (!row) store.prepare('insert into settings (name, value) values (?, ?)').run(failedSetting, payout.key)
  const { key } = payout
  const result: PayoutReport = fails ? { key, ...bankAway } : { key, state: 'PAID', reference: `EM-${key}` }
  await report(() => hub.reportPayout(seller, payout.id, result))
}

const bankAway = { state: 'FAILED', failure: 'BANK_UNREACHABLE', mayBeRetried: true } as const
