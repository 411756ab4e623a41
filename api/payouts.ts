import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import { payoutFailures } from '#features/payments/payouts/payout-states.ts'
import { reportPayout, type PayoutResult } from '#features/payments/payouts/report-payout-db.server.ts'
import { pageOf, pageQuery, readPage } from './cursor.ts'
import { requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { moment, optional, text } from './fields.ts'
import { payout, writePayout } from './money-schemas.ts'
import { readPayouts } from './payment-rows.ts'
import { ApiProblem } from './problem.ts'
import { noQuery, sellerParams } from './sellers.ts'

const payoutParams = sellerParams.extend({
  payout: z.string().min(1).max(20).meta({ description: 'The payout’s id', example: '8f2c0a7d91b4' }),
})

const payoutReport = z
  .strictObject({
    state: z.enum(['PAID', 'FAILED', 'REVERSED']).describe('REVERSED: the bank returned the funds'),
    at: moment().nullish().meta({ description: 'Time of the outcome. Default: now' }),
    key: optional(text(100)).meta({
      description:
        'The `key` of the attempt. A repeated FAILED of a former attempt then changes nothing, and its PAID is refused',
    }),
    reference: optional(text(100)).meta({ description: 'The bank’s reference, if PAID' }),
    failure: z.enum(payoutFailures).nullish(),
    mayBeRetried: z.boolean().nullish().meta({
      description:
        'If true, the hub retries a FAILED payout the next day, a limited number of times. If false (the default), its funds become available again',
    }),
  })
  .meta({ id: 'PayoutReport', description: 'Outcome of a payout' })

function resultOf({ state, reference, failure, mayBeRetried }: z.output<typeof payoutReport>): PayoutResult {
  if (state === 'PAID') return { state, reference: reference ?? null }
  return state === 'REVERSED'
    ? { state, failure: failure ?? 'OTHER' }
    : { state, failure: failure ?? 'OTHER', mayBeRetried: mayBeRetried ?? false }
}

async function payoutOf(db: SellerDb, sellerId: number, number: string) {
  const [row] = await readPayouts(db, sellerId, sql`p.payout_number = ${number}`)
  if (!row) throw new ApiProblem('not-found', { detail: 'There is no such payout.' })
  return row
}

/** Payouts, planned by the hub; the marketplace pays them and reports the outcome. */
export const payoutEndpoints: Endpoint[] = [
  sellerEndpoint(
    {
      method: 'GET',
      path: '/sellers/{seller}/payouts',
      operationId: 'listPayouts',
      tag: 'Payments',
      summary: 'List payouts',
      scope: 'payments:read',
      params: sellerParams,
      query: pageQuery,
      body: null,
      answers: { 200: { description: 'A page of payouts', schema: pageOf(payout) } },
      problems: [],
    },
    async ({ hub, seller, query, read }) => {
      const page = await readPage({ secret: hub.secret, query, list: `payouts of ${seller.id}` }, (after, limit) =>
        read((db) => readPayouts(db, seller.id, sql`p.id > ${after}`, limit)),
      )
      return { status: 200, body: { ...page, items: page.items.map(writePayout) } }
    },
  ),
  sellerEndpoint(
    {
      method: 'GET',
      path: '/sellers/{seller}/payouts/{payout}',
      operationId: 'getPayout',
      tag: 'Payments',
      summary: 'Retrieve a payout',
      scope: 'payments:read',
      params: payoutParams,
      query: noQuery,
      body: null,
      answers: { 200: { description: 'The payout', schema: payout } },
      problems: [],
    },
    async ({ seller, params, read }) => ({
      status: 200,
      body: writePayout(await read((db) => payoutOf(db, seller.id, params.payout))),
    }),
  ),
  sellerEndpoint(
    {
      method: 'PUT',
      path: '/sellers/{seller}/payouts/{payout}',
      operationId: 'savePayout',
      tag: 'Payments',
      summary: 'Report a payout’s status',
      description:
        'Pay the payout when you receive `payout.initiated`, once for each `key`. Reporting the same outcome again changes nothing. The funds of a failed or reversed payout become available again.',
      scope: 'payments:write',
      params: payoutParams,
      query: noQuery,
      body: payoutReport,
      happened: ({ at }) => ({ '/at': at }),
      example: { state: 'PAID', key: '8f2c0a7d91b4-1', reference: 'HM-4410-1117' },
      versioned: true,
      answers: { 200: { description: 'The payout', schema: payout } },
      problems: ['not-possible-now'],
    },
    async ({ hub, seller, params, body, ifMatch, write }) => {
      const now = hub.now()
      const outcome = await write((db) =>
        reportPayout(db, {
          sellerId: seller.id,
          number: params.payout,
          result: resultOf(body),
          key: body.key ?? null,
          at: body.at ? new Date(body.at) : now,
          now,
          rules: hub.config.policyPack.payout,
          before: (row) => requireMatch(ifMatch, writePayout(row)),
        }),
      )
      if (outcome.ok) return { status: 200, body: writePayout(outcome.payout) }
      throw outcome.reason === 'unknown'
        ? new ApiProblem('not-found', { detail: 'There is no such payout.' })
        : new ApiProblem('not-possible-now', { detail: 'The payout is in another state, or in another attempt.' })
    },
  ),
]
