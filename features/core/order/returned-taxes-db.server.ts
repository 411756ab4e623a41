import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { TaxOfSale } from './line-tax.ts'
import { paidLine } from './paid-line.ts'
import { returnedTaxes, taxedExtras, taxedLine, type TaxedRefund } from './returned-taxes.ts'

/** SQL: whether order `o` may have taxes by part. */
export const hasTaxes = (
  sellerId: number,
): RawBuilder<boolean> => sql`(o.extras is not null or o.tax_minor > 0 or exists (
  select from line_items l where l.seller_id = ${sellerId} and l.order_id = o.id and l.taxes is not null
))`

type TaxedOrder = Pick<Row<'orders'>, 'extras'> & {
  lines: (Parameters<typeof paidLine>[0] & Pick<Row<'line_items'>, 'id' | 'taxes'>)[]
  refunds: (TaxedRefund & { id: number })[]
}

/** Taxes of lines and extras that the refunds of orders gave back, by the refund's id. Orders without any are left out. */
export async function readReturnedTaxes(
  db: SellerDb,
  sellerId: number,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, TaxOfSale[]>> {
  const { rows } = await sql<TaxedOrder>`
    select o.extras,
      (
        select coalesce(json_agg(json_build_object('id', l.id, 'quantity', l.quantity, 'unit_price_minor', l.unit_price_minor,
          'discount_minor', l.discount_minor, 'shipping_minor', l.shipping_minor, 'tax_minor', l.tax_minor,
          'taxes', l.taxes) order by l.position), '[]')
        from line_items l where l.seller_id = ${sellerId} and l.order_id = o.id
      ) as lines,
      (
        select coalesce(json_agg(json_build_object('id', r.id, 'amountMinor', r.amount_minor, 'line', r.line_item_id, 'parts', (
            select coalesce(json_agg(json_build_object('line', p.line_item_id, 'kind', p.kind, 'minor', p.amount_minor)
              order by p.position), '[]')
            from refund_parts p where p.seller_id = ${sellerId} and p.refund_id = r.id
          )) order by r.refunded_at, r.id), '[]')
        from refunds r where r.seller_id = ${sellerId} and r.order_id = o.id and r.state = 'REFUNDED'
      ) as refunds
    from orders o
    where o.seller_id = ${sellerId} and o.id = any (${[...orderIds]}::bigint[]) and ${hasTaxes(sellerId)}`.execute(db)
  return new Map(rows.flatMap(ofRefunds))
}

function ofRefunds({ lines, extras, refunds }: TaxedOrder): [number, TaxOfSale[]][] {
  const order = [...lines.map((line) => taxedLine(line.id, paidLine(line), line.taxes)), taxedExtras(extras)]
  const back = returnedTaxes(order, refunds)
  return refunds.map(({ id }, index) => [id, back[index] ?? []])
}
