import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { BindValue, OfSeller } from '#db/compile-once.ts'
import { firstRow } from '#db/one-row.ts'
import { readBatch } from '#db/read-batch.ts'
import { readRows } from '#db/table-rows.ts'
import type { FeedbackVotes, Rating } from './feedback.ts'

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

interface WantedFeedback extends OfSeller {
  since: Date
  limit: number
}

/** Votes since a time (see `votesOf`) and the latest feedback, newest first. */
export function readFeedback(
  db: SellerDb,
  wanted: WantedFeedback,
): Promise<{ votes: FeedbackVotes; latest: FeedbackRow[] }> {
  return readBatch(db, parts, wanted)
}

const ofSeller = (at: BindValue<WantedFeedback>) => at((on) => on.sellerId)

const parts = {
  /** Whole weeks are precomputed (`feedback_weeks`); the first week is counted from its marks. */
  votes: {
    statement: (at: BindValue<WantedFeedback>) => {
      const since = sql`${at((on) => on.since)}::timestamptz`
      return sql`
        select coalesce(sum(positive), 0)::integer as positive, coalesce(sum(negative), 0)::integer as negative
        from (
          select positive, negative from feedback_weeks
          where seller_id = ${ofSeller(at)} and week > feedback_week(${since})
          union all
          select count(*) filter (where net > 0) as positive, count(*) filter (where net < 0) as negative
          from (
            select sum(case rating when 'POSITIVE' then 1 when 'NEGATIVE' then -1 else 0 end) as net
            from feedback
            where seller_id = ${ofSeller(at)} and left_at >= ${since}
              and left_at < feedback_week_start(feedback_week(${since}) + 7)
            group by buyer_username
          ) first_week
        ) votes`
    },
    read: (rows: FeedbackVotes[]) => firstRow({ rows }),
  },
  latest: {
    statement: (at: BindValue<WantedFeedback>) => sql`
      select f.id, o.order_number, f.buyer_username, f.rating, f.title, f.comment, f.left_at, f.reply
      from feedback f left join orders o on o.seller_id = ${ofSeller(at)} and o.id = f.order_id
      where f.seller_id = ${ofSeller(at)} and f.left_at is not null
      order by f.left_at desc, f.id desc limit ${at((on) => on.limit)}`,
    read: readRows<FeedbackRow>({ left_at: true }),
  },
}
