import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { disputeReasons, disputeStates } from '#features/after-sale/disputes/dispute.ts'
import { amount, id, moment, money, optional, sentMoment, text, writeAmount } from './fields.ts'

export const disputeBody = z
  .strictObject({
    order: id().meta({ description: 'The order’s id in the marketplace, or its number', example: 'A-1001' }),
    reason: z.enum(disputeReasons),
    amount: amount
      .nullish()
      .meta({ description: 'Amount that the bank claims back. Default: the amount left of the order' }),
    message: optional(text(1000)).meta({ description: 'The buyer’s statement to the bank' }),
    openedAt: moment().nullish().meta({ description: 'Default: now' }),
    respondBy: moment().nullish().meta({ description: 'Default: the deadline of the policy pack' }),
    state: z.enum(['OPEN', 'WON', 'LOST']).nullish().meta({ description: 'Decision of the bank. Default: OPEN' }),
  })
  .meta({ id: 'DisputeBody', description: 'A claim of the buyer’s bank for the money of an order' })

export const dispute = z
  .object({
    id: z.string(),
    order: z.string(),
    reason: z.enum(disputeReasons),
    state: z.enum(disputeStates),
    amount: money,
    fee: money.describe('Fee charged to the seller in addition to the amount, for a lost dispute'),
    message: z.string().nullable(),
    openedAt: sentMoment(),
    respondBy: sentMoment(),
    answer: z
      .object({
        at: sentMoment(),
        text: z.string().nullable(),
        pictures: z.array(z.string()).describe('Ids of the pictures; read the pictures at /pictures'),
        documents: z
          .array(z.object({ id: z.string(), name: z.string(), bytes: z.int() }))
          .describe('PDFs; read them at the dispute’s /documents'),
      })
      .nullable()
      .describe('The seller’s answer to the bank; null until given'),
    closedAt: sentMoment().nullable(),
  })
  .meta({ id: 'Dispute', description: 'A payment dispute' })

export type DisputeRow = Row<'disputes'> & { order: string; pictures: string[]; documents: DocumentRow[] }

interface DocumentRow {
  id: string
  name: string
  bytes: number
}

/** Reads disputes that meet a condition on `d`, by id. */
export async function readDisputes(
  db: SellerDb,
  sellerId: number,
  which: ReturnType<typeof sql>,
  limit = 1_000,
): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`
    select d.*, coalesce(o.external_id, o.order_number) as "order", coalesce((
        select json_agg(e.hash order by e.position) from dispute_evidence e
        where e.seller_id = ${sellerId} and e.dispute_id = d.id and e.name is null
      ), '[]') as pictures, coalesce((
        select json_agg(json_build_object('id', e.hash, 'name', e.name, 'bytes', p.bytes) order by e.position)
        from dispute_evidence e join pictures p on p.seller_id = ${sellerId} and p.hash = e.hash
        where e.seller_id = ${sellerId} and e.dispute_id = d.id and e.name is not null
      ), '[]') as documents
    from disputes d join orders o on o.seller_id = ${sellerId} and o.id = d.order_id
    where d.seller_id = ${sellerId} and ${which} order by d.id limit ${limit}`.execute(db)
  return rows
}

export function writeDispute(row: DisputeRow): z.input<typeof dispute> {
  const of = (minor: number) => writeAmount({ minor, currency: row.currency })
  return {
    id: row.external_id,
    order: row.order,
    reason: row.reason,
    state: row.state,
    amount: of(row.amount_minor),
    fee: of(row.fee_minor),
    message: row.words,
    openedAt: row.opened_at.toISOString(),
    respondBy: row.respond_by.toISOString(),
    answer: row.answered_at && {
      at: row.answered_at.toISOString(),
      text: row.answer,
      pictures: row.pictures,
      documents: row.documents,
    },
    closedAt: row.closed_at?.toISOString() ?? null,
  }
}
