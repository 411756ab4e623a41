import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { OrderNumber } from '#features/order/order.ts'
import { newParcelKey } from '#features/fulfilment/ship-order-db.server.ts'
import { plainNumber } from '#features/fulfilment/carrier.ts'
import type { ParcelKey } from '#features/fulfilment/parcel.ts'
import type { KnownOrder, RowProblem, RowWish, Verdict } from './judge-rows.ts'
import type { FileRow, TrackingFile } from './read-tracking-file.ts'
import { pairs } from '#lib/pairs.ts'

/** How a file is written, as it is kept and shown. */
export interface UploadForm {
  dialect: string | null
  delimiter: string
  encoding: string
  header: readonly string[]
  headerRow: number
  before: number
  after: number
}

/** `UNREAD`: what its columns hold is still to be chosen. */
export type UploadState = 'UNREAD' | 'CHECKED' | 'RUNNING' | 'STOPPED' | 'DONE'

/** A file that was uploaded. */
export interface Upload {
  id: string
  fileName: string
  form: UploadForm
  state: UploadState
  memberId: string
  memberName: string
  madeAt: Date
}

/** Reads what rows are judged against: the orders that a file names. */
export async function readKnownOrders(
  db: SellerDb,
  sellerId: number,
  numbers: readonly OrderNumber[],
): Promise<Map<string, KnownOrder>> {
  const { rows } = await sql<KnownRow>`
    select o.order_number as number, o.status, o.placed_at as "placedAt",
      (select json_agg(json_build_object('line', l.position, 'ordered', l.quantity, 'shipped', l.shipped_quantity,
        'cancelled', l.cancelled_quantity, 'itemNumber', l.item_number, 'sku', l.sku) order by l.position)
        from line_items l where l.seller_id = ${sellerId} and l.order_id = o.id) as lines,
      p.numbers,
      case when cardinality(p.numbers) > 1 then (
        select json_agg(json_build_array(s.tracking_number, l.position, c.quantity))
        from shipments s
        join shipment_lines c on c.seller_id = ${sellerId} and c.shipment_id = s.id
        join line_items l on l.seller_id = ${sellerId} and l.id = c.line_item_id
        where s.seller_id = ${sellerId} and s.order_id = o.id
      ) end as contents
    from orders o
    left join lateral (
      select array_agg(s.tracking_number) as numbers from shipments s where s.seller_id = ${sellerId} and s.order_id = o.id
    ) p on true
    where o.seller_id = ${sellerId} and o.order_number = any(${[...numbers]})`.execute(db)
  return new Map(
    rows.map((row) => {
      const { number, status, placedAt, lines } = row
      return [number, { status, placedAt, lines: lines ?? [], parcels: parcelsOf(row) }]
    }),
  )
}

interface KnownRow {
  number: string
  status: KnownOrder['status']
  placedAt: Date
  lines: KnownOrder['lines'] | null
  /** Of its parcels; null where there is none. */
  numbers: (string | null)[] | null
  /** Units of a line in a parcel of a number. One parcel alone has all that was shipped, so that of most orders it need not be read. */
  contents: [tracking: string | null, line: number, units: number][] | null
}

/** What an order has under each number: what is in several parcels of one counts together. */
function parcelsOf({ lines, numbers, contents }: KnownRow): KnownOrder['parcels'] {
  const parcels = new Map<string, Map<number, number>>()
  const [sole = null] = numbers ?? []
  for (const [tracking, line, units] of contents ??
    lines?.map((each) => [sole, each.line, each.shipped] as const) ??
    []) {
    if (tracking === null || units === 0) continue
    const number = plainNumber(tracking)
    const inside = parcels.get(number) ?? new Map<number, number>()
    parcels.set(number, inside.set(line, (inside.get(line) ?? 0) + units))
  }
  return parcels
}

interface NewUpload {
  sellerId: number
  member: { id: string; name: string }
  fileName: string
  file: Pick<TrackingFile, 'headerFields' | 'headerRow' | 'delimiter' | 'encoding' | 'before' | 'after' | 'rows'>
  /** What kind of file it is; null where only its columns were understood. */
  dialect: string | null
  state: 'UNREAD' | 'CHECKED'
  verdicts: readonly Verdict[]
  now: Date
}

/** Rows that one statement adds. */
const rowsAtOnce = 1_000

/** Keeps a file with what each row will do. Returns its id. */
export async function keepUpload(
  db: SellerDb,
  { sellerId, member, fileName, file, dialect, state, verdicts, now }: NewUpload,
): Promise<string> {
  const { headerFields, headerRow, delimiter, encoding, before, after } = file
  const form: UploadForm = {
    dialect,
    delimiter,
    encoding,
    header: headerFields,
    headerRow,
    before,
    after,
  }
  const { id } = await db
    .insertInto('tracking_uploads')
    .values({
      seller_id: sellerId,
      member_id: member.id,
      member_name: member.name,
      file_name: fileName,
      form: JSON.stringify(form),
      state,
      made_at: now,
      worked_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const keys = new Map<string, ParcelKey>()
  const judged = pairs(file.rows, verdicts)
  for (let from = 0; from < judged.length; from += rowsAtOnce) {
    const part = judged.slice(from, from + rowsAtOnce)
    await db
      .insertInto('tracking_upload_rows')
      .values(part.map(([row, verdict]) => ({ seller_id: sellerId, upload_id: id, ...keptRow(row, verdict, keys) })))
      .execute()
  }
  return id
}

/** Rows of one order with one number are one parcel. */
export function keptRow(
  { row, fields }: Pick<FileRow, 'row' | 'fields'>,
  verdict: Verdict,
  keys: Map<string, ParcelKey>,
) {
  const base = { row, fields: [...fields], order_number: verdict.order, verdict: verdict.verdict }
  if (verdict.verdict === 'PROBLEM')
    return { ...base, parcel_key: null, wish: null, problems: JSON.stringify(verdict.problems) }
  if (verdict.verdict === 'SAME') return { ...base, parcel_key: null, wish: null, problems: null }
  const name = `${verdict.order} ${plainNumber(verdict.wish.tracking)}`
  const key = keys.get(name) ?? newParcelKey()
  keys.set(name, key)
  return { ...base, parcel_key: key, wish: JSON.stringify(verdict.wish), problems: null }
}

/** An upload of the seller's; null where there is none. */
export async function findUpload(db: SellerDb, sellerId: number, id: string): Promise<Upload | null> {
  const found = await db
    .selectFrom('tracking_uploads')
    .select((of) => of.ref('form').$castTo<Upload['form']>().as('form'))
    .select(['id', 'file_name as fileName', 'state', 'made_at as madeAt'])
    .select(['member_id as memberId', 'member_name as memberName'])
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found ?? null
}

/** What a row will do, or did. */
export type RowVerdict = Verdict['verdict'] | 'DONE' | 'REFUSED'

/** How many rows of an upload there are of each verdict. */
export async function countRows(db: SellerDb, sellerId: number, id: string): Promise<Record<RowVerdict, number>> {
  const { rows } = await sql<{ verdict: RowVerdict; n: number }>`
    select verdict, count(*) as n from tracking_upload_rows where seller_id = ${sellerId} and upload_id = ${id} group by verdict`.execute(
    db,
  )
  const counts = { CHANGE: 0, SAME: 0, PROBLEM: 0, DONE: 0, REFUSED: 0 }
  for (const { verdict, n } of rows) counts[verdict] = n
  return counts
}

/** A row of an upload as it is shown and written again. */
export interface UploadRow {
  row: number
  fields: string[]
  order_number: string | null
  verdict: RowVerdict
  wish: RowWish | null
  problems: RowProblem[] | null
}

/** Rows of some verdicts, in the order of the file. */
export async function listRows(
  db: SellerDb,
  {
    sellerId,
    id,
    verdicts,
    limit,
    offset = 0,
  }: { sellerId: number; id: string; verdicts: readonly RowVerdict[]; limit: number; offset?: number },
): Promise<UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    select row, fields, order_number, verdict, wish, problems from tracking_upload_rows
    where seller_id = ${sellerId} and upload_id = ${id} and verdict = any(${[...verdicts]})
    order by row limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Moves an upload on, where it is in one of these states. Whether it was. */
export async function moveUpload(
  db: SellerDb,
  {
    sellerId,
    id,
    from,
    to,
    now,
  }: { sellerId: number; id: string; from: readonly UploadState[]; to: UploadState; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tracking_uploads')
    .set({ state: to, worked_at: now })
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
