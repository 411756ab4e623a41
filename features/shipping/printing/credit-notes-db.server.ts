import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { sumTaxes } from '#features/core/order/line-tax.ts'
import { readReturnedTaxes } from '#features/core/order/returned-taxes-db.server.ts'
import { creditContents, type CreditContents, type CreditedRefund } from './credit-note.ts'
import { issueInvoices, type IssueArgs } from './invoices-db.server.ts'

export interface CreditNote {
  number: number
  issued_at: Date
  issued_by: string
  contents: CreditContents
}

/** Issues missing credit notes for the refunds of invoiced orders, numbered in the given order. Like invoices, the series has no gaps. */
export async function issueCreditNotes(
  db: SellerDb,
  { sellerId, orderIds, issuer, issuedBy, now }: IssueArgs,
): Promise<void> {
  // Lines that were added to an invoiced order may be refunded before they are invoiced.
  await issueInvoices(db, { sellerId, orderIds, issuer, issuedBy, now, onlyFurther: true })
  await sql`select pg_advisory_xact_lock(lock_number(${`credit notes of ${sellerId}`}))`.execute(db)
  const refunds = await readUncredited(db, sellerId, orderIds)
  if (refunds.length === 0) return
  const last = await oneRow(
    db,
    sql<{ number: number }>`
    select coalesce(max(number), 0) as number from credit_notes where seller_id = ${sellerId}`,
  )
  const rows = refunds.map((refund, index) => ({
    seller_id: sellerId,
    number: last.number + index + 1,
    invoice: refund.invoiceNumber,
    order_id: refund.orderId,
    refund_id: refund.id,
    issued_at: now,
    issued_by: issuedBy,
    contents: creditContents(refund, issuer),
  }))
  await insertRows(db, 'credit_notes', rows, { json: ['contents'] })
}

/** Reads the credit notes of orders, in the order of the given ids. */
export async function readCreditNotes(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<CreditNote[]> {
  const { rows } = await sql<CreditNote>`
    select c.number, c.issued_at, c.issued_by, c.contents
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join credit_notes c on c.seller_id = ${sellerId} and c.order_id = page.id order by page.place, c.number`.execute(db)
  return rows
}

/** Reads refunds without a credit note. An imported refund may have a total only. */
async function readUncredited(
  db: SellerDb,
  sellerId: number,
  orderIds: readonly number[],
): Promise<(CreditedRefund & { id: number; orderId: number })[]> {
  const { rows } = await sql<Omit<CreditedRefund, 'taxes'> & { id: number; orderId: number }>`
    select r.id, r.order_id as "orderId", o.extras, r.reason, r.currency, r.amount_minor as "amountMinor", r.refunded_at as "refundedAt",
      i.number as "invoiceNumber", i.issued_at as "invoicedAt", i.contents as invoice,
      (
        select coalesce(json_agg(json_build_object('kind', p.kind, 'title', l.title, 'variation', l.variation, 'sku', l.sku,
          'minor', p.amount_minor) order by p.position), '[]')
        from refund_parts p left join line_items l on l.seller_id = ${sellerId} and l.id = p.line_item_id
        where p.seller_id = ${sellerId} and p.refund_id = r.id
      ) as parts
    from unnest(${orderIds}::bigint[]) with ordinality as chosen (id, place)
    join refunds r on r.seller_id = ${sellerId} and r.order_id = chosen.id and r.state = 'REFUNDED'
    join orders o on o.seller_id = ${sellerId} and o.id = chosen.id
    join lateral (
      -- That of the first refunded line.
      select v.number, v.issued_at, v.contents from invoices v
      where v.seller_id = ${sellerId} and v.order_id = chosen.id
      order by v.lines_before < coalesce((
        select min(l.position) from line_items l
        where l.seller_id = ${sellerId} and (l.id = r.line_item_id or l.id in (
          select p.line_item_id from refund_parts p where p.seller_id = ${sellerId} and p.refund_id = r.id))
      ), 1) desc, v.lines_before desc limit 1
    ) i on true
    where not exists (select from credit_notes c where c.seller_id = ${sellerId} and c.refund_id = r.id)
    order by chosen.place, r.refunded_at, r.id`.execute(db)
  const orders = [...new Set(rows.map(({ orderId }) => orderId))]
  const taxes = await readReturnedTaxes(db, sellerId, orders)
  return rows.map((row) => ({
    ...row,
    taxes: sumTaxes([{ taxes: taxes.get(row.id) ?? null }]).filter(({ name, minor }) => name !== '' && minor > 0),
  }))
}
