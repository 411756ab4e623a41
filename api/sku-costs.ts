import { selectOfSeller } from '#db/select-of-seller.ts'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { enterCosts, maxPurchaseMinor, maxQuantity, removeCost } from '#features/core/costs/enter-costs-db.server.ts'
import { pageOf, pageQuery, readPage } from './cursor.ts'
import { answersOf, sellerParams, requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { amount, id, minorOf, moment, money, sentMoment, sku, writeAmount } from './fields.ts'
import { ApiProblem } from './problem.ts'

const skuParams = sellerParams.extend({ sku: sku().meta({ description: 'A SKU of the seller', example: 'M3-1954' }) })
const costParams = skuParams.extend({
  cost: id().max(64).meta({ description: 'Your id of the cost, unique within the SKU', example: 'purchase-17' }),
})

const costBody = z
  .strictObject({
    unitCost: amount,
    quantity: z
      .number()
      .int()
      .min(1)
      .max(maxQuantity)
      .nullish()
      .meta({ description: 'Number of units bought at this cost. If omitted, every unit costs this from `since` on' }),
    since: moment().meta({ description: 'Time of purchase, or time from which the cost applies' }),
  })
  .refine(({ unitCost, quantity }) => Number(unitCost.value) * 1_000 * (quantity ?? 1) <= maxPurchaseMinor, {
    error: 'exceeds the maximum cost of a purchase',
    path: ['quantity'],
  })
  .meta({ id: 'CostBody', description: 'The cost of goods of a SKU to the seller' })

const cost = z
  .object({
    id: z.string(),
    sku: z.string(),
    unitCost: money,
    quantity: z.number().nullable(),
    since: sentMoment(),
    source: z.enum(['TYPED', 'FILE', 'API', 'PURCHASE']).describe('How the cost was entered'),
  })
  .meta({ id: 'Cost', description: 'The cost of goods of a SKU to the seller' })

const writeCost = (row: Row<'sku_costs'>): z.input<typeof cost> => ({
  id: row.cost_key,
  sku: row.sku,
  unitCost: writeAmount({ minor: row.unit_cost_minor, currency: row.currency }),
  quantity: row.quantity,
  since: row.since.toISOString(),
  source: row.source,
})

const costsOf = (db: SellerDb, sellerId: number, of: string) =>
  selectOfSeller(db, 'sku_costs', sellerId).selectAll().where('sku', '=', of)

const findCost = (db: SellerDb, sellerId: number, { sku: of, cost: key }: { sku: string; cost: string }) =>
  costsOf(db, sellerId, of).where('cost_key', '=', key).executeTakeFirst()

export const skuCostEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'GET /sellers/{seller}/skus/{sku}/costs',
    operationId: 'listCosts',
    summary: 'List the costs of a SKU',
    scope: 'payments:read',
    params: skuParams,
    query: pageQuery,
    answers: { 200: { description: 'A page of costs', schema: pageOf(cost) } },
    handle: async ({ hub, seller, params, query, read }) => {
      const list = `costs of ${seller.id} ${params.sku}`
      const page = await readPage({ secret: hub.secret, query, list }, (after, limit) =>
        read((db) => costsOf(db, seller.id, params.sku).where('id', '>', after).orderBy('id').limit(limit).execute()),
      )
      return { status: 200, body: { ...page, items: page.items.map(writeCost) } }
    },
  }),
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/skus/{sku}/costs/{cost}',
    operationId: 'saveCost',
    summary: 'Add a cost of a SKU',
    description: 'Also applies to goods already shipped: their previous postings are reversed and posted again.',
    scope: 'payments:write',
    params: costParams,
    body: costBody,
    example: { unitCost: { value: '21.00', currency: 'GBP' }, quantity: 10, since: '2026-11-22T09:30:00.000Z' },
    versioned: true,
    answers: answersOf(cost, { 200: 'The cost already existed', 201: 'The cost was created' }),
    handle: async ({ hub, seller, params, body, ifMatch, write }) =>
      write(async (db) => {
        const known = await findCost(db, seller.id, params)
        requireMatch(ifMatch, known ? writeCost(known) : null)
        const entered = {
          sku: params.sku,
          key: params.cost,
          currency: body.unitCost.currency,
          unitCostMinor: minorOf(body.unitCost),
          quantity: body.quantity ?? null,
          since: new Date(body.since),
        }
        await enterCosts(db, {
          sellerId: seller.id,
          costs: [entered],
          source: 'API',
          enteredBy: null,
          now: hub.now(),
        })
        const row = await costsOf(db, seller.id, params.sku)
          .where('cost_key', '=', params.cost)
          .executeTakeFirstOrThrow()
        return { status: known ? 200 : 201, body: writeCost(row) }
      }),
  }),
  sellerEndpoint({
    route: 'DELETE /sellers/{seller}/skus/{sku}/costs/{cost}',
    operationId: 'removeCost',
    summary: 'Delete a cost of a SKU',
    scope: 'payments:write',
    params: costParams,
    answers: { 204: { description: 'Deleted', schema: null } },
    handle: async ({ seller, params, write }) => {
      const wasThere = await write((db) => removeCost(db, { sellerId: seller.id, sku: params.sku, key: params.cost }))
      if (!wasThere) throw new ApiProblem('not-found', { detail: 'The SKU has no such cost.' })
      return { status: 204 }
    },
  }),
]
