import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import { restockCase, undoRestock } from '#features/after-sale/cases/case-restock-db.server.ts'
import type { CaseNumber } from '#features/core/order/order-case.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { caseNumberOf, caseParams, missingCase } from './case-params.ts'
import { caseSchema, readCases, writeCase, type CaseRow } from './case-schemas.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { ApiProblem } from './problem.ts'
import { requireCount } from './stock-owner.ts'

const restockBody = z
  .strictObject({
    quantity: z.int().min(1).max(10_000).meta({ description: 'How many of the returned units can be sold again' }),
  })
  .meta({ id: 'RestockBody', description: 'Returned units go back into stock' })

export const caseRestockEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'POST /sellers/{seller}/cases/{case}/restock',
    operationId: 'addRestock',
    summary: 'Restock the goods of a return',
    description:
      'Once a return, after the parcel came back. Their listing has them again, unless it has ended, and they no longer count as cost of goods. Repeated, nothing changes. If one side counts the seller’s stock (`stockOwner`), only that side can restock; the other gets 409.',
    scope: 'stock:write',
    params: caseParams,
    body: restockBody,
    example: { quantity: 1 },
    answers: { 200: { description: 'The case, as it is now', schema: caseSchema } },
    problems: ['not-possible-now'],
    handle: async ({ hub, key, seller, params, body, write }) => {
      requireCount(key, seller)
      const number = caseNumberOf(params.case)
      const row = await write(async (db) => {
        const restocking = { sellerId: seller.id, number, units: body.quantity, by: key.name, now: hub.now() }
        const outcome = await restockCase(db, restocking)
        if (!outcome.ok)
          throw outcome.reason === 'unknown'
            ? missingCase()
            : new ApiProblem('not-possible-now', { detail: refusals[outcome.reason] })
        if (outcome.restocked.units !== body.quantity)
          throw new ApiProblem('not-possible-now', { detail: 'Another quantity is back in stock already.' })
        return readLocked(db, seller.id, number)
      })
      return { status: 200, body: writeCase(row) }
    },
  }),
  sellerEndpoint({
    route: 'DELETE /sellers/{seller}/cases/{case}/restock',
    operationId: 'removeRestock',
    summary: 'Take restocked goods out of stock again',
    description:
      'For goods that went back into stock by mistake: they count as cost of goods again, and may be restocked anew. Repeated, nothing changes. Units that were sold since are not taken: 409. Only the side that counts the stock can do it.',
    scope: 'stock:write',
    params: caseParams,
    answers: { 200: { description: 'The case, as it is now', schema: caseSchema } },
    problems: ['not-possible-now'],
    handle: async ({ hub, key, seller, params, write }) => {
      requireCount(key, seller)
      const number = caseNumberOf(params.case)
      const row = await write(async (db) => {
        const outcome = await undoRestock(db, { sellerId: seller.id, number, now: hub.now() })
        if (!outcome.ok)
          throw outcome.reason === 'unknown'
            ? missingCase()
            : new ApiProblem('not-possible-now', { detail: 'The units are not in stock any more.' })
        return readLocked(db, seller.id, number)
      })
      return { status: 200, body: writeCase(row) }
    },
  }),
]

async function readLocked(db: SellerDb, sellerId: number, number: CaseNumber): Promise<CaseRow> {
  const [row] = await readCases(db, sellerId, sql`c.case_number = ${number}`)
  return assertDefined(row, 'it was locked in this transaction')
}

const refusals = {
  'not-back': 'The goods have not come back, or the marketplace decides or has decided about them.',
  'too-many': 'Fewer units were returned.',
} as const
