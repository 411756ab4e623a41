import { sql } from 'kysely'
import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { reckonAdvice } from '#features/selling/reorder/reckon-advice-db.server.ts'
import { lockSettingsOf } from '#web/form-baseline.server.ts'
import {
  mostPurchaseLines,
  parsePurchaseNumber,
  stillComing,
  type PurchaseFacts,
  type PurchaseNumber,
} from './purchase.ts'

export interface PurchaseRow extends Omit<Row<'purchase_orders'>, 'seller_id' | 'made_key'> {
  po_number: PurchaseNumber
  supplier_name: string
  supplier_email: string | null
}

export type PurchaseLine = Omit<Row<'purchase_lines'>, 'seller_id' | 'purchase_id'>

/** Reads an order with its supplier; `locked` until the transaction ends. Null if there is none. */
export async function readPurchase(
  db: SellerDb,
  { sellerId, ...of }: { sellerId: number } & ({ number: PurchaseNumber } | { id: number }),
  { locked = false } = {},
): Promise<PurchaseRow | null> {
  const which = 'id' in of ? sql`p.id = ${of.id}` : sql`p.po_number = ${of.number}`
  const { rows } = await sql<PurchaseRow>`
    select p.id, p.po_number, p.supplier_id, p.state, p.currency, p.rate_micros, p.freight_minor, p.freight_by, p.note, p.expected_on,
      p.made_by, p.made_at, p.ordered_at, p.mailed_at, p.version, s.name as supplier_name, s.email as supplier_email
    from purchase_orders p join suppliers s on s.seller_id = ${sellerId} and s.id = p.supplier_id
    where p.seller_id = ${sellerId} and ${which} ${locked ? sql`for no key update of p` : sql``}`.execute(db)
  return rows[0] ?? null
}

export const readPurchaseLines = (db: SellerDb, sellerId: number, id: number): Promise<PurchaseLine[]> =>
  selectOfSeller(db, 'purchase_lines', sellerId)
    .select(['position', 'sku', 'title', 'code', 'ordered_units', 'price_minor', 'grams', 'received_units'])
    .where('purchase_id', '=', id)
    .orderBy('position')
    .execute()

/** Reads an order with its lines; null if there is none. */
export async function readWholePurchase(
  db: SellerDb,
  sellerId: number,
  number: PurchaseNumber,
): Promise<{ purchase: PurchaseRow; lines: PurchaseLine[] } | null> {
  const purchase = await readPurchase(db, { sellerId, number })
  return purchase && { purchase, lines: await readPurchaseLines(db, sellerId, purchase.id) }
}

/** What decides the steps of an order. */
export const factsOfPurchase = (
  { currency, rate_micros: rate, ordered_at: orderedAt }: PurchaseRow,
  lines: readonly PurchaseLine[],
  shopCurrency: string,
): PurchaseFacts => ({
  lines: lines.length,
  received: lines.reduce((sum, { received_units: units }) => sum + units, 0),
  isShort: lines.some((line) => stillComing(line) > 0),
  wasOrdered: orderedAt !== null,
  lacksRate: currency !== shopCurrency && rate === null,
})

interface Wanted {
  sku: string
  units: number
}

interface Making {
  sellerId: number
  /** Of the form: sent again, it makes no other order of the same supplier. */
  key: string
  supplierId: string
  wanted: readonly Wanted[]
  by: string
  now: Date
}

/** Makes a draft for a supplier. Repeated with the same key, it returns the one that was made. */
export async function makePurchase(
  db: SellerDb,
  { sellerId, key, supplierId, wanted, by, now }: Making,
): Promise<PurchaseNumber | null> {
  await lockSettingsOf(db, sellerId)
  const made = await selectOfSeller(db, 'purchase_orders', sellerId)
    .select('po_number')
    .where('supplier_id', '=', supplierId)
    .where('made_key', '=', key)
    .executeTakeFirst()
  if (made) return parsePurchaseNumber(made.po_number)
  const supplier = await selectOfSeller(db, 'suppliers', sellerId)
    .select('currency')
    .where('id', '=', supplierId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!supplier) return null
  const { rows } = await sql<{ nth: number }>`
    select coalesce(max(substr(po_number, 4)::integer), 1000) + 1 as nth from purchase_orders where seller_id = ${sellerId}`.execute(
    db,
  )
  const number = parsePurchaseNumber(`PO-${rows[0]?.nth}`)
  const { id } = await db
    .insertInto('purchase_orders')
    .values({
      seller_id: sellerId,
      po_number: number ?? '',
      made_key: key,
      supplier_id: supplierId,
      currency: supplier.currency,
      made_by: by,
      made_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addPurchaseLines(db, { sellerId, id, supplierId, wanted, now })
  return number
}

/**
 * Adds units of SKUs to a draft, with the supplier's code and price and the weight of the listing. SKUs that no listing
 * has are left out. Returns false if it would have too many lines.
 */
export async function addPurchaseLines(
  db: SellerDb,
  {
    sellerId,
    id,
    supplierId,
    wanted,
    now,
  }: Pick<Making, 'sellerId' | 'supplierId' | 'wanted' | 'now'> & { id: number },
): Promise<boolean> {
  const skus = wanted.map(({ sku }) => sku)
  const { rows } = await sql<{
    sku: string
    title: string
    code: string | null
    price_minor: number | null
    grams: number | null
  }>`
    select i.sku, concat_ws(' · ', coalesce(l.title, i.sku), nullif(array_to_string(v.axis_values, ', '), '')) as title, b.code, b.price_minor,
      case when c.weight_grams between 1 and 1000000 then c.weight_grams end as grams
    from stock_items i
    left join listings l on l.seller_id = ${sellerId} and l.id = i.listing_id
    left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = i.listing_id
    left join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = i.listing_id and v.position = i.position
    left join supplier_skus b on b.seller_id = ${sellerId} and b.sku = i.sku and b.supplier_id = ${supplierId}
    where i.seller_id = ${sellerId} and i.sku = any (${skus}::text[]) and not i.is_kit`.execute(db)
  const known = new Map(rows.map((row) => [row.sku, row]))
  const before = await readPurchaseLines(db, sellerId, id)
  const has = new Set(before.map(({ sku }) => sku))
  const added = wanted.filter(({ sku }) => known.has(sku))
  if (new Set([...has, ...added.map(({ sku }) => sku)]).size > mostPurchaseLines) return false
  let position = Math.max(0, ...before.map((line) => line.position))
  const lines = added.map(({ sku, units }) => ({
    seller_id: sellerId,
    purchase_id: id,
    position: has.has(sku) ? (before.find((line) => line.sku === sku)?.position ?? 0) : (position += 1),
    ...known.get(sku),
    sku,
    ordered_units: units,
  }))
  if (lines.length > 0)
    await insertRows(db, 'purchase_lines', lines, {
      ending: sql`on conflict (seller_id, purchase_id, sku) do update
        set ordered_units = least(1000000, purchase_lines.ordered_units + excluded.ordered_units)`,
    })
  await reckonAdvice(db, { sellerId, skus, now })
  return true
}

export interface EditedLine {
  position: number
  /** 0 removes the line. */
  ordered: number
  priceMinor: number | null
  grams: number | null
}

/** Stores edited lines of a locked order. */
export async function storePurchaseLines(
  db: SellerDb,
  { sellerId, id, edited }: { sellerId: number; id: number; edited: readonly EditedLine[] },
): Promise<void> {
  const gone = edited.filter(({ ordered }) => ordered === 0).map(({ position }) => position)
  if (gone.length > 0)
    await deleteOfSeller(db, 'purchase_lines', sellerId)
      .where('purchase_id', '=', id)
      .where('position', 'in', gone)
      .execute()
  const left = edited.filter(({ ordered }) => ordered > 0)
  await sql`
    update purchase_lines l set ordered_units = n.ordered, price_minor = n.price, grams = n.grams
    from unnest(${left.map(({ position }) => position)}::smallint[], ${left.map(({ ordered }) => ordered)}::integer[],
      ${left.map(({ priceMinor }) => priceMinor)}::bigint[], ${left.map(({ grams }) => grams)}::integer[]) n (position, ordered, price, grams)
    where l.seller_id = ${sellerId} and l.purchase_id = ${id} and l.position = n.position`.execute(db)
}

export type PurchaseChange = Partial<
  Pick<
    Row<'purchase_orders'>,
    'state' | 'rate_micros' | 'freight_minor' | 'freight_by' | 'note' | 'expected_on' | 'ordered_at' | 'mailed_at'
  >
>

/** Stores changes of a locked order. */
export async function storePurchase(
  db: SellerDb,
  {
    sellerId,
    purchase,
    change,
  }: { sellerId: number; purchase: Pick<PurchaseRow, 'id' | 'version'>; change: PurchaseChange },
): Promise<void> {
  await updateOfSeller(db, 'purchase_orders', sellerId)
    .set({ ...change, version: purchase.version + 1 })
    .where('id', '=', purchase.id)
    .execute()
}

/** Units of SKUs that an order still waits for, by the id of the stock item. */
export async function readComing(
  db: SellerDb,
  { sellerId, purchase, items }: { sellerId: number; purchase: number; items: readonly { id: number; sku: string }[] },
): Promise<Map<number, number>> {
  const lines = new Map((await readPurchaseLines(db, sellerId, purchase)).map((line) => [line.sku, line]))
  return new Map(
    items.flatMap(({ id, sku }) => {
      const line = lines.get(sku)
      return line ? [[id, stillComing(line)] as const] : []
    }),
  )
}
