import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { parsePurchaseNumber, purchaseStates } from '#features/selling/purchases/purchase.ts'
import { sellerParams, type Endpoint } from './endpoint.ts'
import { money, sentMoment, writeAmount } from './fields.ts'
import { resource } from './resource.ts'

const line = z.object({
  sku: z.string(),
  code: z.string().nullable().describe('What the supplier calls it'),
  ordered: z.number(),
  received: z.number(),
  price: money.nullable().describe('Of a unit; null if unknown'),
})

const purchaseOrder = z
  .object({
    id: z.string().describe('Its number'),
    supplier: z.object({ name: z.string(), email: z.string().nullable(), leadDays: z.number() }),
    state: z.enum(purchaseStates),
    freight: money,
    freightBy: z.enum(['VALUE', 'WEIGHT']).describe('How the freight is shared'),
    expectedOn: z.string().nullable(),
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

async function readPurchases(
  db: SellerDb,
  sellerId: number,
  which: ReturnType<typeof sql>,
  limit = 1_000,
): Promise<PurchaseRow[]> {
  const { rows } = await sql<PurchaseRow>`
    select p.*, s.name, s.email, s.lead_days, coalesce((
      select json_agg(json_build_object('sku', l.sku, 'code', l.code, 'ordered_units', l.ordered_units,
        'received_units', l.received_units, 'price_minor', l.price_minor) order by l.position)
      from purchase_lines l where l.seller_id = ${sellerId} and l.purchase_id = p.id), '[]') as lines
    from purchase_orders p join suppliers s on s.seller_id = ${sellerId} and s.id = p.supplier_id
    where p.seller_id = ${sellerId} and ${which} order by p.id limit ${limit}`.execute(db)
  return rows
}

function writePurchase({ currency, ...row }: PurchaseRow): z.input<typeof purchaseOrder> {
  const amount = (minor: number) => writeAmount({ minor, currency })
  return {
    id: row.po_number,
    supplier: { name: row.name, email: row.email, leadDays: row.lead_days },
    state: row.state,
    freight: amount(row.freight_minor),
    freightBy: row.freight_by,
    expectedOn: row.expected_on,
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

const purchases = resource({
  name: 'purchase-orders',
  noun: 'purchase orders',
  scope: 'payments:read',
  schema: purchaseOrder,
  id: 'p.id',
  read: readPurchases,
  write: writePurchase,
})

/** Orders of sellers at their suppliers. */
export const purchaseEndpoints: Endpoint[] = [
  purchases.changes({
    kind: 'PURCHASE',
    operationId: 'listPurchaseOrders',
    summary: 'List purchase orders by last change',
    description: 'Lists what the seller ordered from suppliers, with what was received.',
  }),
  purchases.one({
    path: 'purchase-orders/{purchaseOrder}',
    noun: 'purchase order',
    operationId: 'getPurchaseOrder',
    summary: 'Get a purchase order',
    params: sellerParams.extend({
      purchaseOrder: z.string().max(20).meta({ description: 'The order’s number', example: 'PO-1001' }),
    }),
    find: async (db, { seller }, { purchaseOrder: typed }) => {
      const number = parsePurchaseNumber(typed)
      return number && (await readPurchases(db, seller.id, sql`p.po_number = ${number}`))[0]
    },
    missing: 'The seller has no such purchase order.',
  }),
]
