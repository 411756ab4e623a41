import { sql } from 'kysely'
import { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { disputeReasons, disputeStates } from '#features/after-sale/disputes/dispute.ts'
import { amount, id, moment, money, optional, sentMoment, text, writeAmount } from './fields.ts'

/** A dispute in requests. */
export const disputeBody = z
  .strictObject({
    order: id().meta({ description: 'The order’s id in the marketplace, or its number', example: 'A-1001' }),
    reason: z.enum(disputeReasons),
    amount: amount
      .nullish()
      .meta({ description: 'What the bank asks back; all that is left of the order, if left out' }),
    words: optional(text(1000)).meta({ description: 'What the buyer told the bank' }),
    openedAt: moment().nullish().meta({ description: 'Now, where it is left out' }),
    respondBy: moment().nullish().meta({ description: 'By the policy pack, where it is left out' }),
    state: z
      .enum(['OPEN', 'WON', 'LOST'])
      .nullish()
      .meta({ description: 'What the bank decided; OPEN where it is left out' }),
  })
  .meta({ id: 'DisputeBody', description: 'The buyer’s bank asks for the money of an order back' })

/** A dispute in responses. */
export const dispute = z
  .object({
    id: z.string(),
    order: z.string(),
    reason: z.enum(disputeReasons),
    state: z.enum(disputeStates),
    amount: money,
    fee: money.describe('What the seller paid beside the amount because it was lost'),
    words: z.string().nullable(),
    openedAt: sentMoment(),
    respondBy: sentMoment(),
    answer: z
      .object({
        at: sentMoment(),
        text: z.string().nullable(),
        pictures: z.array(z.string()).describe('Ids of the pictures: read them at /pictures'),
      })
      .nullable()
      .describe('For the bank, as the seller gave it; null until then'),
    closedAt: sentMoment().nullable(),
  })
  .meta({ id: 'Dispute', description: 'A payment dispute' })

/** A dispute with the id of its order and the seller's pictures. */
export type DisputeRow = Row<'disputes'> & { order: string; pictures: string[] }

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
        where e.seller_id = ${sellerId} and e.dispute_id = d.id
      ), '[]') as pictures
    from disputes d join orders o on o.seller_id = ${sellerId} and o.id = d.order_id
    where d.seller_id = ${sellerId} and ${which} order by d.id limit ${limit}`.execute(db)
  return rows
}

/** Formats a dispute for a response. */
export function writeDispute(row: DisputeRow): z.input<typeof dispute> {
  const of = (minor: number) => writeAmount({ minor, currency: row.currency })
  return {
    id: row.external_id,
    order: row.order,
    reason: row.reason,
    state: row.state,
    amount: of(row.amount_minor),
    fee: of(row.fee_minor),
    words: row.words,
    openedAt: row.opened_at.toISOString(),
    respondBy: row.respond_by.toISOString(),
    answer: row.answered_at && { at: row.answered_at.toISOString(), text: row.answer, pictures: row.pictures },
    closedAt: row.closed_at?.toISOString() ?? null,
  }
}
