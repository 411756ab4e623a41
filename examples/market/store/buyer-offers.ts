import type { HubOffer } from '../hub-types.ts'
import { parse, type Store } from './open-store.ts'
import { hubBuyer } from './questions.ts'

/** An offer of a buyer for less than a listing asks, or to one. */
export interface BuyerOffer {
  buyer: string
  /** The seller's id in the hub. */
  seller: string
  heardAt: string
  offer: HubOffer
}

const suffix = hubBuyer('').username

/** The market's buyer of a user name; null of another channel's. */
const buyerOf = (userName: string): string | null =>
  userName.endsWith(suffix) ? userName.slice(0, -suffix.length) : null

/** Stores the hub's state of an offer; returns its buyer, null for offers of other channels. */
export function keepBuyerOffer(store: Store, seller: string, offer: HubOffer, heardAt = ''): string | null {
  const buyer = buyerOf(offer.buyer)
  if (buyer === null) return null
  store
    .prepare(
      `insert into buyer_offers (id, buyer, seller, heard_at, json) values (?, ?, ?, ?, ?)
       on conflict (id) do update set json = excluded.json, heard_at = max(heard_at, excluded.heard_at)`,
    )
    .run(offer.id, buyer, seller, heardAt, JSON.stringify(offer))
  return buyer
}

export function findBuyerOffer(store: Store, id: string): BuyerOffer | null {
  const row = store.prepare('select * from buyer_offers where id = ?').get(id)
  return row ? offerOf(row) : null
}

/** A buyer's offers, the last changed first. */
export function listBuyerOffers(store: Store, buyer: string): BuyerOffer[] {
  return store
    .prepare(`select * from buyer_offers where buyer = ? order by json_extract(json, '$.changedAt') desc, id limit 200`)
    .all(buyer)
    .map(offerOf)
}

const offerOf = (row: Record<string, unknown>): BuyerOffer => ({
  buyer: String(row.buyer),
  seller: String(row.seller),
  heardAt: String(row.heard_at),
  offer: parse(row.json) as HubOffer,
})

/** Begins or ends a buyer's watch of an item; returns all who watch it. */
export function setWatch(
  store: Store,
  { buyer, item, since, isOn }: { buyer: string; item: string; since: string; isOn: boolean },
): { buyer: string; since: string }[] {
  if (isOn)
    store
      .prepare('insert into watched (buyer, item, since) values (?, ?, ?) on conflict do nothing')
      .run(buyer, item, since)
  else store.prepare('delete from watched where buyer = ? and item = ?').run(buyer, item)
  return store
    .prepare('select buyer, since from watched where item = ? order by since limit 1000')
    .all(item)
    .map((row) => ({ buyer: hubBuyer(String(row.buyer)).username, since: String(row.since) }))
}

export const isWatching = (store: Store, buyer: string | null, item: string): boolean =>
  buyer !== null && store.prepare('select 1 from watched where buyer = ? and item = ?').get(buyer, item) !== undefined
