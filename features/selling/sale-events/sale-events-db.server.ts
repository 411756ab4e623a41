import { sql, type RawBuilder } from 'kysely'
import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { firstRow } from '#db/one-row.ts'
import type { NewRow, Row } from '#db/schema.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { mostSaleListings, type SaleFacts, type SaleKey } from '#features/core/sale-event/sale-event.ts'
import { discountOfSale } from '#features/core/sale-event/checkout-discount.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import type { SaleTerms } from './check-line.ts'

export type SaleRow = Row<'sale_events'>

interface OfSale {
  sellerId: number
  id: number
}

/** Reads a sale; `locked` until the transaction ends. Null if there is none. */
export async function readSale(
  db: SellerDb,
  sellerId: number,
  of: { key: SaleKey } | { id: number },
  { locked = false } = {},
): Promise<SaleRow | null> {
  const found = selectOfSeller(db, 'sale_events', sellerId)
    .selectAll()
    .where((where) => ('id' in of ? where('id', '=', of.id) : where('sale_key', '=', of.key)))
  return (await (locked ? found.forNoKeyUpdate() : found).executeTakeFirst()) ?? null
}

/** Orders that used the coupon of this id, without cancelled ones. */
export const usesOf = (sellerId: unknown, id: RawBuilder<unknown>) => sql<number>`(
  select count(*)::integer from coupon_uses u join orders b on b.seller_id = ${sellerId} and b.id = u.order_id
  where u.seller_id = ${sellerId} and u.sale_id = ${id} and b.cancel_state <> 'CANCELED')`

export const readUses = async (db: SellerDb, { seller_id: sellerId, id }: SaleRow): Promise<number> =>
  firstRow(await sql<{ uses: number }>`select ${usesOf(sellerId, sql`${id}`)} as uses`.execute(db)).uses

export const termsOf = (sale: SaleRow): SaleTerms => ({
  percent: sale.percent,
  priceMinor: sale.price_minor,
  ending: sale.ending,
  currency: sale.currency,
  startsAt: sale.starts_at,
  endsAt: sale.ends_at,
  discount: discountOfSale(sale),
  code: sale.code,
})

/** What decides the steps of a sale. */
export const factsOfSale = (sale: SaleRow, of: { now: Date; listings: number; unable: number }): SaleFacts => ({
  startsAt: sale.starts_at,
  endsAt: sale.ends_at,
  ...of,
})

/** The rule of former prices under which a sale was made. */
export const wasRuleOf = ({ was_days: days, was_known_days: knownDays }: SaleRow): PolicyPack['wasPrice'] =>
  days === null || knownDays === null ? null : { days, knownDays }

export type SaleForm = Pick<
  NewRow<'sale_events'>,
  | 'name'
  | 'kind'
  | 'percent'
  | 'price_minor'
  | 'ending'
  | 'tier_units'
  | 'tier_percents'
  | 'code'
  | 'least_minor'
  | 'most_uses'
  | 'most_per_buyer'
  | 'starts_at'
  | 'ends_at'
>

interface Making {
  sellerId: number
  key: SaleKey
  form: SaleForm
  currency: string
  zone: string
  rule: PolicyPack['wasPrice']
  by: string
  now: Date
}

/** Makes a draft; repeated with the same key, it takes what is typed now, unless somebody has worked on it. */
export async function makeSale(db: SellerDb, { sellerId, key, form, ...making }: Making): Promise<SaleRow> {
  await db
    .insertInto('sale_events')
    .values({
      seller_id: sellerId,
      sale_key: key,
      currency: making.currency,
      time_zone: making.zone,
      was_days: making.rule?.days ?? null,
      was_known_days: making.rule?.knownDays ?? null,
      made_by: making.by,
      made_at: making.now,
      ...form,
    })
    .onConflict((conflict) => conflict.columns(['seller_id', 'sale_key']).doNothing())
    .execute()
  await updateOfSeller(db, 'sale_events', sellerId)
    .set(form)
    .where('sale_key', '=', key)
    .where('state', '=', 'DRAFT')
    .where('version', '=', 1)
    .execute()
  return selectOfSeller(db, 'sale_events', sellerId).selectAll().where('sale_key', '=', key).executeTakeFirstOrThrow()
}

/** Writes a locked sale. */
export const storeSale = (
  db: SellerDb,
  sale: SaleRow,
  change: Partial<Pick<SaleRow, 'state' | 'started_at' | 'ended_at' | 'time_zone'>> & Partial<SaleForm>,
) =>
  updateOfSeller(db, 'sale_events', sale.seller_id)
    .set({ ...change, version: sale.version + 1 })
    .where('id', '=', sale.id)
    .execute()

/** Adds listings to a draft. Returns false, and adds none, if these were too many. */
export async function addSaleListings(
  db: SellerDb,
  { sellerId, id }: OfSale,
  ids: readonly number[],
): Promise<boolean> {
  const present = await selectOfSeller(db, 'sale_listings', sellerId)
    .select('listing_id')
    .where('sale_id', '=', id)
    .execute()
  const known = new Set(present.map((row) => row.listing_id))
  const added = [...new Set(ids)].filter((each) => !known.has(each))
  if (known.size + added.length > mostSaleListings) return false
  const rows = added.map((each) => ({ seller_id: sellerId, sale_id: id, listing_id: each }))
  await insertRows(db, 'sale_listings', rows)
  return true
}

/** Takes listings out of a draft; null takes all. */
export async function removeSaleListings(
  db: SellerDb,
  { sellerId, id }: OfSale,
  ids: readonly number[] | null,
): Promise<void> {
  await deleteOfSeller(db, 'sale_listings', sellerId)
    .where('sale_id', '=', id)
    .$if(ids !== null, (query) => query.where('listing_id', 'in', [0, ...(ids ?? [])]))
    .execute()
}

export const removeSale = (db: SellerDb, { sellerId, id }: OfSale) =>
  deleteOfSeller(db, 'sale_events', sellerId).where('id', '=', id).where('state', '=', 'DRAFT').execute()

/** Ids of listings by item number or SKU, and the codes that name none. Of a SKU, those on sale. */
export async function findByCodes(
  db: SellerDb,
  sellerId: number,
  codes: readonly string[],
): Promise<{ ids: number[]; unknown: string[] }> {
  const { rows } = await sql<{ id: number; code: string }>`
    select id, item_number as code from listings where seller_id = ${sellerId} and item_number = any (${[...codes]}::text[])
    union
    select id, sku from listings where seller_id = ${sellerId} and sku = any (${[...codes]}::text[]) and state not in ('DRAFT', 'ENDED')
    union
    select l.id, v.sku from listing_variations v join listings l on l.seller_id = ${sellerId} and l.id = v.listing_id
    where v.seller_id = ${sellerId} and v.sku = any (${[...codes]}::text[]) and l.state not in ('DRAFT', 'ENDED')`.execute(
    db,
  )
  const known = new Set(rows.map(({ code }) => code))
  return { ids: [...new Set(rows.map(({ id }) => id))], unknown: codes.filter((code) => !known.has(code)) }
}
