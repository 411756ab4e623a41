import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { CaseFacts } from '#features/core/order/order-case.ts'
import type { CancellationFacts } from '#features/core/order/order-event.ts'
import { changesDescription, changesPageSchema, inOrderOfChange, readChanged } from './changes-page.ts'
import { pageQuery } from './cursor.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { money, sentMoment, writeAmount } from './fields.ts'
import { sellerParams } from './sellers.ts'

const kinds = [
  'CANCELLATION_ACCEPTED',
  'CANCELLATION_DECLINED',
  'CANCELLATION_EXPIRED',
  'ORDER_CANCELLED',
  'CASE_STEP',
] as const

const decision = z
  .object({
    kind: z.enum(kinds),
    order: z.string().describe('The order’s id in the marketplace'),
    about: z.string().describe('The number of the case, or the id of the cancellation'),
    by: z
      .enum(['MEMBER', 'HUB'])
      .describe('A member of the seller, or the hub: by the seller’s rule, or by a deadline'),
    at: sentMoment(),
    state: z.string().describe('Of the cancellation or the case, after it'),
    reason: z.string().describe('Why it was asked for, or why it was cancelled'),
    declineReason: z.string().nullable().describe('Why a cancellation was declined'),
    lines: z
      .array(z.object({ line: z.int(), quantity: z.int() }))
      .nullable()
      .describe('Which units a cancellation is about; null is the whole order, or a case'),
    step: z.string().nullable().describe('What was done in a case'),
    offerPercent: z.int().nullable().describe('The part of the price that was offered in a case'),
    refund: money.nullable().describe('What goes back to the buyer of a case, once that is decided'),
    parcel: z.object({ carrier: z.string(), trackingNumber: z.string() }).nullable(),
    dueAt: sentMoment().nullable().describe('By when the next has to act'),
  })
  .meta({ id: 'Decision', description: 'What a seller has decided about a buyer’s wish' })

interface DecisionRow {
  id: number
  kind: (typeof kinds)[number]
  order: string
  currency: string
  subject: string
  actor: Row<'order_events'>['actor']
  happened_at: Date
  after: CaseFacts | CancellationFacts
}

async function readDecisions(db: SellerDb, sellerId: number, ids: readonly number[]): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select e.id, e.kind, coalesce(o.external_id, o.order_number) as "order", o.currency, e.subject, e.actor, e.happened_at, e.after
    from order_events e join orders o on o.seller_id = ${sellerId} and o.id = e.order_id
    where e.seller_id = ${sellerId} and e.id = any (${[...ids]}::bigint[])`.execute(db)
  return rows
}

const isCase = (facts: CaseFacts | CancellationFacts): facts is CaseFacts => 'step' in facts

function writeDecision(row: DecisionRow): z.input<typeof decision> {
  const { after } = row
  const common = {
    kind: row.kind,
    order: row.order,
    about: row.subject,
    by: row.actor === 'HUB' ? ('HUB' as const) : ('MEMBER' as const),
    at: row.happened_at.toISOString(),
    state: after.state,
    reason: after.reason,
  }
  if (!isCase(after))
    return {
      ...common,
      declineReason: after.declineReason,
      lines: after.units?.map(({ line, units }) => ({ line, quantity: units })) ?? null,
      step: null,
      offerPercent: null,
      refund: null,
      parcel: null,
      dueAt: null,
    }
  return {
    ...common,
    declineReason: null,
    lines: null,
    step: after.step,
    offerPercent: after.offerPercent,
    refund: after.refundMinor === null ? null : writeAmount({ minor: after.refundMinor, currency: row.currency }),
    parcel: after.parcel,
    dueAt: after.deadline?.at ?? null,
  }
}

/** Sellers' decisions on cancellations, returns and inquiries. */
export const decisionEndpoints: Endpoint[] = [
  sellerEndpoint(
    {
      method: 'GET',
      path: '/sellers/{seller}/decisions',
      operationId: 'listDecisions',
      tag: 'After the sale',
      summary: 'List a seller’s decisions',
      description: `About cancellations, returns and items that have not come; also what the hub did for the seller, by a rule or because a deadline passed. ${changesDescription}`,
      scope: 'orders:read',
      params: sellerParams,
      query: pageQuery,
      body: null,
      answers: { 200: { description: 'A page of decisions', schema: changesPageSchema(decision) } },
      problems: [],
    },
    ({ hub, seller, query }) =>
      readChanged({ hub, seller, kind: 'DECISION', query }, async (db, rows) => {
        const ids = rows.map(({ id }) => id)
        return inOrderOfChange(rows, await readDecisions(db, seller.id, ids)).map(writeDecision)
      }),
  ),
]
