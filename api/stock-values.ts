import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { flowsSince, isTrueOn, stockFlows, type StockFlow } from '#features/selling/costs/stock-value-db.server.ts'
import { stockSpan, type StockSpan } from '#features/selling/costs/stock-span.ts'
import { pageOf, pageQuery, readPage } from './cursor.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { money, writeAmount } from './fields.ts'

const day = (description: string) => z.iso.date().optional().meta({ description, example: '2026-12-31' })

const stockValue = z
  .object({
    sku: z.string(),
    units: z.number().describe('On hand at the end of the day'),
    value: money.describe('What they cost'),
    opening: money.describe('Value before the first day'),
    received: money,
    sold: money.describe('Below zero'),
    returned: money,
    counted: money.describe('Counted, corrected, lost and found'),
    recosted: money.describe('What new costs made of the units that were there'),
  })
  .meta({ id: 'StockValue', description: 'What the stock of a SKU is worth at its cost at the end of a day (UTC)' })

type ValueRow = Pick<Row<'stock_values'>, 'id' | 'sku' | 'currency' | 'units' | 'value_minor'> &
  Record<StockFlow, number>

/** Values by the id of the SKU's costs, of which each is read once while others are posted. */
async function readValues(
  db: SellerDb,
  sellerId: number,
  { from, to, after, limit }: StockSpan & { after: number; limit: number },
): Promise<ValueRow[]> {
  const { rows } = await sql<ValueRow>`
    select c.id, o.sku, o.currency, o.units, o.value_minor, ${sql.join(stockFlows.map((flow) => sql.ref(`f.${flow}`)))}
    from costed_skus c
    join stock_values o on o.seller_id = ${sellerId} and o.sku = c.sku and o.currency = c.currency and ${isTrueOn(to)}
    ${flowsSince(sql`${from}`, sql`${sellerId}`)}
    where c.seller_id = ${sellerId} and c.id > ${after} order by c.id limit ${limit}`.execute(db)
  return rows
}

function writeValue({ sku, currency, units, value_minor: minor, ...row }: ValueRow): z.input<typeof stockValue> {
  const amount = (of: number) => writeAmount({ minor: of, currency })
  const flows = stockFlows.map((flow) => [flow, row[flow]] as const)
  const change = flows.reduce((sum, [, of]) => sum + of, 0)
  return {
    sku,
    units,
    value: amount(minor),
    opening: amount(minor - change),
    // Its keys are those above.
    ...(Object.fromEntries(flows.map(([flow, of]) => [flow, amount(of)])) as Record<
      StockFlow,
      ReturnType<typeof amount>
    >),
  }
}

/** What stock is worth, and why. */
export const stockValueEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'GET /sellers/{seller}/stock-values',
    operationId: 'listStockValues',
    summary: 'List what stock is worth',
    description:
      'Lists the value of each SKU with a cost at the end of the day `to`, and what changed it since the beginning of the day `from`. The sums equal the inventory of the books.',
    scope: 'payments:read',
    query: pageQuery.extend({
      from: day('First day (UTC) whose changes are listed. Default: 1 January of this year, or with `to` all'),
      to: day('Last day (UTC). Default: today'),
    }),
    answers: { 200: { description: 'A page of values', schema: pageOf(stockValue) } },
    handle: async ({ hub, seller, query, read }) => {
      const span = stockSpan({ period: null, from: query.from ?? null, to: query.to ?? null }, hub.now())
      const paging = { secret: hub.secret, query, list: `stock values of ${seller.id} ${span.from} ${span.to}` }
      const page = await readPage(paging, (after, limit) =>
        read((db) => readValues(db, seller.id, { ...span, after, limit })),
      )
      return { status: 200, body: { ...page, items: page.items.map(writeValue) } }
    },
  }),
]
