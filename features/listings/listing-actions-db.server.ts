import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { BestOffer } from './listing-content.ts'
import type { ListingState } from './listing.ts'
import {
  factsOf,
  listingStep,
  type ListingEffect,
  type ListingEvent,
  type ListingFacts,
  type ListingRefusal,
} from './listing-states.ts'
import { offerChangeProblems, type ContentProblem, type FieldProblem, type PlainOffer } from './publish-guards.ts'

type Listing = Pick<
  Row<'listings'>,
  | 'seller_id'
  | 'id'
  | 'item_number'
  | 'title'
  | 'sku'
  | 'state'
  | 'end_reason'
  | 'format'
  | 'price_minor'
  | 'currency'
  | 'quantity_available'
  | 'starts_at'
  | 'ends_at'
  | 'ended_at'
  | 'out_of_stock_since'
  | 'duration_days'
  | 'version'
>

/** What became of one listing of several. */
export type StepResult = { id: number; itemNumber: string; title: string } & (
  | { ok: true; state: ListingState; copied: string | null }
  | { ok: false; reason: ListingRefusal | 'sku-taken' }
)

/** What is to happen to listings. */
export interface StepOrder {
  sellerId: number
  ids: readonly number[]
  event: ListingEvent
  now: Date
  /** For `schedule`. */
  startsAt?: Date
  /** How many rules of publishing each listing breaks; none where it is left out. */
  problems?: ReadonlyMap<number, number>
}

/**
 * Takes the step with each listing, in one transaction of the caller's: each row is locked, judged by the table of states
 * as it is now, and moved or left with the reason. Listings that are gone are left out. In the order of their ids.
 */
export async function stepListings(db: SellerDb, order: StepOrder): Promise<StepResult[]> {
  const rows = await lockListings(db, order.sellerId, order.ids)
  const relisted = await relistedOf(db, order)
  const taken = await takenSkus(db, order, rows)
  const judged = rows.map((row) => ({ row, step: judge(row, order, relisted, taken) }))
  const moved = judged.flatMap(({ row, step }) => (step.ok ? [after(row, step.next, step.effects, order)] : []))
  const changed = moved.filter(({ row, next }) => row.state !== next.state || row.starts_at !== next.starts_at)
  await storeStates(
    db,
    changed.map(({ next }) => next),
  )
  const copies = await copyListings(
    db,
    order,
    moved.filter(({ effects }) => effects.includes('copies')).map(({ row }) => row.id),
    moved.some(({ effects }) => effects.includes('links-copy')),
  )
  return judged.map(({ row, step }) => {
    const named = { id: row.id, itemNumber: row.item_number, title: row.title }
    return step.ok
      ? { ...named, ok: true, state: step.next, copied: copies.get(row.id) ?? null }
      : { ...named, ok: false, reason: step.reason }
  })
}

/** What each step would lead to now, and why not, without taking it. */
export async function judgeListings(
  db: SellerDb,
  order: StepOrder,
): Promise<({ ok: true } | { ok: false; reason: ListingRefusal | 'sku-taken' })[]> {
  const rows = await readForStep(db, order.sellerId, order.ids)
  const relisted = await relistedOf(db, order)
  const taken = await takenSkus(db, order, rows)
  return rows.map((row) => {
    const step = judge(row, order, relisted, taken)
    return step.ok ? { ok: true } : step
  })
}

type Judged =
  | { ok: true; next: ListingState; effects: readonly ListingEffect[] }
  | { ok: false; reason: ListingRefusal | 'sku-taken' }

function judge(row: Listing, order: StepOrder, relisted: ReadonlySet<number>, taken: ReadonlySet<number>): Judged {
  const facts: ListingFacts = {
    ...factsOf(row, order.now),
    ...(order.startsAt ? { startsAt: order.startsAt } : {}),
    problems: order.problems?.get(row.id) ?? 0,
    isRelisted: relisted.has(row.id),
  }
  const step = listingStep(row.state, order.event, facts)
  return step.ok && taken.has(row.id) ? { ok: false, reason: 'sku-taken' } : step
}

const columns = sql`seller_id, id, item_number, title, sku, state, end_reason, format, price_minor, currency,
  quantity_available, starts_at, ends_at, ended_at, out_of_stock_since, duration_days, version`

async function readForStep(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<Listing[]> {
  const { rows } = await sql<Listing>`
    select ${columns} from listings where seller_id = ${sellerId} and id = any (${ids}::bigint[]) order by id`.execute(
    db,
  )
  return rows
}

/** The rows as they are now, and nobody else's until the transaction ends. By id, so that two runs never wait for each other in a ring. */
async function lockListings(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<Listing[]> {
  const { rows } = await sql<Listing>`
    select ${columns} from listings where seller_id = ${sellerId} and id = any (${ids}::bigint[]) order by id for update`.execute(
    db,
  )
  return rows
}

async function relistedOf(db: SellerDb, { sellerId, ids, event }: StepOrder): Promise<Set<number>> {
  if (event !== 'relist') return new Set()
  const { rows } = await sql<{ relisted_from: number }>`
    select relisted_from from listings where seller_id = ${sellerId} and relisted_from = any (${ids}::bigint[])`.execute(
    db,
  )
  return new Set(rows.map((row) => row.relisted_from))
}

/** Which of the listings would be the second one on offer of their SKU. */
async function takenSkus(db: SellerDb, { sellerId, event }: StepOrder, rows: readonly Listing[]): Promise<Set<number>> {
  if (event !== 'publish' && event !== 'schedule') return new Set()
  const waiting = rows.filter((row) => row.state === 'DRAFT' && row.sku !== null)
  const { rows: offered } = await sql<{ sku: string }>`
    select sku from listings where seller_id = ${sellerId} and state not in ('DRAFT', 'ENDED')
      and sku = any (${waiting.map((row) => row.sku)}::text[])`.execute(db)
  const skus = new Set(offered.map((row) => row.sku))
  const taken = waiting.filter(({ sku }) => {
    const isTaken = skus.has(sku!)
    skus.add(sku!)
    return isTaken
  })
  return new Set(taken.map((row) => row.id))
}

const day = 86_400_000

/** A row as the step leaves it. */
function after(row: Listing, state: ListingState, effects: readonly ListingEffect[], { now, startsAt }: StepOrder) {
  const next: Listing = { ...row, state }
  const spanFrom = (start: Date) => {
    next.starts_at = start
    next.ends_at = row.duration_days === null ? null : new Date(start.getTime() + row.duration_days * day)
  }
  for (const effect of effects) {
    if (effect === 'starts-now') spanFrom(now)
    else if (effect === 'keeps-start') spanFrom(startsAt ?? row.starts_at!)
    else if (effect === 'forgets-start') Object.assign(next, { starts_at: null, ends_at: null })
    else if (effect.startsWith('ends-as-')) {
      next.ended_at = now
      next.end_reason = effect.slice('ends-as-'.length) as Listing['end_reason']
    }
  }
  next.out_of_stock_since = state === 'OUT_OF_STOCK' ? (row.out_of_stock_since ?? now) : null
  return { row, next, effects }
}

/** Writes states and times of rows that the transaction has locked; each version counts up. */
async function storeStates(db: SellerDb, rows: readonly Listing[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update listings l set state = n.state, end_reason = n.end_reason, starts_at = n.starts_at, ends_at = n.ends_at,
      ended_at = n.ended_at, out_of_stock_since = n.out_of_stock_since, version = l.version + 1
    from json_populate_recordset(null::listings, ${JSON.stringify(rows)}::json) n
    where l.seller_id = n.seller_id and l.id = n.id`.execute(db)
}

/** What a draft takes from the listing that it is made from, table by table. */
const copiedTables: readonly { table: string; columns: string }[] = [
  {
    table: 'listing_contents',
    columns:
      'description, aspects, best_offer, minimum_offer_minor, auto_accept_minor, axes, weight_grams, length_mm, width_mm, height_mm, handling_days, cost_minor, postage_minor',
  },
  { table: 'listing_policies', columns: 'kind, policy_id' },
  { table: 'listing_variations', columns: 'position, axis_values, sku, price_minor, quantity' },
  { table: 'listing_pictures', columns: 'position, hash, alt' },
]

/** Makes a draft of each listing, with all that it says; item numbers of the drafts by the listings' ids. */
async function copyListings(
  db: SellerDb,
  { sellerId, now }: StepOrder,
  ids: readonly number[],
  isLinked: boolean,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows: pairs } = await sql<{ source: number; copy: number }>`
    select source, nextval(pg_get_serial_sequence('listings', 'id')) as copy from unnest(${ids}::bigint[]) source`.execute(
    db,
  )
  const sources = pairs.map(({ source }) => source)
  const copies = pairs.map(({ copy }) => copy)
  const from = sql`unnest(${sources}::bigint[], ${copies}::bigint[]) as pair (source, copy)`
  // A similar thing is another thing: only what is put up again keeps its SKU.
  const { rows } = await sql<{ id: number; item_number: string }>`
    insert into listings (seller_id, id, product_id, title, sku, category, category_id, condition, format, state, price_minor, currency,
      quantity_available, image_url, duration_days, relisted_from, created_at)
    select l.seller_id, pair.copy, l.product_id, l.title, ${isLinked ? sql`l.sku` : sql`null`}, l.category, l.category_id, l.condition,
      l.format, 'DRAFT', l.price_minor, l.currency, greatest(l.quantity_available, 1), l.image_url, l.duration_days,
      ${isLinked ? sql`l.id` : sql`null::bigint`}, ${now}
    from ${from} join listings l on l.seller_id = ${sellerId} and l.id = pair.source
    returning id, item_number`.execute(db)
  for (const { table, columns: names } of copiedTables)
    await sql`
      insert into ${sql.table(table)} (seller_id, listing_id, ${sql.raw(names)})
      select t.seller_id, pair.copy, ${sql.raw(names.replaceAll(/(\w+)/g, 't.$1'))}
      from ${from} join ${sql.table(table)} t on t.seller_id = ${sellerId} and t.listing_id = pair.source`.execute(db)
  const numbers = new Map(rows.map(({ id, item_number }) => [id, item_number]))
  return new Map(pairs.map(({ source, copy }) => [source, numbers.get(copy)!]))
}

/** What can be typed into a row of the list. */
export interface RowEdit {
  sellerId: number
  itemNumber: string
  /** The version that the seller saw. */
  version: number
  now: Date
  change: { priceMinor: number } | { quantity: number }
}

/** What became of an edit. A stale one leaves the listing as it is and says what it is now. */
export type RowEditOutcome =
  | { ok: true; listing: RowValues }
  | { ok: false; reason: 'stale'; listing: RowValues }
  | { ok: false; reason: 'not-found' | 'not-here' | 'has-variations' }
  | { ok: false; reason: 'broken-rule'; problem: ContentProblem }

/** The values of a listing that can be edited in its row. */
export interface RowValues {
  version: number
  priceMinor: number
  currency: string
  quantity: number
}

/** Changes price or quantity of a listing that is on offer, if nobody changed it since. The last one taken off the shelf sells it out, the first one put back puts it on sale. */
export async function editListing(db: SellerDb, edit: RowEdit): Promise<RowEditOutcome> {
  const { sellerId, itemNumber, version, now, change } = edit
  const found = await db
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('item_number', '=', itemNumber)
    .executeTakeFirst()
  const [row] = found ? await lockListings(db, sellerId, [found.id]) : []
  if (!row) return { ok: false, reason: 'not-found' }
  // A draft is edited in its form, which keeps what was typed.
  if (row.state === 'DRAFT' || row.state === 'ENDED') return { ok: false, reason: 'not-here' }
  if (row.version !== version) return { ok: false, reason: 'stale', listing: valuesOf(row) }
  if (await hasVariations(db, row)) return { ok: false, reason: 'has-variations' }
  const next =
    'priceMinor' in change ? { ...row, price_minor: change.priceMinor } : withQuantity(row, change.quantity, now)
  const [broken] = await brokenRules(db, row, next)
  if (broken) return { ok: false, reason: 'broken-rule', problem: broken.problem }
  await db
    .updateTable('listings')
    .set({ price_minor: next.price_minor, quantity_available: next.quantity_available })
    .where('seller_id', '=', sellerId)
    .where('id', '=', row.id)
    .execute()
  await storeStates(db, [next])
  return { ok: true, listing: valuesOf({ ...next, version: row.version + 1 }) }
}

const valuesOf = (row: Listing): RowValues => ({
  version: row.version,
  priceMinor: row.price_minor,
  currency: row.currency,
  quantity: row.quantity_available,
})

/** The rules of publishing that the change would break. What is on sale at a fixed price may sell out. */
async function brokenRules(db: SellerDb, row: Listing, next: Listing): Promise<FieldProblem[]> {
  const bestOffer = await bestOfferOf(db, row)
  const offer = ({ format, price_minor, quantity_available }: Listing): PlainOffer => ({
    format,
    priceMinor: price_minor,
    quantity: quantity_available,
    bestOffer,
  })
  const maySellOut = row.format === 'FIXED_PRICE' && row.state !== 'SCHEDULED'
  return offerChangeProblems(offer(row), offer(next)).filter(
    ({ problem }) => !(maySellOut && problem === 'quantityMissing'),
  )
}

async function bestOfferOf(db: SellerDb, { seller_id, id }: Listing): Promise<BestOffer | null> {
  const content = await db
    .selectFrom('listing_contents')
    .select(['best_offer', 'minimum_offer_minor', 'auto_accept_minor'])
    .where('seller_id', '=', seller_id)
    .where('listing_id', '=', id)
    .executeTakeFirst()
  return content?.best_offer
    ? { minimumMinor: content.minimum_offer_minor, autoAcceptMinor: content.auto_accept_minor }
    : null
}

function withQuantity(row: Listing, quantity: number, now: Date): Listing {
  const changed = { ...row, quantity_available: quantity }
  const event = quantity === 0 ? 'sellOut' : 'restock'
  const step = listingStep(row.state, event, factsOf(changed, now))
  // What is scheduled, or has been empty before, stays where it is.
  if (!step.ok) return changed
  return after(changed, step.next, step.effects, { sellerId: row.seller_id, ids: [], event, now }).next
}

async function hasVariations(db: SellerDb, { seller_id, id }: Listing): Promise<boolean> {
  const found = await db
    .selectFrom('listing_variations')
    .select('position')
    .where('seller_id', '=', seller_id)
    .where('listing_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Why a listing is due. */
type DueEvent = 'start' | 'expire'

/** Listings of all sellers but those `without` of which it is time, at most `limit`, oldest first by seller. */
export async function findDueListings(
  owner: SellerDb,
  { now, emptySince, without, limit }: { now: Date; emptySince: Date; without: readonly number[]; limit: number },
): Promise<{ sellerId: number; event: DueEvent; ids: number[] }[]> {
  const others = sql`seller_id <> all (${without}::bigint[])`
  const { rows } = await sql<{ seller_id: number; event: DueEvent; ids: string[] }>`
    select seller_id, event, array_agg(id order by id) as ids
    from (
      (select seller_id, id, 'start' as event from listings where state = 'SCHEDULED' and starts_at <= ${now} and ${others}
        order by starts_at limit ${limit})
      union
      (select seller_id, id, 'expire' from listings
        where state in ('ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD') and ends_at is not null and ends_at <= ${now} and ${others}
        order by ends_at limit ${limit})
      union
      (select seller_id, id, 'expire' from listings
        where state = 'OUT_OF_STOCK' and out_of_stock_since <= ${emptySince} and ${others}
        order by out_of_stock_since limit ${limit})
    ) due
    group by seller_id, event order by seller_id, event`.execute(owner)
  return rows.map(({ seller_id, event, ids }) => ({ sellerId: seller_id, event, ids: ids.map(Number) }))
}
