import { selectOfSeller } from '#db/select-of-seller.ts'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { moveCase } from '#features/after-sale/cases/move-case-db.server.ts'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import type { CaseNumber } from '#features/core/order/order-case.ts'
import { parseRefundKey } from '#features/after-sale/refunds/refund.ts'
import { settleRefund } from '#features/after-sale/refunds/settle-refunds.server.ts'
import type { SellerDb } from '#db/client.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { caseNumberOf, caseParams, missingCase } from './case-params.ts'
import { caseBody, caseSchema, readCases, stepBody, externalSteps, writeCase } from './case-schemas.ts'
import { resource } from './resource.ts'
import { answersOf, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { keyOf, orderOf, orderParams } from './order-params.ts'
import { ApiProblem } from './problem.ts'
import { sellerIdOf, type ApiSeller } from './sellers-by-id.ts'
import { brand } from '#lib/brand.ts'

const cases = resource({
  name: 'cases',
  scope: 'orders:read',
  schema: caseSchema,
  id: 'c.id',
  read: readCases,
  write: writeCase,
})

/** Returns and inquiries, opened and continued by the buyer through the marketplace. */
export const caseEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'POST /sellers/{seller}/orders/{order}/cases',
    operationId: 'openCase',
    summary: 'Open a case',
    description:
      'Opens a return or a claim that an item was not received. The seller can respond until `dueAt`; if one of their rules applies, the case is answered at once.',
    scope: 'cases:write',
    params: orderParams,
    body: caseBody,
    example: {
      id: 'r-1',
      kind: 'RETURN',
      reason: 'DEFECTIVE_ITEM',
      line: 1,
      quantity: 1,
      message: 'The shutter sticks.',
    },
    answers: answersOf(caseSchema, { 200: 'The existing case', 201: 'The new case' }),
    problems: ['not-possible-now', 'no-such-picture', 'id-taken'],
    handle: async ({ hub, seller, params, body, write, read }) => {
      const key = keyOf(`case ${body.id}`)
      const { number, repeated } = await write(async (db) => {
        const order = await orderOf(db, seller, params.order)
        const opened = await openCase(db, {
          sellerId: seller.id,
          order: order.number,
          line: body.line,
          units: body.quantity,
          kind: body.kind,
          reason: body.reason ?? 'ITEM_NOT_RECEIVED',
          words: body.message,
          photos: (body.photos ?? []).map(({ picture, description }) => ({ hash: picture, alt: description ?? '' })),
          number: newCaseNumber(body.kind),
          key,
          now: hub.now(),
          policyPack: hub.config.policyPack,
        })
        if (!opened.ok) throw openingRefusal(opened.reason)
        const known = await openRequestedCase(db, seller, key)
        if (known.orderId !== order.id)
          throw new ApiProblem('id-taken', at('/id', 'A case of another order has this id.'))
        if (opened.repeated) await requireSameCase(db, seller, { number: known.number, body })
        return { number: known.number, repeated: opened.repeated }
      })
      return sendCase(read, seller, { number, status: repeated ? 200 : 201 })
    },
  }),
  cases.changes({ operationId: 'listCases', summary: 'List cases by last change', kind: 'CASE' }),
  cases.one({
    path: 'cases/{case}',
    operationId: 'getCase',
    summary: 'Retrieve a case',
    noun: 'case',
    params: caseParams,
    find: async (db, { seller }, params) =>
      (await readCases(db, seller.id, sql`c.case_number = ${caseNumberOf(params.case)}`))[0],
    missing: 'There is no such case.',
  }),
  sellerEndpoint({
    route: 'POST /sellers/{seller}/cases/{case}/steps',
    operationId: 'addCaseStep',
    summary: 'Report an event of a case',
    description:
      'The buyer accepts (`take-offer`) or refuses (`refuse-offer`) an offer, sends the item back (`send-back`), has received it (`arrived`), ' +
      'withdraws (`withdraw`) or escalates the case to the marketplace (`escalate`). The return parcel has been delivered (`delivered-back`). ' +
      'The marketplace decides (`decide-for-seller`, `decide-for-buyer`).',
    scope: 'cases:write',
    params: caseParams,
    body: stepBody,
    example: { id: 'st-1', step: 'send-back', parcel: { carrier: 'Royal Mail', trackingNumber: 'AB123456789GB' } },
    answers: { 200: { description: 'The updated case', schema: caseSchema } },
    problems: ['not-possible-now', 'id-taken'],
    handle: async ({ hub, seller, params, body, write, read }) => {
      const number = caseNumberOf(params.case)
      const key = keyOf(`step ${number} ${body.id}`)
      const moved = await write((db) =>
        moveCase(db, {
          sellerId: seller.id,
          number,
          step: body.step,
          parcel: body.parcel ?? null,
          key,
          actor: { kind: externalSteps[body.step] },
          now: hub.now(),
          policyPack: hub.config.policyPack,
        }),
      )
      if (!moved.ok) {
        if (moved.reason === 'unknown') throw missingCase()
        if (moved.reason === 'other-request') throw new ApiProblem('id-taken', at('/id', 'Another step has this id.'))
        throw new ApiProblem('not-possible-now', { detail: `The case refuses it: ${moved.reason}.` })
      }
      const refundKey = parseRefundKey(moved.refundKey)
      if (refundKey) await settleRefund(hub, seller.id, refundKey)
      return sendCase(read, seller, { number, status: 200 })
    },
  }),
]

const at = (pointer: string, detail: string) => ({ errors: [{ pointer, detail }] })

/** Finds the case that a request opened. */
async function openRequestedCase(db: SellerDb, seller: ApiSeller, key: string) {
  const { order_id: orderId, subject } = await selectOfSeller(db, 'order_events', seller.id)
    .select(['order_id', 'subject'])
    .where('request_key', '=', key)
    .executeTakeFirstOrThrow()
  return { orderId, number: brand<CaseNumber>(subject) }
}

/** Refuses an id already used for a different case. */
async function requireSameCase(
  db: SellerDb,
  seller: ApiSeller,
  { number, body }: { number: CaseNumber; body: z.output<typeof caseBody> },
) {
  const [row] = await readCases(db, seller.id, sql`c.case_number = ${number}`)
  const { kind, reason = 'ITEM_NOT_RECEIVED', line, quantity, message, photos = [] } = body
  const isSame =
    row?.kind === kind &&
    row.reason === reason &&
    row.line === line &&
    row.units === quantity &&
    row.words === message &&
    isDeepStrictEqual(
      row.photos,
      photos.map(({ picture, description = '' }) => ({ picture, description })),
    )
  if (!isSame) throw new ApiProblem('id-taken', at('/id', 'Another case has this id.'))
}

async function sendCase(
  read: OwnRows['read'],
  seller: ApiSeller,
  { number, status }: { number: CaseNumber; status: number },
) {
  const [row] = await read((db) => readCases(db, seller.id, sql`c.case_number = ${number}`))
  if (!row) throw missingCase()
  return {
    status,
    body: writeCase(row),
    location: `/sellers/${encodeURIComponent(sellerIdOf(seller))}/cases/${number}`,
  }
}

type Refusal = Exclude<Awaited<ReturnType<typeof openCase>>, { ok: true }>['reason']

function openingRefusal(reason: Refusal): ApiProblem {
  if (reason === 'unknown') return new ApiProblem('not-found', at('/line', 'The order has no such line.'))
  if (reason === 'unknown-picture')
    return new ApiProblem('no-such-picture', at('/photos', 'The seller has no such picture.'))
  return new ApiProblem('not-possible-now', { detail: `No case can be opened: ${reason}.` })
}
