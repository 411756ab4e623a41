import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { DisputeNumber, DisputeState, DisputeStep } from '#features/after-sale/disputes/dispute.ts'
import { moveDispute } from '#features/after-sale/disputes/move-dispute-db.server.ts'
import { openDispute, type OpenOutcome } from '#features/after-sale/disputes/open-dispute-db.server.ts'
import { answerDocument } from '#features/core/listing-pictures/answer-document.server.ts'
import { readOrderMoney } from '#features/after-sale/refunds/order-money-db.server.ts'
import { refundableOf } from '#features/after-sale/refunds/refund.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'
import { toDecimal } from '#lib/money.ts'
import type { Hub } from '#web/hub.ts'
import { dispute, disputeBody, readDisputes, writeDispute, type DisputeRow } from './dispute-schemas.ts'
import { answersOf, sellerParams, requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { id, minorOf } from './fields.ts'
import { orderOf } from './order-params.ts'
import { resource } from './resource.ts'
import { ApiProblem } from './problem.ts'
import type { ApiSeller } from './sellers-by-id.ts'

const disputeParams = sellerParams.extend({
  dispute: id().meta({ description: 'The dispute’s id in the marketplace', example: 'd-1' }),
})

const documentId = z
  .string()
  .regex(/^doc[0-9a-f]{32}$/, 'is not the id of a document')
  .meta({ example: 'doc0123456789abcdef0123456789abcdef' })

const disputes = resource({
  name: 'disputes',
  scope: 'payments:read',
  schema: dispute,
  id: 'd.id',
  read: readDisputes,
  write: writeDispute,
})

/** Payment disputes, opened and decided by banks through the marketplace, and answered by sellers. */
export const disputeEndpoints: Endpoint[] = [
  disputes.list({ operationId: 'listDisputes', summary: 'List disputes' }),
  disputes.one({
    path: 'disputes/{dispute}',
    operationId: 'getDispute',
    summary: 'Retrieve a dispute and the seller’s evidence',
    noun: 'dispute',
    params: disputeParams,
    find: async (db, { seller }, params) =>
      (await readDisputes(db, seller.id, sql`d.external_id = ${params.dispute}`))[0],
    missing: 'There is no such dispute.',
  }),
  sellerEndpoint({
    route: 'GET /sellers/{seller}/disputes/{dispute}/documents/{document}',
    operationId: 'getDisputeDocument',
    summary: 'Download a document of the seller’s evidence',
    scope: 'payments:read',
    params: disputeParams.extend({ document: documentId }),
    answers: { 200: { description: 'The document', schema: null, file: 'application/pdf' } },
    handle: async ({ hub, seller, params, read }) => {
      const [row] = await read((db) => readDisputes(db, seller.id, sql`d.external_id = ${params.dispute}`))
      const sent = row?.documents.find((document) => document.id === params.document)
      if (!sent) throw new ApiProblem('not-found', { detail: 'There is no such document.' })
      const file = await answerDocument(hub, { hash: sent.id, name: sent.name })
      if (!file.ok) throw new ApiProblem(file.status === 404 ? 'not-found' : 'unavailable')
      return { status: 200, file }
    },
  }),
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/disputes/{dispute}',
    operationId: 'saveDispute',
    summary: 'Open a dispute or report its outcome',
    description:
      'The disputed amount is debited from the seller at once, and open cases of the order are closed. The seller can respond until `respondBy`; after that, the dispute is lost.',
    scope: 'payments:write',
    params: disputeParams,
    body: disputeBody,
    happened: ({ openedAt }) => ({ '/openedAt': openedAt }),
    example: { order: 'A-1001', reason: 'NOT_RECEIVED', message: 'It never came.' },
    versioned: true,
    answers: answersOf(dispute, { 200: 'The existing dispute', 201: 'The new dispute' }),
    problems: ['id-taken', 'not-possible-now', 'wrong-currency'],
    handle: async ({ hub, seller, params, body, ifMatch, write }) =>
      write(async (db) => {
        const [known] = await readDisputes(db, seller.id, sql`d.external_id = ${params.dispute}`)
        requireMatch(ifMatch, known ? writeDispute(known) : null)
        const opened = known ?? (await open(db, { hub, seller, id: params.dispute, body }))
        if (known) await requireSameDispute(db, seller, { known, body })
        await decide(db, { hub, seller, opened, state: body.state ?? 'OPEN' })
        const [row] = await readDisputes(db, seller.id, sql`d.id = ${opened.id}`)
        return {
          status: known ? 200 : 201,
          body: writeDispute(assertDefined(row, 'it was written in this transaction')),
        }
      }),
  }),
]

interface Opening {
  hub: Pick<Hub, 'now' | 'config'>
  seller: ApiSeller
  id: string
  body: z.output<typeof disputeBody>
}

async function open(db: SellerDb, { hub, seller, id: externalId, body }: Opening) {
  const order = await orderOf(db, seller, body.order)
  if (body.amount && body.amount.currency !== order.currency)
    throw new ApiProblem('wrong-currency', { detail: 'The order is in another currency.' })
  const { leftMinor } = refundableOf(await readOrderMoney(db, seller.id, order.id))
  const outcome = await openDispute(db, {
    sellerId: seller.id,
    id: externalId,
    order: order.number,
    reason: body.reason,
    amountMinor: body.amount ? minorOf(body.amount) : leftMinor,
    words: body.message ?? null,
    openedAt: body.openedAt ? new Date(body.openedAt) : hub.now(),
    respondBy: body.respondBy ? new Date(body.respondBy) : null,
    now: hub.now(),
    rules: hub.config,
  })
  if (!outcome.ok) throw refusalOf(outcome, order.currency)
  return outcome.dispute
}

function refusalOf({ reason, leftMinor }: Extract<OpenOutcome, { ok: false }>, currency: string): ApiProblem {
  const left = `${toDecimal({ minor: leftMinor, currency })} ${currency}`
  switch (reason) {
    case 'open-already':
      return new ApiProblem('not-possible-now', { detail: 'Another dispute of the order is open.' })
    case 'not-paid':
      return new ApiProblem('not-possible-now', { detail: 'The order is not paid.' })
    case 'nothing-disputed':
      return new ApiProblem('not-possible-now', { detail: 'An amount of zero cannot be disputed.' })
    case 'more-than-left':
      return new ApiProblem('not-possible-now', { detail: `Refunds and disputes leave ${left} of the order.` })
  }
}

/** Refuses an id already used for a different dispute. */
async function requireSameDispute(
  db: SellerDb,
  seller: ApiSeller,
  { known, body }: { known: DisputeRow; body: z.output<typeof disputeBody> },
): Promise<void> {
  const order = await orderOf(db, seller, body.order)
  const isSame =
    order.id === known.order_id &&
    body.reason === known.reason &&
    (!body.amount || (body.amount.currency === known.currency && minorOf(body.amount) === known.amount_minor))
  if (!isSame) throw new ApiProblem('id-taken', { detail: 'Another dispute has this id.' })
}

const decisions = { WON: 'win', LOST: 'lose' } as const satisfies Partial<Record<DisputeState, DisputeStep>>

interface Decision {
  hub: Pick<Hub, 'now' | 'config'>
  seller: ApiSeller
  opened: Pick<DisputeRow, 'dispute_number'>
  state: 'OPEN' | 'WON' | 'LOST'
}

async function decide(db: SellerDb, { hub, seller, opened, state }: Decision): Promise<void> {
  if (state === 'OPEN') return
  const moved = await moveDispute(db, {
    sellerId: seller.id,
    number: brand<DisputeNumber>(opened.dispute_number),
    step: decisions[state],
    now: hub.now(),
    policyPack: hub.config.policyPack,
  })
  if (moved.ok || ('dispute' in moved && moved.dispute.state === state)) return
  throw new ApiProblem('not-possible-now', {
    detail: 'dispute' in moved ? `The dispute is ${moved.dispute.state}.` : 'There is no such dispute.',
  })
}
