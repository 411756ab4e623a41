import { sql } from 'kysely'
import { z } from 'zod'
import { payoutFailures } from '#features/payments/payouts/payout-states.ts'
import { reportPayout, type PayoutResult } from '#features/payments/payouts/report-payout-db.server.ts'
import { sellerParams, requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { moment, optional, text } from './fields.ts'
import { payout, writePayout } from './money-schemas.ts'
import { readPayouts } from './payment-rows.ts'
import { resource } from './resource.ts'
import { ApiProblem } from './problem.ts'

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

const payouts = resource({
  name: 'payouts',
  scope: 'payments:read',
  schema: payout,
  id: 'p.id',
  read: readPayouts,
  write: writePayout,
})

/** Payouts, planned by the hub; the marketplace pays them and reports the outcome. */
export const payoutEndpoints: Endpoint[] = [
  payouts.list({ operationId: 'listPayouts', summary: 'List payouts' }),
  payouts.one({
    path: 'payouts/{payout}',
    operationId: 'getPayout',
    summary: 'Retrieve a payout',
    noun: 'payout',
    params: payoutParams,
    find: async (db, { seller }, params) =>
      (await readPayouts(db, seller.id, sql`p.payout_number = ${params.payout}`))[0],
    missing: 'There is no such payout.',
  }),
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/payouts/{payout}',
    operationId: 'savePayout',
    summary: 'Report a payout’s status',
    description:
      'Pay the payout when you receive `payout.initiated`, once for each `key`. Reporting the same outcome again changes nothing. The funds of a failed or reversed payout become available again.',
    scope: 'payments:write',
    params: payoutParams,
    body: payoutReport,
    happened: ({ at }) => ({ '/at': at }),
    example: { state: 'PAID', key: '8f2c0a7d91b4-1', reference: 'HM-4410-1117' },
    versioned: true,
    answers: { 200: { description: 'The payout', schema: payout } },
    problems: ['not-possible-now'],
    handle: async ({ hub, seller, params, body, ifMatch, write }) => {
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
  }),
]
