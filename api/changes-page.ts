import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows, type OwnRows } from '#web/own-rows.ts'
import { decryptCursor, encryptCursor, defaultLimit, type pageQuery } from './cursor.ts'
import type { ApiSeller } from './sellers-by-id.ts'

/** A page of changes: each item once, at its last change, and the next cursor. */
export const changesPageSchema = (schema: z.ZodType) =>
  z.object({
    items: z.array(schema),
    next: z.string().meta({
      description:
        '`after` of the next page. If `more` is false, keep it: a later request with it returns the changes since',
      example: 'x1f0…',
    }),
    more: z.boolean().describe('Whether more items are available now'),
  })

export const changesDescription =
  'Each item is listed once, at its last change, and again after each later change. To read later changes, pass the last page’s `next` as `after`.'

interface Reading {
  hub: Pick<Hub, 'db' | 'secret'>
  seller: ApiSeller
  kind: Row<'changes'>['kind']
  query: z.output<typeof pageQuery>
  /**
   * Condition on a change `c`: the item belongs to the list. Readers learn of items that left it only if they had read
   * them.
   */
  isNow?: RawBuilder<unknown>
  /** Returns nothing for now; the cursor stays valid. */
  isClosed?: boolean
}

export type ChangedRow = Pick<Row<'changes'>, 'former'> & { id: number }

/**
 * Reads changes after a cursor. Positions are assigned on reading, to committed changes only: writers never wait, and
 * nothing appears before a position already read.
 */
export async function readChanged<T>(
  { hub, seller, kind, query, isNow, isClosed = false }: Reading,
  read: (db: SellerDb, rows: ChangedRow[]) => Promise<T[]>,
): Promise<{ status: 200; body: { items: T[]; next: string; more: boolean } }> {
  const key = `api changes ${kind} of ${seller.id} ${hub.secret}`
  const limit = query.limit ?? defaultLimit
  if (isClosed) return { status: 200, body: { items: [], next: query.after ?? encryptCursor(key, '0'), more: false } }
  // The reader's position, and where they began: items gone by then were never seen by them.
  const [after = 0, begun = null] =
    query.after === undefined ? [] : decryptCursor(key, query.after).split(' ').map(Number)
  const rowsOf = ownRows(hub, seller.id)
  await placeWaiting(rowsOf, seller.id, kind)
  return rowsOf.read(async (db) => {
    const start = begun ?? (await lastPlace(db, seller.id))
    const { rows } = await sql<ChangedRow & { place: number }>`
      select c.subject_id as id, c.place, c.former from changes c
      where c.seller_id = ${seller.id} and c.kind = ${kind} and c.place > ${after}
        ${isNow ? sql`and (c.place > ${start} or ${isNow})` : sql``}
      order by c.place limit ${limit + 1}`.execute(db)
    const shown = rows.slice(0, limit)
    const more = rows.length > limit
    const last = shown.at(-1)?.place ?? 0
    const place = more ? last : Math.max(start, after, last)
    return { status: 200, body: { items: await read(db, shown), next: encryptCursor(key, `${place} ${start}`), more } }
  })
}

async function placeWaiting({ read, write }: OwnRows, sellerId: number, kind: Row<'changes'>['kind']): Promise<void> {
  const isWaiting = await read((db) =>
    selectOfSeller(db, 'changes', sellerId)
      .select('subject_id')
      .where('kind', '=', kind)
      .where('place', 'is', null)
      .limit(1)
      .executeTakeFirst(),
  )
  if (isWaiting) await write((db) => sql`select place_changes(${sellerId}, ${kind})`.execute(db))
}

async function lastPlace(db: SellerDb, sellerId: number): Promise<number> {
  const row = await selectOfSeller(db, 'change_places', sellerId).select('last').executeTakeFirst()
  return row?.last ?? 0
}

/** Rows in the order of a page; items that no longer exist are omitted. */
export function inOrderOf<T extends { id: number }>(page: readonly { id: number }[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return page.flatMap(({ id }) => byId.get(id) ?? [])
}
