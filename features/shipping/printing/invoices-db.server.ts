import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { invoiceContents, type InvoiceContents, type InvoicedOrder, type InvoiceIssuer } from './invoice.ts'

/** An issued invoice. */
export interface Invoice {
  number: number
  issued_at: Date
  issued_by: string
  contents: InvoiceContents
}

/** Orders to issue numbered documents for, the issuer and the date. */
export interface IssueArgs {
  sellerId: number
  orderIds: readonly number[]
  issuer: InvoiceIssuer
  issuedBy: string
  now: Date
}

/**
 * Issues invoices for orders that have none, numbered on in the given order. Concurrent calls wait for each other, so the series has no
 * gaps; the database enforces this too.
 */
export async function issueInvoices(
  db: SellerDb,
  { sellerId, orderIds, issuer, issuedBy, now }: IssueArgs,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(lock_number(${`invoices of ${sellerId}`}))`.execute(db)
  const { rows: missing } = await sql<{ id: number }>`
    select chosen.id from unnest(${orderIds}::bigint[]) with ordinality as chosen (id, place)
    where not exists (select from invoices i where i.seller_id = ${sellerId} and i.order_id = chosen.id)
    order by chosen.place`.execute(db)
  if (missing.length === 0) return
  const last = await oneRow(
    db,
    sql<{ number: number }>`
    select coalesce(max(number), 0) as number from invoices where seller_id = ${sellerId}`,
  )
  const orders = await readInvoicedOrders(
    db,
    sellerId,
    missing.map(({ id }) => id),
  )
  const rows = orders.map((order, index) => ({
    seller_id: sellerId,
    number: last.number + index + 1,
    order_id: order.id,
    issued_at: now,
    issued_by: issuedBy,
    contents: invoiceContents(order, issuer),
  }))
  await insertRows(db, 'invoices', rows, { json: ['contents'] })
}

/** Reads the invoices of orders, in the order of the given ids. */
export async function readInvoices(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select i.number, i.issued_at, i.issued_by, i.contents
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join invoices i on i.seller_id = ${sellerId} and i.order_id = page.id order by page.place`.execute(db)
  return rows
}

async function readInvoicedOrders(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<InvoicedOrder[]> {
  const { rows } = await sql<InvoicedOrder>`
    select o.id, o.order_number as "orderNumber", o.external_id as "marketplaceNumber", o.placed_at as "orderedAt", o.paid_at as "paidAt",
      o.shipped_at as "shippedAt", o.currency, o.subtotal_minor as "subtotalMinor", o.discount_minor as "discountMinor",
      o.shipping_minor as "shippingMinor", o.tax_minor as "taxMinor", o.total_minor as "totalMinor", o.extras,
      -- Without an address there is the name alone.
      coalesce(o.bill_to - 'phone', jsonb_build_object('name', coalesce(a.name, o.buyer_name, b.name), 'company', a.company, 'line1', a.line1, 'line2', a.line2, 'line3', a.line3, 'city', coalesce(a.city, ''), 'region', a.region,
        'postal_code', a.postal_code, 'country', coalesce(a.country, o.ship_to_country))) as buyer,
      coalesce(o.tax_numbers, '[]') as "taxNumbers",
      (
        select json_agg(json_build_object('title', l.title, 'variation', l.variation, 'sku', l.sku, 'quantity', l.quantity,
          'unitPriceMinor', l.unit_price_minor, 'discountMinor', l.discount_minor, 'taxMinor', l.tax_minor,
          'taxes', l.taxes) order by l.position)
        from line_items l where l.seller_id = ${sellerId} and l.order_id = o.id
      ) as lines
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join orders o on o.seller_id = ${sellerId} and o.id = page.id
    join buyers b on b.seller_id = ${sellerId} and b.id = o.buyer_id
    left join addresses a on a.seller_id = ${sellerId} and a.id = o.ship_to_address_id
    order by page.place`.execute(db)
  return rows.map((row) => ({ ...row, lines: row.lines ?? [] }))
}
