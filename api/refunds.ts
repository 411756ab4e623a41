import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { Endpoint } from './endpoint.ts'
import { resource } from './resource.ts'
import { money, sentMoment, writeAmount } from './fields.ts'
import { refundStates, payer, payerOf } from './order-schemas.ts'

const refund = z
  .object({
    id: z.string(),
    external: z.string().nullable().describe('Its id in the marketplace, if the shop reported it'),
    order: z.string().describe('The order’s id in the marketplace, or its number if it has none'),
    state: z.enum(refundStates),
    reason: z.string(),
    amount: money,
    parts: z
      .array(
        z.object({
          line: z.int().nullable().describe('Line number in the order; null means the order as a whole'),
          kind: z.enum(['ITEM', 'SHIPPING', 'TAX']),
          amount: money,
        }),
      )
      .describe('Refunded amounts by line. Empty if an imported refund has no breakdown'),
    requestedAt: sentMoment().nullable(),
    refundedAt: sentMoment().nullable(),
    refusal: z.enum(['DECLINED', 'TOO_OLD']).nullable().describe('Why the payment provider refused the refund'),
    paidElsewhere: z
      .boolean()
      .describe('Whether the seller paid the buyer another way after the payment provider’s refusal'),
    payer,
  })
  .meta({ id: 'Refund', description: 'A refund to a buyer' })

type RefundRow = Row<'refunds'> & {
  order: string
  parts: { line: number | null; kind: 'ITEM' | 'SHIPPING' | 'TAX'; minor: number }[]
}

async function readRefunds(db: SellerDb, sellerId: number, which: ReturnType<typeof sql>): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select r.*, coalesce(o.external_id, o.order_number) as "order", (
        select coalesce(json_agg(json_build_object('line', l.position, 'kind', p.kind, 'minor', p.amount_minor) order by p.position), '[]')
        from refund_parts p left join line_items l on l.seller_id = ${sellerId} and l.id = p.line_item_id
        where p.seller_id = ${sellerId} and p.refund_id = r.id
      ) as parts
    from refunds r join orders o on o.seller_id = ${sellerId} and o.id = r.order_id
    where r.seller_id = ${sellerId} and ${which}`.execute(db)
  return rows
}

function writeRefund(row: RefundRow): z.input<typeof refund> {
  const of = (minor: number) => writeAmount({ minor, currency: row.currency })
  return {
    id: row.refund_key,
    external: row.external_id,
    order: row.order,
    state: row.state,
    reason: row.reason,
    amount: of(row.amount_minor),
    parts: row.parts.map(({ minor, ...part }) => ({ ...part, amount: of(minor) })),
    requestedAt: row.requested_at?.toISOString() ?? null,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    refusal: row.refusal,
    paidElsewhere: row.settled === 'ELSEWHERE',
    payer: payerOf(row),
  }
}

const refunds = resource({
  name: 'refunds',
  scope: 'orders:read',
  schema: refund,
  id: 'r.id',
  read: readRefunds,
  write: writeRefund,
})

export const refundEndpoints: Endpoint[] = [
  refunds.changes({ operationId: 'listRefunds', summary: 'List refunds by last change', kind: 'REFUND' }),
]
