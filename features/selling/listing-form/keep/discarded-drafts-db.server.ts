import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { releasePictures, lockExistingPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import type { TakenBack } from '#features/machinery/undo/undo.ts'
import { paths } from '#web/paths.ts'
import { typedPictures, type Typed } from '../form/typed-form.ts'
import { discardDraft, lockListingForm, type Draft } from './drafts-db.server.ts'

/**
 * Rows of discarded drafts, by table, kept for a day for undo (kind `drafts`). They are removed from the tables, so
 * that no query finds them.
 */
export interface DraftsInverse {
  drafts: readonly DiscardedDraft[]
}

interface DiscardedDraft {
  mode: Draft['mode']
  /** Null if only the listing is known. */
  formKey: string | null
  itemNumber: string
  rows: Partial<Record<DraftTable, KeptRow[]>>
}

type DraftTable = 'listings' | (typeof draftTables)[number]

/** Tables of a listing, in an order in which rows can be restored. */
const draftTables = [
  'listing_contents',
  'listing_policies',
  'listing_variations',
  'listing_pictures',
  'listing_drafts',
  'tool_offers',
] as const

/** Discards a form and the draft listing of a new one. Returns the data for undo. */
export async function discardForUndo(db: SellerDb, sellerId: number, draft: Draft): Promise<DraftsInverse> {
  const { mode, formKey, itemNumber, listingId } = draft
  // Waits for a concurrent save, so that it is restored with the rest.
  await lockListingForm(db, sellerId, itemNumber)
  const rows: DiscardedDraft['rows'] = { listing_drafts: await rowsOf(db, 'listing_drafts', sellerId, [listingId]) }
  // When revising, only the form is discarded.
  if (mode !== 'ReviseItem') {
    rows.listings = await rowsOf(db, 'listings', sellerId, [listingId])
    for (const table of draftTables) rows[table] = await rowsOf(db, table, sellerId, [listingId])
  }
  await releasePictures(db, sellerId, picturesOf(rows))
  await discardDraft(db, sellerId, draft)
  return { drafts: [{ mode, formKey, itemNumber, rows }] }
}

/** Discards the drafts among these listings with their input. Returns them and the data for undo. */
export async function discardListings(
  db: SellerDb,
  sellerId: number,
  ids: readonly number[],
): Promise<{ discarded: { itemNumber: string; title: string }[]; inverse: DraftsInverse }> {
  // Locked by id, as steps do, to avoid deadlocks.
  const { rows: drafts } = await sql<{ id: number; item_number: string; title: string }>`
    select id, item_number, title from listings
    where seller_id = ${sellerId} and id = any (${ids}::bigint[]) and state = 'DRAFT' order by id for update`.execute(
    db,
  )
  const found = drafts.map(({ id }) => id)
  const tables: Partial<Record<DraftTable, KeptRow[]>> = {}
  for (const table of ['listings', ...draftTables] as const) tables[table] = await rowsOf(db, table, sellerId, found)
  await releasePictures(db, sellerId, picturesOf(tables))
  await sql`delete from listings where seller_id = ${sellerId} and id = any (${found}::bigint[])`.execute(db)
  return {
    discarded: drafts.map(({ item_number, title }) => ({ itemNumber: item_number, title })),
    inverse: {
      drafts: drafts.map(({ id, item_number }) => ({
        mode: 'AddItem',
        formKey: null,
        itemNumber: item_number,
        rows: Object.fromEntries(
          Object.entries(tables).map(([table, rows]) => [table, rows.filter((row) => listingOf(row) === id)]),
        ),
      })),
    },
  }
}

/** A row of one of the tables: the columns that are read here; others are kept as they are. */
interface KeptRow {
  id?: number
  listing_id?: number
  hash?: string
  typed?: Typed
  form_key?: string | null
  kind?: string
  policy_id?: string
  location_key?: string | null
}

/** Pictures shown by drafts and named in their forms. */
const picturesOf = ({ listing_pictures: shown = [], listing_drafts: forms = [] }: DiscardedDraft['rows']): string[] => [
  ...hashesOf(shown),
  ...forms.flatMap(({ typed }) => (typed ? typedPictures(typed).map(({ hash }) => hash) : [])),
]

const hashesOf = (rows: readonly KeptRow[]) => rows.flatMap(({ hash }) => hash ?? [])

const listingOf = (row: KeptRow) => row.listing_id ?? row.id

async function rowsOf(
  db: SellerDb,
  table: DraftTable,
  sellerId: number,
  listingIds: readonly number[],
): Promise<KeptRow[]> {
  const id = sql.ref(table === 'listings' ? 'id' : 'listing_id')
  const { rows } = await sql<{ row: KeptRow }>`
    select to_jsonb(t) as row from ${sql.table(table)} t
    where seller_id = ${sellerId} and ${id} = any (${listingIds}::bigint[])`.execute(db)
  return rows.map(({ row }) => row)
}

/**
 * Restores discarded drafts, except those replaced meanwhile: by another revision or relisting form of the same
 * listing, or by the same form in another window. Deleted policies, pictures and tool locations are left out.
 */
export async function restoreDrafts(
  db: SellerDb,
  { sellerId, inverse: { drafts } }: { sellerId: number; inverse: DraftsInverse },
): Promise<TakenBack> {
  const back = new Set<number>()
  const kept = await keptForms(db, sellerId, drafts.flatMap(formKeysOf))
  const isKept = (draft: DiscardedDraft) =>
    draft.mode !== 'ReviseItem' && formKeysOf(draft).some((key) => kept.has(key))
  const away = drafts.filter((draft) => !isKept(draft))
  for (const main of ['listing_drafts', 'listings'] as const) {
    const own = away.filter(({ mode }) => (mode === 'ReviseItem') === (main === 'listing_drafts'))
    const ids = await putBack(db, sellerId, main, rowsIn(own, main))
    for (const table of draftTables)
      await putBack(
        db,
        sellerId,
        table,
        rowsIn(own, table).filter(({ listing_id }) => listing_id !== undefined && ids.has(listing_id)),
      )
    for (const id of ids) back.add(id)
  }
  const [draft, ...more] = drafts
  return {
    back: back.size,
    left: drafts.length - back.size,
    ...(draft && more.length === 0 && back.size > 0 ? { href: formOf(draft) } : {}),
  }
}

const formKeysOf = ({ rows }: DiscardedDraft): string[] =>
  (rows.listing_drafts ?? []).flatMap((row) => ('form_key' in row ? [String(row.form_key)] : []))

/** Which of the forms are saved, or published as a listing. */
async function keptForms(db: SellerDb, sellerId: number, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select form_key as key from listing_drafts where seller_id = ${sellerId} and form_key = any (${[...keys]}::uuid[])
    union select form_key from listing_contents where seller_id = ${sellerId} and form_key = any (${[...keys]}::uuid[])`.execute(
    db,
  )
  return new Set(rows.map(({ key }) => key))
}

const rowsIn = (drafts: readonly DiscardedDraft[], table: DraftTable) => drafts.flatMap(({ rows }) => rows[table] ?? [])

function formOf({ mode, formKey, itemNumber }: DiscardedDraft): string {
  if (mode === 'ReviseItem') return paths.listingForm({ mode, itemId: itemNumber })
  return paths.listingForm(formKey === null ? { mode: 'AddItem', draftId: itemNumber } : { mode, key: formKey })
}

async function putBack(
  db: SellerDb,
  sellerId: number,
  table: DraftTable,
  rows: readonly KeptRow[],
): Promise<Set<number>> {
  const kept = await withWhatIsThere(db, { sellerId, table, rows })
  if (kept.length === 0) return new Set()
  const columns = await columnsOf(db, table)
  const own = kept.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row))
    return { ...Object.fromEntries(columns.map(({ name }) => [name, values.get(name) ?? null])), seller_id: sellerId }
  })
  const stored = await insertRows<{ id: number }>(db, table, own, {
    json: columns.filter(({ is_json }) => is_json).map(({ name }) => name),
    ending: sql`on conflict do nothing returning ${sql.ref(table === 'listings' ? 'id' : 'listing_id')} as id`,
  })
  return new Set(stored.map(({ id }) => id))
}

/** A table's rows without references to deleted items. */
async function withWhatIsThere(
  db: SellerDb,
  { sellerId, table, rows }: { sellerId: number; table: DraftTable; rows: readonly KeptRow[] },
): Promise<readonly KeptRow[]> {
  if (table === 'listing_policies') return withPolicy(db, sellerId, rows)
  if (table === 'tool_offers') return withLocation(db, sellerId, rows)
  if (table !== 'listing_pictures') return rows
  const there = await lockExistingPictures(db, sellerId, hashesOf(rows))
  return rows.filter(({ hash }) => hash !== undefined && there.has(hash))
}

/** Rows of `listing_policies` whose policy still exists. */
async function withPolicy(db: SellerDb, sellerId: number, rows: readonly KeptRow[]): Promise<KeptRow[]> {
  const policies = await selectOfSeller(db, 'seller_policies', sellerId).select(['kind', 'id']).execute()
  const there = new Set(policies.map(({ kind, id }) => `${kind} ${id}`))
  return rows.filter(({ kind, policy_id }) => there.has(`${kind} ${policy_id}`))
}

/** Rows of `tool_offers`, with deleted locations set to null, as for offers present at the deletion. */
async function withLocation(db: SellerDb, sellerId: number, rows: readonly KeptRow[]): Promise<KeptRow[]> {
  const locations = await selectOfSeller(db, 'merchant_locations', sellerId).select('location_key').execute()
  const there = new Set<string | null>(locations.map((row) => row.location_key))
  return rows.map((row) => (there.has(row.location_key ?? null) ? row : { ...row, location_key: null }))
}

/** The writable columns; generated ones are excluded. */
async function columnsOf(db: SellerDb, table: DraftTable): Promise<{ name: string; is_json: boolean }[]> {
  const { rows } = await sql<{ name: string; is_json: boolean }>`
    select attname as name, atttypid = 'jsonb'::regtype as is_json from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and has_column_privilege(attrelid, attnum, 'INSERT')`.execute(db)
  return rows
}
