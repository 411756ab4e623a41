import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { CaseFacts } from '#features/core/order/order-case.ts'
import type { CancellationFacts } from '#features/core/order/order-event.ts'
import type { Endpoint } from './endpoint.ts'
import { resource } from './resource.ts'
import { money, sentMoment, writeAmount } from './fields.ts'

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
    about: z.string().describe('The case number, or the id of the cancellation'),
    by: z
      .enum(['MEMBER', 'HUB'])
      .describe(
        'MEMBER is a member of the seller. HUB is the hub itself, by a rule of the seller or because a deadline passed',
      ),
    at: sentMoment(),
    state: z.string().describe('State of the cancellation or the case after the decision'),
    reason: z.string().describe('Reason for the request or the cancellation'),
    declineReason: z.string().nullable().describe('Reason for declining a cancellation'),
    lines: z
      .array(z.object({ line: z.int(), quantity: z.int() }))
      .nullable()
      .describe('Units that a cancellation covers; null for the whole order, or for a case'),
    step: z.string().nullable().describe('Step taken in a case'),
    offerPercent: z.int().nullable().describe('Percentage of the price offered as a partial refund in a case'),
    refund: money.nullable().describe('Amount refunded to the buyer in a case, once decided'),
    parcel: z.object({ carrier: z.string(), trackingNumber: z.string() }).nullable(),
    dueAt: sentMoment().nullable().describe('Deadline of the next action'),
  })
  .meta({ id: 'Decision', description: 'A seller’s decision on a buyer’s request' })

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

async function readDecisions(db: SellerDb, sellerId: number, which: ReturnType<typeof sql>): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select e.id, e.kind, coalesce(o.external_id, o.order_number) as "order", o.currency, e.subject, e.actor, e.happened_at, e.after
    from order_events e join orders o on o.seller_id = ${sellerId} and o.id = e.order_id
    where e.seller_id = ${sellerId} and ${which}`.execute(db)
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

const decisions = resource({
  name: 'decisions',
  scope: 'orders:read',
  schema: decision,
  id: 'e.id',
  read: readDecisions,
  write: writeDecision,
})

export const decisionEndpoints: Endpoint[] = [
  decisions.changes({
    operationId: 'listDecisions',
    summary: 'List a seller’s decisions',
    description:
      'Decisions on cancellations, returns and items not received, including those that the hub made for the seller, by a rule or because a deadline passed.',
    kind: 'DECISION',
  }),
]
