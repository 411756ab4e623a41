import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import { pageOf, pageQuery, readPage } from './cursor.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { money, writeAmount } from './fields.ts'
import { orderField, orderOf, orderParams } from './order-params.ts'
import { ApiProblem } from './problem.ts'
import { noQuery, sellerParams } from './sellers.ts'

/** Figures of an order and of each line. */
const figures = {
  revenue: money.describe('Item and shipping'),
  costOfGoods: money.describe('Without packaging'),
  profit: money.describe('What is left after fees, refunds, labels, advertising, packaging and the goods'),
  margin: z.number().nullable().describe('The profit as a part of the revenue: 0.3709; null without revenue'),
}

const profit = z
  .object({
    order: orderField(),
    ...figures,
    lines: z
      .array(z.object({ line: z.int().describe('Its position, from 1'), sku: z.string().nullable(), ...figures }))
      .describe('They add up to the order'),
  })
  .meta({ id: 'Profit', description: 'What is left of an order whose goods are shipped and have a known cost' })

interface Figures {
  revenue: number
  cost: number
  profit: number
  /** In hundredths of a percent. */
  marginBps: number | null
}

interface ProfitRow extends Figures {
  id: number
  order: string
  currency: string
  lines: (Figures & { line: number; sku: string | null })[]
}

/** Reads profits that meet a condition on `p`, by id of the order. */
async function readProfits(
  db: SellerDb,
  sellerId: number,
  which: ReturnType<typeof sql>,
  limit = 1,
): Promise<ProfitRow[]> {
  const { rows } = await sql<ProfitRow>`
    select p.order_id as id, coalesce(o.external_id, o.order_number) as "order", p.currency, p.revenue_minor as revenue,
      p.cost_minor as cost, p.profit_minor as profit, p.margin_bps as "marginBps", (
        select coalesce(json_agg(json_build_object('line', l.position, 'sku', l.sku, 'revenue', x.revenue_minor,
          'cost', x.cost_minor, 'profit', x.profit_minor, 'marginBps',
          case when x.revenue_minor > 0 then round(x.profit_minor * 10000.0 / x.revenue_minor) end) order by l.position), '[]')
        from line_profits x join line_items l on l.seller_id = ${sellerId} and l.id = x.line_item_id
        where x.seller_id = ${sellerId} and x.order_id = p.order_id
      ) as lines
    from order_profits p join orders o on o.seller_id = ${sellerId} and o.id = p.order_id
    where p.seller_id = ${sellerId} and ${which} order by p.order_id limit ${limit}`.execute(db)
  return rows
}

function writeFigures({ revenue, cost, profit: left, marginBps }: Figures, currency: string) {
  const of = (minor: number) => writeAmount({ minor, currency })
  return {
    revenue: of(revenue),
    costOfGoods: of(cost),
    profit: of(left),
    margin: marginBps === null ? null : marginBps / 10_000,
  }
}

const writeProfit = ({ order, currency, lines, ...all }: ProfitRow): z.input<typeof profit> => ({
  order,
  ...writeFigures(all, currency),
  lines: lines.map(({ line, sku, ...own }) => ({ line, sku, ...writeFigures(own, currency) })),
})

/** Profits of orders after fees and costs. */
export const profitEndpoints: Endpoint[] = [
  sellerEndpoint(
    {
      method: 'GET',
      path: '/sellers/{seller}/profits',
      operationId: 'listProfits',
      tag: 'Payments',
      summary: 'List profits of orders',
      description:
        'Orders with a known cost of all goods, the first entered first. Costs and refunds change them later.',
      scope: 'payments:read',
      params: sellerParams,
      query: pageQuery,
      body: null,
      answers: { 200: { description: 'A page of profits', schema: pageOf(profit) } },
      problems: [],
    },
    async ({ hub, seller, query, read }) => {
      const page = await readPage({ secret: hub.secret, query, list: `profits of ${seller.id}` }, (after, limit) =>
        read((db) => readProfits(db, seller.id, sql`p.order_id > ${after}`, limit)),
      )
      return { status: 200, body: { ...page, items: page.items.map(writeProfit) } }
    },
  ),
  sellerEndpoint(
    {
      method: 'GET',
      path: '/sellers/{seller}/orders/{order}/profit',
      operationId: 'getProfit',
      tag: 'Payments',
      summary: 'Retrieve the profit of an order',
      scope: 'payments:read',
      params: orderParams,
      query: noQuery,
      body: null,
      answers: { 200: { description: 'The profit', schema: profit } },
      problems: [],
    },
    async ({ seller, params, read }) => {
      const [row] = await read(async (db) => {
        const { id } = await orderOf(db, seller, params.order)
        return readProfits(db, seller.id, sql`p.order_id = ${id}`)
      })
      if (!row)
        throw new ApiProblem('not-found', { detail: 'The order has goods that are not shipped or have no known cost.' })
      return { status: 200, body: writeProfit(row) }
    },
  ),
]
