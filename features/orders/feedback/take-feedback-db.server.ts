import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { Rating } from './feedback.ts'

export interface NewFeedback {
  sellerId: number
  orderId: number
  /** Id in the marketplace. */
  id: string
  rating: Rating
  stars: number | null
  title: string | null
  comment: string | null
  leftAt: Date
  /** Called with the existing row before any change; errors propagate. */
  before?: (known: Row<'feedback'> | null) => Promise<void>
}

export type FeedbackOutcome =
  | { ok: true; isNew: boolean; row: Row<'feedback'> }
  /** The id belongs to another order, or the order has feedback with another id. */
  | { ok: false; reason: 'id-taken' | 'left-already' }

/**
 * Locks ids of feedback and returns those that are taken. Ids must be unique, but a constraint is impossible: imported
 * files repeat ids across orders. So these are advisory locks, in one order.
 */
export async function lockFeedback(db: SellerDb, sellerId: number, ids: readonly string[]): Promise<string[]> {
  const numbers = sql`select distinct lock_number(name) as number from unnest(${ids.map((id) => `feedback ${sellerId} ${id}`)}::text[]) name`
  await sql`select pg_advisory_xact_lock(number) from (${numbers} order by 1) as named`.execute(db)
  const rows = selectOfSeller(db, 'feedback', sellerId).select('external_id')
  return (await rows.where('external_id', 'in', [...ids]).execute()).flatMap(({ external_id: id }) => id ?? [])
}

/** Stores a buyer's feedback; repeated calls update it. Updates the seller's score in the same transaction. */
export async function takeFeedback(db: SellerDb, said: NewFeedback): Promise<FeedbackOutcome> {
  const { sellerId, orderId } = said
  await lockFeedback(db, sellerId, [said.id])
  // Serializes with concurrent feedback of the order.
  const buyer = await selectOfSeller(db, 'orders', sellerId)
    .select(['buyer_id', 'buyer_username'])
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const known = await selectOfSeller(db, 'feedback', sellerId)
    .selectAll()
    .where((where) => where.or([where('external_id', '=', said.id), where('order_id', '=', orderId)]))
    .execute()
  const own = known.find((row) => row.external_id === said.id)
  await said.before?.(own ?? null)
  if (own && own.order_id !== orderId) return { ok: false, reason: 'id-taken' }
  if (!own && known.length > 0) return { ok: false, reason: 'left-already' }
  const facts = {
    rating: said.rating,
    stars: said.stars,
    title: said.title,
    comment: said.comment,
    left_at: said.leftAt,
  }
  if (own && isSame(own, facts)) return { ok: true, isNew: false, row: own }
  const row = own
    ? await updateOfSeller(db, 'feedback', sellerId)
        .set(facts)
        .where('id', '=', own.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('feedback')
        .values({ seller_id: sellerId, order_id: orderId, external_id: said.id, ...buyer, ...facts })
        .returningAll()
        .executeTakeFirstOrThrow()
  await sql`select keep_feedback_score(${sellerId})`.execute(db)
  return { ok: true, isNew: !own, row }
}

type Facts = Pick<Row<'feedback'>, 'rating' | 'stars' | 'title' | 'comment' | 'left_at'>

const isSame = (row: Facts, facts: Facts) =>
  row.rating === facts.rating &&
  row.stars === facts.stars &&
  row.title === facts.title &&
  row.comment === facts.comment &&
  row.left_at?.getTime() === facts.left_at?.getTime()
