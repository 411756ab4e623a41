import { sql } from 'kysely'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { resource, type ReadRows } from './resource.ts'
import { money, writeAmount } from './fields.ts'
import { orderField, orderOf, orderParams } from './order-params.ts'

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
const readProfits: ReadRows<ProfitRow> = async (db, sellerId, which, limit = 1) => {
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

const profits = resource({
  name: 'profits',
  scope: 'payments:read',
  schema: profit,
  id: 'p.order_id',
  read: readProfits,
  write: writeProfit,
})

export const profitEndpoints: Endpoint[] = [
  profits.list({
    operationId: 'listProfits',
    summary: 'List profits of orders',
    description: 'Orders with a known cost of all goods, the first entered first. Costs and refunds change them later.',
  }),
  profits.one({
    path: 'orders/{order}/profit',
    operationId: 'getProfit',
    summary: 'Retrieve the profit of an order',
    noun: 'profit',
    params: orderParams,
    async find(db, { seller }, params) {
      const { id } = await orderOf(db, seller, params.order)
      return (await readProfits(db, seller.id, sql`p.order_id = ${id}`))[0]
    },
    missing: 'The order has goods that are not shipped or have no known cost.',
  }),
]
