import { sql } from 'kysely'
import { z } from 'zod'
import { reportedReasons } from '#features/core/holds/hold.ts'
import { reportHold, type HoldReportOutcome } from '#features/payments/holds/report-hold-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { answersOf, sellerParams, requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { id, moment, optional, text } from './fields.ts'
import { hold, writeHold } from './money-schemas.ts'
import { orderOf } from './order-params.ts'
import { readHolds } from './payment-rows.ts'
import { resource } from './resource.ts'
import { ApiProblem } from './problem.ts'

const holdBody = z
  .strictObject({
    order: id().meta({ description: 'The order’s id in the marketplace, or its number', example: 'A-1001' }),
    reason: z.enum(reportedReasons),
    note: optional(text(500)).meta({ description: 'Note shown to the seller' }),
    state: z.enum(['HELD', 'RELEASED']).nullish().meta({ description: 'Default: HELD' }),
    releaseAt: moment().nullish().meta({ description: 'When the hub releases the hold. Default: never' }),
  })
  .meta({ id: 'HoldBody', description: 'A hold of the marketplace on the money of an order' })

function refusalOf(reason: Extract<HoldReportOutcome, { ok: false }>['reason']): ApiProblem {
  switch (reason) {
    case 'id-taken':
      return new ApiProblem('id-taken', { detail: 'A hold of another order has this id.' })
    case 'held-already':
      return new ApiProblem('not-possible-now', { detail: 'The order is held by another hold of yours.' })
    case 'nothing-to-hold':
      return new ApiProblem('not-possible-now', { detail: 'The order’s money is paid out, or nothing of it is left.' })
    case 'released-already':
      return new ApiProblem('not-possible-now', { detail: 'It is not in place: a new hold needs another id.' })
  }
}

const holds = resource({
  name: 'holds',
  scope: 'payments:read',
  schema: hold,
  id: 'h.id',
  read: readHolds,
  write: writeHold,
})

/** Holds of the marketplace, and those that the hub places itself. */
export const holdEndpoints: Endpoint[] = [
  holds.list({
    operationId: 'listHolds',
    summary: 'List holds',
    description: 'Lists your holds and those that the hub places itself, for cases and for deliveries of new sellers.',
  }),
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/holds/{hold}',
    operationId: 'saveHold',
    summary: 'Place or release a hold',
    description:
      'Replaces a hold that the hub placed itself; that hold returns afterwards if its reason still applies.',
    scope: 'payments:write',
    params: sellerParams.extend({
      hold: id().meta({ description: 'The hold’s id in the marketplace', example: 'h-1' }),
    }),
    body: holdBody,
    example: { order: 'A-1001', reason: 'MARKETPLACE', note: 'We are checking this sale.' },
    versioned: true,
    answers: answersOf(hold, { 200: 'The existing hold', 201: 'The new hold' }),
    problems: ['id-taken', 'not-possible-now'],
    handle: async ({ hub, seller, params, body, ifMatch, write }) =>
      write(async (db) => {
        const order = await orderOf(db, seller, body.order)
        const [known] = await readHolds(db, seller.id, sql`h.external_id = ${params.hold}`)
        const outcome = await reportHold(db, {
          sellerId: seller.id,
          id: params.hold,
          order: order.number,
          reason: body.reason,
          note: body.note ?? null,
          isReleased: body.state === 'RELEASED',
          releaseAt: body.releaseAt ? new Date(body.releaseAt) : null,
          now: hub.now(),
          rules: hub.config.policyPack.payout,
          before: (row) => requireMatch(ifMatch, row && known ? writeHold({ ...row, order: known.order }) : null),
        })
        if (!outcome.ok) throw refusalOf(outcome.reason)
        const [row] = await readHolds(db, seller.id, sql`h.id = ${outcome.hold.id}`)
        return {
          status: outcome.isNew ? 201 : 200,
          body: writeHold(assertDefined(row, 'it was written in this transaction')),
        }
      }),
  }),
]
