import { z } from 'zod'
import {
  findBuyers,
  readErasures,
  requestErasure,
  type Erasure,
} from '#features/operator/erasure/erasures-db.server.ts'
import { runErasures } from '#features/operator/erasure/run-erasures.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { Hub } from '#web/hub.ts'
import { answersOf, marketplaceEndpoint, type Endpoint } from './endpoint.ts'
import { id, sentMoment } from './fields.ts'
import { ApiProblem } from './problem.ts'

const erasure = z
  .object({
    id: z.string().describe('The request’s id'),
    requestedAt: sentMoment(),
    state: z.enum(['WAITING', 'DONE']).describe('WAITING while the buyer has an open order at one of the sellers'),
    sellers: z.array(
      z.object({
        seller: z.string().describe('The seller’s user name'),
        doneAt: sentMoment().nullable(),
        openOrders: z
          .array(
            z.object({
              number: z.string(),
              because: z.enum(['CASE', 'REFUND', 'CANCELLATION', 'NOT_SHIPPED', 'ON_ITS_WAY']),
            }),
          )
          .describe('Orders that must be finished first'),
      }),
    ),
  })
  .meta({ id: 'Erasure', description: 'A request to erase a buyer’s personal data' })

const writeErasure = ({ key, requestedAt, sellers }: Erasure): z.input<typeof erasure> => ({
  id: key,
  requestedAt: requestedAt.toISOString(),
  state: sellers.every(({ doneAt }) => doneAt !== null) ? 'DONE' : 'WAITING',
  sellers: sellers.map(({ seller, doneAt, open }) => ({
    seller,
    doneAt: doneAt?.toISOString() ?? null,
    openOrders: open,
  })),
})

async function readErasure(hub: Hub, key: string): Promise<Erasure | undefined> {
  const [found] = await readErasures(hub.db.owner, { key, limit: 1000, now: hub.now() })
  return found
}

export const erasureEndpoints: Endpoint[] = [
  marketplaceEndpoint({
    route: 'POST /buyers/{buyer}/erasure',
    operationId: 'eraseBuyer',
    summary: 'Erase a buyer’s personal data',
    description:
      'Identify the buyer by the marketplace’s id or by user name; their data is erased at all sellers. ' +
      'Names, addresses, phone numbers, e-mail addresses, messages, notes, photos and feedback texts are deleted. ' +
      'Order numbers, dates, items, amounts and the country are kept, as are invoices for as long as the law requires. ' +
      'While an order is open, the request waits; it completes automatically once all orders are finished. ' +
      'Sending the request again returns the same erasure. Once it is complete, the buyer can no longer be found.',
    scope: 'buyers:erase',
    params: z.strictObject({ buyer: id() }),
    body: z.strictObject({}).meta({ id: 'ErasureBody', description: 'An empty object' }),
    example: {},
    answers: answersOf(erasure, { 200: 'The erasure is complete', 202: 'The erasure waits for open orders' }),
    handle: async ({ hub, key, params }) => {
      const now = hub.now()
      const buyers = await findBuyers(hub.db.owner, { buyer: params.buyer, now })
      if (buyers.length === 0) throw new ApiProblem('not-found', { detail: 'There is no such buyer (any more).' })
      const requested = await requestErasure(hub.db.owner, { buyers, requestedBy: key.name, now })
      await runErasures(hub.db, now, {
        key: requested,
        report: (err, seller) => hub.log.error({ err, seller }, 'could not erase buyer data; retrying at the next run'),
      })
      const body = writeErasure(assertDefined(await readErasure(hub, requested), 'it was noted'))
      return { status: body.state === 'DONE' ? 200 : 202, body, location: `/erasures/${requested}` }
    },
  }),
  marketplaceEndpoint({
    route: 'GET /erasures/{erasure}',
    operationId: 'getErasure',
    summary: 'Retrieve an erasure',
    scope: 'buyers:erase',
    params: z.strictObject({ erasure: id() }),
    answers: { 200: { description: 'The erasure request', schema: erasure } },
    handle: async ({ hub, params }) => {
      const found = await readErasure(hub, params.erasure)
      if (!found) throw new ApiProblem('not-found', { detail: 'There is no such erasure.' })
      return { status: 200, body: writeErasure(found) }
    },
  }),
]
