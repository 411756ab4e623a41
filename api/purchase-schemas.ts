import { sql } from 'kysely'
import { z } from 'zod'
import type { Row } from '#db/schema.ts'
import { parsePurchaseNumber, purchaseStates } from '#features/selling/purchases/purchase.ts'
import { sellerParams } from './endpoint.ts'
import { money, sentMoment, writeAmount } from './fields.ts'
import { resource, type ReadRows } from './resource.ts'

const line = z.object({
  sku: z.string(),
  code: z.string().nullable().describe('What the supplier calls it'),
  ordered: z.number(),
  received: z.number(),
  price: money.nullable().describe('Of a unit; null if unknown'),
})

/** A purchase order as it is answered. */
export const purchaseOrder = z
  .object({
    id: z.string().describe('Its number'),
    supplier: z.object({ id: z.string(), name: z.string(), email: z.string().nullable(), leadDays: z.number() }),
    state: z.enum(purchaseStates),
    freight: money,
    freightBy: z.enum(['VALUE', 'WEIGHT']).describe('How the freight is shared'),
    exchangeRate: z
      .string()
      .nullable()
      .describe('Of the shop’s currency for one of the supplier’s; null if it is the same'),
    expectedOn: z.string().nullable(),
    note: z.string().nullable(),
    orderedAt: sentMoment().nullable(),
    lines: z.array(line),
  })
  .meta({ id: 'PurchaseOrder', description: 'An order of a seller at a supplier' })

interface PurchaseRow extends Row<'purchase_orders'> {
  name: string
  email: string | null
  lead_days: number
  lines: Pick<Row<'purchase_lines'>, 'sku' | 'code' | 'ordered_units' | 'received_units' | 'price_minor'>[]
}

export const readPurchases: ReadRows<PurchaseRow> = async (db, sellerId, which, limit = 1_000) => {
  const { rows } = await sql<PurchaseRow>`
    select p.*, s.name, s.email, s.lead_days, coalesce((
      select json_agg(json_build_object('sku', l.sku, 'code', l.code, 'ordered_units', l.ordered_units,
        'received_units', l.received_units, 'price_minor', l.price_minor) order by l.position)
      from purchase_lines l where l.seller_id = ${sellerId} and l.purchase_id = p.id), '[]') as lines
    from purchase_orders p join suppliers s on s.seller_id = ${sellerId} and s.id = p.supplier_id
    where p.seller_id = ${sellerId} and ${which} order by p.id limit ${limit}`.execute(db)
  return rows
}

/** Rates are stored in millionths. */
export const micros = 1_000_000

export function writePurchase({ currency, ...row }: PurchaseRow): z.input<typeof purchaseOrder> {
  const amount = (minor: number) => writeAmount({ minor, currency })
  return {
    id: row.po_number,
    supplier: { id: row.supplier_id, name: row.name, email: row.email, leadDays: row.lead_days },
    state: row.state,
    freight: amount(row.freight_minor),
    freightBy: row.freight_by,
    exchangeRate: row.rate_micros === null ? null : String(row.rate_micros / micros),
    expectedOn: row.expected_on,
    note: row.note,
    orderedAt: row.ordered_at?.toISOString() ?? null,
    lines: row.lines.map(({ sku, code, ordered_units: ordered, received_units: received, price_minor: minor }) => ({
      sku,
      code,
      ordered,
      received,
      price: minor === null ? null : amount(minor),
    })),
  }
}

export const purchases = resource({
  name: 'purchase-orders',
  noun: 'purchase orders',
  scope: 'payments:read',
  schema: purchaseOrder,
  id: 'p.id',
  read: readPurchases,
  write: writePurchase,
})

export const purchaseParams = sellerParams.extend({
  purchaseOrder: z.string().max(20).meta({ description: 'The order’s number', example: 'PO-1001' }),
})

/** The order that an address names. */
export const namedPurchase = purchases.named({
  path: 'purchase-orders/{purchaseOrder}',
  noun: 'purchase order',
  params: purchaseParams,
  where({ purchaseOrder: typed }) {
    const number = parsePurchaseNumber(typed)
    return number && sql`p.po_number = ${number}`
  },
})
