import { sql } from 'kysely'
import { z } from 'zod'
import { restockCase } from '#features/after-sale/cases/case-restock-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { caseNumberOf, caseParams, missingCase } from './case-params.ts'
import { caseSchema, readCases, writeCase } from './case-schemas.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { ApiProblem } from './problem.ts'
import { noQuery } from './sellers.ts'
import { requireCount } from './stock-owner.ts'

const restockBody = z
  .strictObject({
    quantity: z.int().min(1).max(10_000).meta({ description: 'How many of the returned units can be sold again' }),
  })
  .meta({ id: 'RestockBody', description: 'Returned units go back into stock' })

/** Returned goods that go back into stock. */
export const caseRestockEndpoints: Endpoint[] = [
  sellerEndpoint(
    {
      method: 'POST',
      path: '/sellers/{seller}/cases/{case}/restock',
      operationId: 'addRestock',
      tag: 'After the sale',
      summary: 'Restock the goods of a return',
      description:
        'Once a return, after the parcel came back. Their listing has them again, unless it has ended, and they no longer count as cost of goods. Repeated, nothing changes. If one side counts the seller’s stock (`stockOwner`), only that side can restock; the other gets 409.',
      scope: 'stock:write',
      params: caseParams,
      query: noQuery,
      body: restockBody,
      example: { quantity: 1 },
      answers: { 200: { description: 'The case, as it is now', schema: caseSchema } },
      problems: ['not-possible-now'],
    },
    async ({ hub, key, seller, params, body, write }) => {
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
        const [found] = await readCases(db, seller.id, sql`c.case_number = ${number}`)
        return assertDefined(found, 'it was locked in this transaction')
      })
      return { status: 200, body: writeCase(row) }
    },
  ),
]

const refusals = {
  'not-back': 'The goods have not come back, or the marketplace decides or has decided about them.',
  'too-many': 'Fewer units were returned.',
} as const
