import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { caseKinds, returnReasons, caseStates } from '#features/core/order/order-case.ts'
import { turns } from '#features/after-sale/cases/case-states.ts'
import { id, money, mostLines, optional, sentMoment, text, writeAmount } from './fields.ts'
import { orderField } from './order-params.ts'
import { pictureId } from './pictures.ts'

export const caseBody = z
  .strictObject({
    id: id().meta({
      description: 'The request’s id in the marketplace, its idempotency key: sending it again returns the same case',
      example: 'r-1',
    }),
    kind: z.enum(caseKinds),
    reason: optional(z.enum(returnReasons)).meta({
      description: 'Reason for the return; required for returns, and not allowed otherwise',
    }),
    line: z.int().min(1).max(mostLines).meta({ description: 'Position of the line item in the order' }),
    quantity: z.int().min(1).max(10_000),
    message: text(1_000).meta({ example: 'The shutter sticks.' }),
    photos: z
      .array(z.strictObject({ picture: pictureId(), description: optional(text(250)) }))
      .max(12)
      .refine(
        (photos) => new Set(photos.map(({ picture }) => picture)).size === photos.length,
        'names one picture twice',
      )
      .optional(),
  })
  .refine(({ kind, reason }) => (kind === 'RETURN') === (reason !== undefined), {
    message: 'is said of a return, and only of one',
    path: ['reason'],
  })
  .meta({ id: 'CaseBody', description: 'A buyer’s request to return an item, or a claim that it was not received' })

/** Steps reported by the API, with who takes them. */
export const externalSteps = {
  'take-offer': 'BUYER',
  'refuse-offer': 'BUYER',
  'send-back': 'BUYER',
  arrived: 'BUYER',
  withdraw: 'BUYER',
  escalate: 'BUYER',
  'delivered-back': 'MARKETPLACE',
  'decide-for-seller': 'MARKETPLACE',
  'decide-for-buyer': 'MARKETPLACE',
} as const

const stepNames = Object.keys(externalSteps) as [keyof typeof externalSteps, ...(keyof typeof externalSteps)[]]

/** A step of the buyer, marketplace or carrier. */
export const stepBody = z
  .strictObject({
    id: id().meta({
      description: 'The step’s id in the marketplace, its idempotency key: a step sent again is applied once',
      example: 'st-1',
    }),
    step: z.enum(stepNames),
    parcel: z
      .strictObject({ carrier: text(100), trackingNumber: text(100) })
      .nullish()
      .meta({ description: 'The return parcel, with `send-back`' }),
  })
  .meta({ id: 'CaseStepBody', description: 'A step that the buyer, the carrier or the marketplace takes in a case' })

export const caseSchema = z
  .object({
    number: z.string().describe('Number shown to buyers and sellers'),
    order: orderField(),
    kind: z.enum(caseKinds),
    state: z.enum(caseStates),
    turn: z.enum(turns).describe('Who has to act next'),
    reason: z.string(),
    line: z.int(),
    quantity: z.int(),
    message: z.string().describe('What the buyer wrote'),
    photos: z.array(z.object({ picture: z.string(), description: z.string() })),
    amount: money.describe('Maximum amount that the case can cost'),
    refund: money.nullable().describe('Amount refunded to the buyer, once decided'),
    offerPercent: z.int().nullable().describe('Percentage of the price last offered as a partial refund'),
    parcel: z.object({ carrier: z.string(), trackingNumber: z.string() }).nullable(),
    restocked: z.int().describe('How many of the returned units are back in stock'),
    openedAt: sentMoment(),
    dueAt: sentMoment().nullable().describe('Deadline of the next action'),
    closedAt: sentMoment().nullable(),
  })
  .meta({ id: 'Case', description: 'A return, or a buyer’s claim that an item was not received' })

export type CaseRow = Row<'cases'> & {
  order: string
  line: number
  photos: { picture: string; description: string }[]
  restocked: number
}

export async function readCases(db: SellerDb, sellerId: number, which: ReturnType<typeof sql>): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select c.*, coalesce(o.external_id, o.order_number) as "order", l.position as line, coalesce((
        select json_agg(json_build_object('picture', p.hash, 'description', p.alt) order by p.position)
        from case_photos p where p.seller_id = ${sellerId} and p.case_id = c.id
      ), '[]') as photos,
      coalesce((select g.quantity from returned_goods g where g.seller_id = ${sellerId} and g.case_id = c.id and g.part = 0 and g.undone_at is null), 0) as restocked
    from cases c
    join orders o on o.seller_id = ${sellerId} and o.id = c.order_id
    join line_items l on l.seller_id = ${sellerId} and l.id = c.line_item_id
    where c.seller_id = ${sellerId} and ${which}`.execute(db)
  return rows
}

export function writeCase(row: CaseRow): z.input<typeof caseSchema> {
  const of = (minor: number) => writeAmount({ minor, currency: row.currency })
  return {
    number: row.case_number,
    order: row.order,
    kind: row.kind,
    state: row.state,
    turn: row.turn as (typeof turns)[number],
    reason: row.reason,
    line: row.line,
    quantity: row.units,
    message: row.words,
    photos: row.photos,
    amount: of(row.amount_minor),
    refund: row.refund_minor === null ? null : of(row.refund_minor),
    offerPercent: row.offer_percent,
    parcel:
      row.carrier === null || row.tracking_number === null
        ? null
        : { carrier: row.carrier, trackingNumber: row.tracking_number },
    restocked: row.restocked,
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
  }
}
