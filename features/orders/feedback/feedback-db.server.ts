import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { SellerDb } from '#db/client.ts'
import type { FeedbackVotes, Rating } from './feedback.ts'

/**
 * Counts votes since a time (see `votesOf`). Whole weeks are precomputed (`feedback_weeks`); the first week is counted
 * from its marks.
 */
export async function countVotes(db: SellerDb, sellerId: number, since: Date): Promise<FeedbackVotes> {
  return oneRow(
    db,
    sql<FeedbackVotes>`
    select coalesce(sum(positive), 0)::integer as positive, coalesce(sum(negative), 0)::integer as negative
    from (
      select positive, negative from feedback_weeks
      where seller_id = ${sellerId} and week > feedback_week(${since})
      union all
      select count(*) filter (where net > 0), count(*) filter (where net < 0)
      from (
        select sum(case rating when 'POSITIVE' then 1 when 'NEGATIVE' then -1 else 0 end) as net
        from feedback
        where seller_id = ${sellerId} and left_at >= ${since} and left_at < feedback_week_start(feedback_week(${since}) + 7)
        group by buyer_username
      ) first_week
    ) votes
  `,
  )
}

/** A feedback row. */
export interface FeedbackRow {
  id: number
  /** Order it is about; null if the marketplace names none. */
  order_number: string | null
  buyer_username: string
  rating: Rating
  title: string | null
  comment: string | null
  left_at: Date
  reply: string | null
}

/** Latest feedback, newest first. */
export async function readLatestFeedback(db: SellerDb, sellerId: number, limit: number): Promise<FeedbackRow[]> {
  return db
    .selectFrom('feedback')
    .leftJoin('orders', (join) =>
      join.onRef('orders.id', '=', 'feedback.order_id').on('orders.seller_id', '=', sellerId),
    )
    .select([
      'feedback.id',
      'order_number',
      'feedback.buyer_username',
      'rating',
      'title',
      'comment',
      'left_at',
      'reply',
    ])
    .where('feedback.seller_id', '=', sellerId)
    .where('left_at', 'is not', null)
    .orderBy('left_at', 'desc')
    .orderBy('feedback.id', 'desc')
    .limit(limit)
    .$narrowType<{ left_at: Date }>()
    .execute()
}
