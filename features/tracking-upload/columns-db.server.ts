import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Carrier } from '#features/fulfilment/carrier.ts'
import { pairs } from '#lib/pairs.ts'
import { chosenHeader, type ColumnChoice } from './column-choice.ts'
import { judgeRows, orderOf, type Verdict } from './judge-rows.ts'
import { mostRows, readChosenRows, type FileRow } from './read-tracking-file.ts'
import { findUpload, keptRow, listRows, moveUpload, readKnownOrders } from './uploads-db.server.ts'
import type { ParcelKey } from '#features/fulfilment/parcel.ts'

/** Headers that are remembered for a seller, the latest first. */
const mostRemembered = 100

/** What a row is until the columns of its file are chosen. */
export const unreadVerdict = ({ broken }: Pick<FileRow, 'broken'>): Verdict => ({
  verdict: 'PROBLEM',
  order: null,
  problems: [{ column: null, value: '', rule: broken ? 'broken' : 'columns', facts: {} }],
})

/** Bytes of a header's names that are kept as they are: an index takes no more than 2,704. */
const longestHeaderName = 2_000

/** By which a header is known again: its names, however they are spaced and written; of many names a mark that no others have. */
export function headerName(fields: readonly string[]): string {
  const names = JSON.stringify(fields.map((field) => field.trim().toLowerCase().replaceAll(/\s+/g, ' ')))
  return Buffer.byteLength(names) > longestHeaderName ? createHash('sha256').update(names).digest('base64url') : names
}

/** What a seller chose for headers before, by the header's name. */
export async function rememberedColumns(db: SellerDb, sellerId: number): Promise<ReadonlyMap<string, ColumnChoice>> {
  const rows = await db
    .selectFrom('tracking_columns')
    .select(['header', 'columns'])
    .where('seller_id', '=', sellerId)
    .orderBy('chosen_at', 'desc')
    .limit(mostRemembered)
    .execute()
  return new Map(rows.map(({ header, columns }) => [header, columns]))
}

interface Choosing {
  sellerId: number
  id: string
  choice: ColumnChoice
  carriers: readonly Carrier[]
  zone: string
  now: Date
}

/** Judges the rows of an upload by the columns that were chosen, and remembers the choice for files with the same header. */
export async function chooseColumns(db: SellerDb, { sellerId, id, choice, ...on }: Choosing): Promise<void> {
  const upload = await findUpload(db, sellerId, id)
  // Of two that choose at once, one does.
  if (!upload || !(await moveUpload(db, { sellerId, id, from: ['UNREAD'], to: 'CHECKED', now: on.now }))) return
  const { header } = upload.form
  const kept = await listRows(db, { sellerId, id, verdicts: ['PROBLEM'], limit: mostRows })
  const unread = kept.map((row) => ({ ...row, broken: row.problems?.[0]?.rule === 'broken' ? 'broken' : null }))
  const { rows, left } = await readChosenRows(unread, chosenHeader(header, choice))
  const orders = await readKnownOrders(db, sellerId, [...new Set(rows.flatMap((row) => orderOf(row) ?? []))])
  const verdicts = await judgeRows(rows, { orders, ...on })
  await setVerdicts(db, { sellerId, id, rows, verdicts })
  await sql`delete from tracking_upload_rows where seller_id = ${sellerId} and upload_id = ${id} and row = any(${left})`.execute(
    db,
  )
  await sql`update tracking_uploads set form = jsonb_set(form, '{after}', to_jsonb(${left.length}::int))
    where seller_id = ${sellerId} and id = ${id}`.execute(db)
  await sql`
    insert into tracking_columns (seller_id, header, columns, chosen_at)
    values (${sellerId}, ${headerName(header)}, ${JSON.stringify(choice)}::jsonb, ${on.now})
    on conflict (seller_id, header) do update set columns = excluded.columns, chosen_at = excluded.chosen_at`.execute(
    db,
  )
}

async function setVerdicts(
  db: SellerDb,
  {
    sellerId,
    id,
    rows,
    verdicts,
  }: { sellerId: number; id: string; rows: readonly FileRow[]; verdicts: readonly Verdict[] },
): Promise<void> {
  const keys = new Map<string, ParcelKey>()
  const kept = pairs(rows, verdicts).map(([row, verdict]) => keptRow(row, verdict, keys))
  await sql`
    update tracking_upload_rows r
    set verdict = m.verdict, order_number = m.order_number, parcel_key = m.parcel_key, wish = m.wish, problems = m.problems
    from unnest(${kept.map(({ row }) => row)}::int[], ${kept.map(({ verdict }) => verdict)}::text[],
      ${kept.map((each) => each.order_number)}::text[], ${kept.map((each) => each.parcel_key)}::text[],
      ${kept.map(({ wish }) => wish)}::jsonb[], ${kept.map(({ problems }) => problems)}::jsonb[])
      m (row, verdict, order_number, parcel_key, wish, problems)
    where r.seller_id = ${sellerId} and r.upload_id = ${id} and r.row = m.row`.execute(db)
}
