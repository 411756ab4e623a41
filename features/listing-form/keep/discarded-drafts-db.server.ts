import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { TakenBack } from '#features/undo/undo.ts'
import { paths } from '#web/paths.ts'
import { discardDraft, type Draft } from './drafts-db.server.ts'

/**
 * What a discarded draft leaves for a day, of the kind `drafts`: its rows, table by table. They are out of the tables, so
 * that nothing lists, counts or finds them.
 */
export interface DraftsInverse {
  drafts: readonly DiscardedDraft[]
}

interface DiscardedDraft {
  mode: Draft['mode']
  formKey: string
  itemNumber: string
  rows: Partial<Record<DraftTable, object[]>>
}

type DraftTable = 'listings' | (typeof draftTables)[number]

/** What belongs to a listing, in an order in which it can be put back. */
const draftTables = [
  'listing_contents',
  'listing_policies',
  'listing_variations',
  'listing_pictures',
  'listing_drafts',
] as const

/** Forgets a form; the draft listing of a new one goes with it. Returns what puts them back. */
export async function discardForUndo(db: SellerDb, sellerId: number, draft: Draft): Promise<DraftsInverse> {
  const { mode, formKey, itemNumber, listingId } = draft
  const rows: DiscardedDraft['rows'] = { listing_drafts: await rowsOf(db, 'listing_drafts', sellerId, listingId) }
  // Of a listing that is being revised only the form goes.
  if (mode !== 'ReviseItem') {
    rows.listings = await rowsOf(db, 'listings', sellerId, listingId)
    for (const table of draftTables) rows[table] = await rowsOf(db, table, sellerId, listingId)
  }
  await discardDraft(db, sellerId, draft)
  return { drafts: [{ mode, formKey, itemNumber, rows }] }
}

async function rowsOf(db: SellerDb, table: DraftTable, sellerId: number, listingId: number): Promise<object[]> {
  const id = sql.ref(table === 'listings' ? 'id' : 'listing_id')
  const { rows } = await sql<{ row: object }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where seller_id = ${sellerId} and ${id} = ${listingId}`.execute(
    db,
  )
  return rows.map(({ row }) => row)
}

/**
 * Puts discarded drafts back as they were. One stays away where another form has taken its place: of the listing that is
 * revised, or of the ended listing that it was to relist. A policy that is gone meanwhile is left out.
 */
export async function restoreDrafts(
  db: SellerDb,
  { sellerId, inverse: { drafts } }: { sellerId: number; inverse: DraftsInverse },
): Promise<TakenBack> {
  const outcome: TakenBack = { back: 0, left: 0 }
  for (const { mode, formKey, itemNumber, rows } of drafts) {
    const main = mode === 'ReviseItem' ? 'listing_drafts' : 'listings'
    const isBack = (await putBack(db, sellerId, main, rows[main] ?? [])) > 0
    if (isBack) for (const table of draftTables) await putBack(db, sellerId, table, rows[table] ?? [])
    const href = paths.listingForm(mode === 'ReviseItem' ? { mode, itemId: itemNumber } : { mode, key: formKey })
    Object.assign(outcome, isBack ? { back: outcome.back + 1, href } : { left: outcome.left + 1 })
  }
  return outcome
}

/** Returns how many rows there are again. */
async function putBack(db: SellerDb, sellerId: number, table: DraftTable, rows: readonly object[]): Promise<number> {
  const kept = table === 'listing_policies' ? await withPolicy(db, sellerId, rows) : rows
  if (kept.length === 0) return 0
  const columns = sql.raw((await columnsOf(db, table)).map((name) => `"${name}"`).join(', '))
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(kept)}::jsonb) r
    where r.seller_id = ${sellerId} on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** Those rows of `listing_policies` whose policy has not been removed since. */
async function withPolicy(db: SellerDb, sellerId: number, rows: readonly object[]): Promise<object[]> {
  const policies = await db
    .selectFrom('seller_policies')
    .select(['kind', 'id'])
    .where('seller_id', '=', sellerId)
    .execute()
  const there = new Set(policies.map(({ kind, id }) => `${kind} ${id}`))
  return (rows as { kind: string; policy_id: string }[]).filter((row) => there.has(`${row.kind} ${row.policy_id}`))
}

/** The columns that are written; the database works the others out. */
async function columnsOf(db: SellerDb, table: DraftTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db)
  return rows.map(({ name }) => name)
}
