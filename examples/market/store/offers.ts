import { parseDecimal } from '#lib/money.ts'
import type { Amount, HubListing, HubSeller, HubStock, OrderBody } from '../hub-types.ts'
import { parse, type Store } from './open-store.ts'
import { soldAs } from './sold-as.ts'

export interface Offer {
  listing: HubListing
  seller: HubSeller
}

/** SQL condition for offers shown in lists. */
const onOffer = `l.state = 'ACTIVE' and l.available > 0 and s.suspended = 0`

export const minorOf = ({ value, currency }: Amount): number => parseDecimal(value, currency)?.minor ?? 0

export function keepSeller(store: Store, seller: HubSeller): void {
  store
    .prepare(
      `insert into sellers (id, username, name, suspended, json) values (?, ?, ?, ?, ?)
       on conflict (id) do update set username = excluded.username, name = excluded.name, suspended = excluded.suspended, json = excluded.json`,
    )
    .run(seller.id, seller.username, seller.displayName, seller.suspended ? 1 : 0, JSON.stringify(seller))
}

/** A seller by id or user name. */
export function findSeller(store: Store, named: string): HubSeller | null {
  const row = store.prepare('select json from sellers where id = ? or username = ?').get(named, named)
  return row ? (parse(row.json) as HubSeller) : null
}

/** Sellers with their number of offers, most first. */
export function listStores(store: Store): { seller: HubSeller; offers: number }[] {
  return store
    .prepare(
      `select s.json, count(l.item) as offers from sellers s join listings l on l.seller = s.id
       where ${onOffer} group by s.id order by offers desc, s.name`,
    )
    .all()
    .map((row) => ({ seller: parse(row.json) as HubSeller, offers: Number(row.offers) }))
}

interface Keeping {
  seller: string
  listing: HubListing
  /** Time of its event; empty if read from the hub. */
  heardAt: string
}

export function keepListing(store: Store, { seller, listing, heardAt }: Keeping): void {
  store
    .prepare(
      `insert into listings (item, seller, state, available, price_minor, category, starts_at, heard_at, json) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (item) do update set seller = excluded.seller, state = excluded.state, available = excluded.available,
         price_minor = excluded.price_minor, category = excluded.category, starts_at = excluded.starts_at,
         heard_at = max(excluded.heard_at, heard_at), json = excluded.json`,
    )
    .run(
      listing.item,
      seller,
      listing.state,
      listing.stock.available,
      minorOf(listing.price),
      listing.category,
      listing.startsAt,
      heardAt,
      JSON.stringify(listing),
    )
  const rowid = Number(listing.item)
  store.prepare('delete from listing_words where rowid = ?').run(rowid)
  store
    .prepare('insert into listing_words (rowid, words) values (?, ?)')
    .run(rowid, [listing.title, listing.category, listing.item, ...Object.values(listing.aspects).flat()].join(' '))
}

export function keepStock(store: Store, item: string, stock: HubStock, heardAt: string): void {
  store
    .prepare(
      `update listings set available = ?, heard_at = ?, json = json_set(json, '$.stock.available', ?) where item = ?`,
    )
    .run(stock.available, heardAt, stock.available, item)
}

/**
 * Moves units of sold lines: they leave at the sale and come back if the hub refuses it. The hub counts, so that its next
 * figure replaces the market's.
 */
export function moveUnits(store: Store, lines: OrderBody['lines'], sign: -1 | 1): void {
  for (const { item, variation, quantity } of lines) {
    const listing = findKept(store, item)?.listing
    if (!listing) continue
    const move = (units: number) => Math.max(0, units + sign * quantity)
    const variations = listing.variations.map((each) =>
      String(each.values) === String(variation) ? { ...each, available: move(each.available) } : each,
    )
    const available = move(listing.stock.available)
    store
      .prepare('update listings set available = ?, json = ? where item = ?')
      .run(available, JSON.stringify({ ...listing, variations, stock: { ...listing.stock, available } }), item)
  }
}

/** Ends a seller's listings that were not among those just read. */
export function endOthers(store: Store, seller: string, read: ReadonlySet<string>): void {
  const rows = store.prepare(`select item from listings where seller = ? and state = 'ACTIVE'`).all(seller)
  const end = store.prepare(
    `update listings set state = 'ENDED', json = json_set(json, '$.state', 'ENDED') where item = ?`,
  )
  for (const { item } of rows) if (!read.has(String(item))) end.run(String(item))
}

interface KnownListing {
  /** Time of its last update. */
  heardAt: string
  state: string
  hasVariations: boolean
}

export function knownListing(store: Store, item: string): KnownListing | null {
  const row = store
    .prepare(
      `select heard_at, state, json_array_length(json, '$.variations') as variations from listings where item = ?`,
    )
    .get(item)
  return row
    ? { heardAt: String(row.heard_at), state: String(row.state), hasVariations: Number(row.variations) > 0 }
    : null
}

/** A listing as it is sold now, whether or not it is on offer. */
export function findOffer(store: Store, item: string): Offer | null {
  const kept = findKept(store, item)
  return kept && { ...kept, listing: soldAs(kept.listing, new Date()) }
}

/** A listing as the hub sent it. */
function findKept(store: Store, item: string): Offer | null {
  const row = store
    .prepare(
      'select l.json as listing, s.json as seller from listings l join sellers s on s.id = l.seller where l.item = ?',
    )
    .get(item)
  return row ? { listing: parse(row.listing) as HubListing, seller: parse(row.seller) as HubSeller } : null
}

export interface Search {
  words: string
  seller: string | null
  /** Prefix of the category path. */
  category: string | null
  /** Excludes auctions. */
  atFixedPrice?: boolean
  sort: 'newest' | 'cheapest' | 'dearest'
  page: number
}

export const pageSize = 24

const orders = {
  newest: `l.starts_at desc, l.item`,
  cheapest: `l.price_minor, l.item`,
  dearest: `l.price_minor desc, l.item`,
} as const

/** Converts words to an FTS query with prefix matching. Null matches everything. */
export function matchOf(words: string): string | null {
  const found = words.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  return found.length === 0
    ? null
    : found
        .slice(0, 12)
        .map((word) => `"${word}"*`)
        .join(' ')
}

const withMatched = `with matched as materialized
  (select l.rowid from listing_words w join listings l on l.item = cast(w.rowid as text) where w.words match :match)`

export function searchOffers(
  store: Store,
  { words, seller, category, atFixedPrice, sort, page }: Search,
): { total: number; offers: Offer[] } {
  const match = matchOf(words)
  const where = [
    onOffer,
    ...(match ? ['l.rowid in (select m.rowid from matched m)'] : []),
    ...(seller ? ['l.seller = :seller'] : []),
    ...(atFixedPrice ? [`json_extract(l.json, '$.format') = 'FIXED_PRICE'`] : []),
    ...(category ? [`(l.category = :category or l.category like :below escape '\\')`] : []),
  ].join(' and ')
  const matched = match ? withMatched : ''
  const from = `from listings l join sellers s on s.id = l.seller where ${where}`
  const values = {
    ...(match ? { match } : {}),
    ...(seller ? { seller } : {}),
    ...(category ? { category, below: `${category.replaceAll(/[\\%_]/g, String.raw`\$&`)} > %` } : {}),
  }
  const total = Number(store.prepare(`${matched} select count(*) as total ${from}`).get(values)?.total)
  const rows = store
    .prepare(
      `${matched} select l.json as listing, s.json as seller ${from} order by ${orders[sort]} limit ${pageSize} offset ${(page - 1) * pageSize}`,
    )
    .all(values)
  return {
    total,
    offers: rows.map((row) => ({
      listing: soldAs(parse(row.listing) as HubListing, new Date()),
      seller: parse(row.seller) as HubSeller,
    })),
  }
}

/** Top-level categories with offer counts, of all offers or those matching the words. */
export function listCategories(
  store: Store,
  { seller = null, words = '' }: Partial<Pick<Search, 'seller' | 'words'>> = {},
): { name: string; offers: number }[] {
  const match = matchOf(words)
  return store
    .prepare(
      `${match ? withMatched : ''} select case instr(l.category, ' > ') when 0 then l.category else substr(l.category, 1, instr(l.category, ' > ') - 1) end as top, count(*) as offers
       from listings l join sellers s on s.id = l.seller where ${onOffer} and (:seller is null or l.seller = :seller)
       ${match ? 'and l.rowid in (select m.rowid from matched m)' : ''}
       group by top order by offers desc, top`,
    )
    .all({ seller, ...(match ? { match } : {}) })
    .map((row) => ({ name: String(row.top), offers: Number(row.offers) }))
}
