import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { ListingState } from '#features/core/listing/listing.ts'
import {
  factsOf,
  listingStep,
  type ListingEffect,
  type ListingEvent,
  type ListingFacts,
  type ListingRefusal,
} from '#features/core/listing/listing-states.ts'
import { copyListings } from './copy-listings-db.server.ts'
import { isExact, listingBefore, type ListingBefore, type RevisionBefore } from './listing-undo.ts'
import { day } from '#lib/duration.ts'
import { assertDefined } from '#lib/assert-defined.ts'

export type Listing = Pick<
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
  | 'reserved'
  | 'starts_at'
  | 'ends_at'
  | 'ended_at'
  | 'out_of_stock_since'
  | 'duration_days'
  | 'version'
>

export type StepResult = { id: number; itemNumber: string; title: string } & (
  | {
      ok: true
      state: ListingState
      /** Item number of the draft copy. */
      copied: string | null
      /** Undo data; null if it cannot be undone or nothing changed. */
      before: ListingBefore | null
    }
  | { ok: false; reason: ListingRefusal | 'sku-taken' }
)

export interface StepOrder {
  sellerId: number
  ids: readonly number[]
  event: ListingEvent
  now: Date
  /** For `schedule`. */
  startsAt?: Date
  /** For `expire`: ends listings out of stock since this time or longer. */
  emptyUntil?: Date
  /** Number of validation errors per listing; absent if none. */
  problems?: ReadonlyMap<number, number>
}

/**
 * Performs the step on each listing in the caller's transaction: locks the row, checks the state table, and changes it
 * or returns the reason. Unknown listings are left out. Ordered by id.
 */
export async function stepListings(db: SellerDb, order: StepOrder): Promise<StepResult[]> {
  const rows = await lockListings(db, order.sellerId, order.ids)
  const relisted = await relistedOf(db, order)
  const taken = await takenSkus(db, order, rows)
  const decided = rows.map((row) => ({ row, step: decideStep(row, order, relisted, taken) }))
  const moved = decided.flatMap(({ row, step }) => (step.ok ? [afterStep(row, step.next, step.effects, order)] : []))
  const changed = moved.filter(({ row, next }) => row.state !== next.state || row.starts_at !== next.starts_at)
  await storeStates(
    db,
    order.sellerId,
    changed.map(({ next }) => next),
  )
  const drafted = changed.filter(({ next }) => next.state === 'DRAFT').map(({ row }) => row.id)
  const revisions = await keepRevisionsAsForms(db, order.sellerId, drafted)
  const before = new Map(
    changed
      .filter(({ row }) => isExact(order.event, row))
      .map(({ row }) => {
        const form = revisions.get(row.id)
        return [row.id, { ...listingBefore(row, row.version + 1), ...(form && { form }) }]
      }),
  )
  const copies = await copyListings(db, {
    ...order,
    ids: moved.filter(({ effects }) => effects.includes('copies')).map(({ row }) => row.id),
    isLinked: moved.some(({ effects }) => effects.includes('links-copy')),
  })
  return decided.map(({ row, step }) => {
    const named = { id: row.id, itemNumber: row.item_number, title: row.title }
    return step.ok
      ? { ...named, ok: true, state: step.next, copied: copies.get(row.id) ?? null, before: before.get(row.id) ?? null }
      : { ...named, ok: false, reason: step.reason }
  })
}

export type ListingPreview = { id: number; itemNumber: string; format: Listing['format'] } & (
  | { ok: true }
  | { ok: false; reason: ListingRefusal | 'sku-taken' }
)

/** The expected results of a step without performing it, ordered by id. */
export async function previewListings(db: SellerDb, order: StepOrder): Promise<ListingPreview[]> {
  const rows = await readForStep(db, order.sellerId, order.ids)
  const relisted = await relistedOf(db, order)
  const taken = await takenSkus(db, order, rows)
  return rows.map((row) => {
    const step = decideStep(row, order, relisted, taken)
    const named = { id: row.id, itemNumber: row.item_number, format: row.format }
    return step.ok ? { ...named, ok: true } : { ...named, ...step }
  })
}

type StepPreview =
  | { ok: true; next: ListingState; effects: readonly ListingEffect[] }
  | { ok: false; reason: ListingRefusal | 'sku-taken' }

function decideStep(
  row: Listing,
  order: StepOrder,
  relisted: ReadonlySet<number>,
  taken: ReadonlySet<number>,
): StepPreview {
  const facts: ListingFacts = {
    ...factsOf(row, order.now),
    ...(order.startsAt ? { startsAt: order.startsAt } : {}),
    emptyUntil: order.emptyUntil ?? null,
    problems: order.problems?.get(row.id) ?? 0,
    isRelisted: relisted.has(row.id),
  }
  const step = listingStep(row.state, order.event, facts)
  return step.ok && taken.has(row.id) ? { ok: false, reason: 'sku-taken' } : step
}

export const listingColumns = sql`seller_id, id, item_number, title, sku, state, end_reason, format, price_minor, currency,
  quantity_available, reserved, starts_at, ends_at, ended_at, out_of_stock_since, duration_days, version`

async function readForStep(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<Listing[]> {
  const { rows } = await sql<Listing>`
    select ${listingColumns} from listings where seller_id = ${sellerId} and id = any (${ids}::bigint[]) order by id`.execute(
    db,
  )
  return rows
}

/** Locks and reads the rows, by id to avoid deadlocks. */
async function lockListings(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<Listing[]> {
  const { rows } = await sql<Listing>`
    select ${listingColumns} from listings where seller_id = ${sellerId} and id = any (${ids}::bigint[]) order by id for update`.execute(
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

/** Listings whose SKU is already active elsewhere. */
async function takenSkus(db: SellerDb, { sellerId, event }: StepOrder, rows: readonly Listing[]): Promise<Set<number>> {
  if (event !== 'publish' && event !== 'schedule') return new Set()
  const waiting = rows.filter((row) => row.state === 'DRAFT' && row.sku !== null)
  const { rows: offered } = await sql<{ sku: string }>`
    select sku from listings where seller_id = ${sellerId} and state not in ('DRAFT', 'ENDED')
      and sku = any (${waiting.map((row) => row.sku)}::text[])`.execute(db)
  const skus = new Set(offered.map((row) => row.sku))
  const taken = waiting.filter(({ sku }) => {
    if (sku === null) return false
    const isTaken = skus.has(sku)
    skus.add(sku)
    return isTaken
  })
  return new Set(taken.map((row) => row.id))
}

export function afterStep(
  row: Listing,
  state: ListingState,
  effects: readonly ListingEffect[],
  { now, startsAt }: Pick<StepOrder, 'now' | 'startsAt'>,
) {
  const next: Listing = { ...row, state }
  const spanFrom = (start: Date) => {
    next.starts_at = start
    next.ends_at = row.duration_days === null ? null : new Date(start.getTime() + row.duration_days * day)
  }
  for (const effect of effects) {
    if (effect === 'starts-now') spanFrom(now)
    else if (effect === 'keeps-start')
      spanFrom(startsAt ?? assertDefined(row.starts_at, 'what keeps its start has one'))
    else if (effect === 'forgets-start') Object.assign(next, { starts_at: null, ends_at: null })
    else if (effect.startsWith('ends-as-')) {
      next.ended_at = now
      next.end_reason = effect.slice('ends-as-'.length) as Listing['end_reason']
    }
  }
  next.out_of_stock_since = state === 'OUT_OF_STOCK' ? (row.out_of_stock_since ?? now) : null
  return { row, next, effects }
}

/** Stores states and times of locked rows and increments their versions. */
async function storeStates(db: SellerDb, sellerId: number, rows: readonly Listing[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update listings l set state = n.state, end_reason = n.end_reason, starts_at = n.starts_at, ends_at = n.ends_at,
      ended_at = n.ended_at, out_of_stock_since = n.out_of_stock_since, version = l.version + 1
    from json_populate_recordset(null::listings, ${JSON.stringify(rows)}::json) n
    where l.seller_id = ${sellerId} and l.id = n.id`.execute(db)
}

/**
 * Turns revision forms into draft forms when a listing becomes a draft. Returns the previous forms by listing. Forms
 * are protected by the listing's lock.
 */
async function keepRevisionsAsForms(
  db: SellerDb,
  sellerId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RevisionBefore>> {
  if (ids.length === 0) return new Map()
  const revisions = await selectOfSeller(db, 'listing_drafts', sellerId)
    .select(['listing_id', 'form_key', 'revision', 'base_version'])
    .where('listing_id', 'in', ids)
    .execute()
  await updateOfSeller(db, 'listing_drafts', sellerId)
    .set({ mode: 'AddItem', base_version: null })
    .where('listing_id', 'in', ids)
    .execute()
  return new Map(revisions.map(({ listing_id: id, ...form }) => [id, form]))
}
