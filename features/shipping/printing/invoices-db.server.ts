import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { isInvoicedWhole } from '#features/orders/order-list/order-filters.server.ts'
import { pairs } from '#lib/pairs.ts'
import { invoiceContents, lineMinor, type InvoiceContents, type InvoicedOrder, type InvoiceIssuer } from './invoice.ts'

export interface Invoice {
  number: number
  issued_at: Date
  issued_by: string
  contents: InvoiceContents
}

export interface IssueArgs {
  sellerId: number
  orderIds: readonly number[]
  issuer: InvoiceIssuer
  issuedBy: string
  now: Date
}

/**
 * Issues invoices for orders that have none, and for lines added to invoiced orders since, numbered on in the given
 * order; with `onlyFurther` only the latter. Concurrent calls wait for each other, so the series has no gaps; the database
 * enforces this too.
 */
export async function issueInvoices(
  db: SellerDb,
  { sellerId, orderIds, issuer, issuedBy, now, onlyFurther = false }: IssueArgs & { onlyFurther?: boolean },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(lock_number(${`invoices of ${sellerId}`}))`.execute(db)
  const { rows: missing } = await sql<{ id: number; linesBefore: number }>`
    select o.id, coalesce(i.lines, 0)::integer as "linesBefore"
    from unnest(${orderIds}::bigint[]) with ordinality as chosen (id, place)
    join orders o on o.seller_id = ${sellerId} and o.id = chosen.id
    cross join lateral (
      select count(*) as invoices, sum(jsonb_array_length(contents -> 'lines')) as lines from invoices
      where seller_id = ${sellerId} and order_id = chosen.id
    ) i
    where case when i.invoices = 0 then not ${onlyFurther}::boolean
      else o.status not in ('AWAITING_PAYMENT', 'CANCELLATION_REQUESTED', 'CANCELLED') and not ${isInvoicedWhole(sellerId)} end
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
  const rows = pairs(missing, orders).map(([{ linesBefore }, order], index) => ({
    seller_id: sellerId,
    number: last.number + index + 1,
    order_id: order.whole.id,
    lines_before: linesBefore,
    issued_at: now,
    issued_by: issuedBy,
    contents: invoiceContents(linesBefore === 0 ? order.whole : addedTo(order, linesBefore), issuer),
  }))
  await insertRows(db, 'invoices', rows, { json: ['contents'] })
}

/** What was added to an order after the invoices of its first lines. */
function addedTo({ whole, shippings, lastPaidAt }: ReadOrder, linesBefore: number): InvoicedOrder {
  const lines = whole.lines.slice(linesBefore)
  const sum = (minors: readonly number[]) => minors.reduce((total, minor) => total + minor, 0)
  const parts = {
    subtotalMinor: sum(lines.map(lineMinor)),
    discountMinor: sum(lines.map(({ discountMinor }) => discountMinor)),
    shippingMinor: sum(shippings.slice(linesBefore)),
    taxMinor: sum(lines.map(({ taxMinor }) => taxMinor)),
  }
  const totalMinor = parts.subtotalMinor - parts.discountMinor + parts.shippingMinor + parts.taxMinor
  return { ...whole, ...parts, totalMinor, lines, extras: null, paidAt: lastPaidAt }
}

/** Reads the invoices of orders, in the order of the given ids. */
export async function readInvoices(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select i.number, i.issued_at, i.issued_by, i.contents
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join invoices i on i.seller_id = ${sellerId} and i.order_id = page.id order by page.place, i.number`.execute(db)
  return rows
}

interface ReadOrder {
  whole: InvoicedOrder
  shippings: number[]
  lastPaidAt: Date | null
}

async function readInvoicedOrders(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<ReadOrder[]> {
  const { rows } = await sql<InvoicedOrder & Omit<ReadOrder, 'whole'>>`
    select o.id, o.order_number as "orderNumber", o.external_id as "marketplaceNumber", o.placed_at as "orderedAt", o.paid_at as "paidAt",
      (select max(p.paid_at) from payments p where p.seller_id = ${sellerId} and p.order_id = o.id and p.state = 'PAID') as "lastPaidAt",
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
      ) as lines,
      (
        select json_agg(l.shipping_minor order by l.position) from line_items l where l.seller_id = ${sellerId} and l.order_id = o.id
      ) as shippings
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join orders o on o.seller_id = ${sellerId} and o.id = page.id
    join buyers b on b.seller_id = ${sellerId} and b.id = o.buyer_id
    left join addresses a on a.seller_id = ${sellerId} and a.id = o.ship_to_address_id
    order by page.place`.execute(db)
  return rows.map(({ shippings, lastPaidAt, ...row }) => ({
    whole: { ...row, lines: row.lines ?? [] },
    shippings: shippings ?? [],
    lastPaidAt,
  }))
}
