import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { ClaimedDelivery } from './deliveries-db.server.ts'
import { offerEntity, orderEntity, questionEntity } from './event.ts'

/**
 * Stores the bodies before sending, so that retries send the same. Returns the ids of those stored: not of deliveries that
 * another process took over, or whose order was erased meanwhile.
 */
export async function storeBodies(
  db: Kysely<Schema>,
  rendered: readonly (Pick<ClaimedDelivery, 'id' | 'attempts'> & { body: string })[],
): Promise<ReadonlySet<number>> {
  const column = <T>(of: (each: (typeof rendered)[number]) => T) => rendered.map(of)
  const { rows } = await sql<{ id: number }>`
    update webhook_deliveries d set body = u.body
    from unnest(
      ${column(({ id }) => id)}::bigint[], ${column(({ attempts }) => attempts)}::integer[], ${column(({ body }) => body)}::text[]
    ) u (id, attempts, body)
    where d.id = u.id and d.attempts = u.attempts returning d.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Forgets what deliveries about orders, questions and offers say, and what was answered. Those still to be sent are rendered from
 * the current state; one that is being rendered counts as another attempt, so that its body is not stored.
 */
export async function forgetBodies(
  db: Kysely<Schema>,
  {
    sellerId,
    orderIds,
    threads = [],
    offers = [],
  }: {
    sellerId: number
    orderIds: readonly number[]
    threads?: readonly string[]
    offers?: readonly string[]
  },
): Promise<void> {
  const entities = [
    ...orderIds.map((id) => orderEntity(sellerId, id)),
    ...threads.map((thread) => questionEntity(sellerId, thread)),
    ...offers.map((key) => offerEntity(sellerId, key)),
  ]
  await sql`
    update webhook_deliveries set body = null, answer_text = null,
      attempts = attempts + case when state = 'WAITING' and body is null and attempts > 0 then 1 else 0 end
    where seller_id = ${sellerId} and entity = any (${entities}::text[])
      and (state = 'WAITING' or body is not null or answer_text is not null)`.execute(db)
}
