import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { findOfSeller } from '#db/shards.ts'
import { matchingIds } from '#features/machinery/grid/list-db.server.ts'
import type { Reading } from '#features/machinery/grid/list.ts'
import { conversationsList, type Conversations } from './conversations-list.server.ts'
import type { ThreadKey } from './thread-key.ts'

/** The list's conversations that wait for an answer. */
export const waitingIn = (on: Reading<Conversations>): Reading<Conversations> => ({
  ...on,
  query: { ...on.query, offset: 0, filters: { ...on.query.filters, standing: ['unanswered'] } },
})

/** The next conversation of the list that waits for an answer, from the start again after the last; null if none waits. */
export async function findNextWaiting(
  db: SellerDb,
  list: Reading<Conversations>,
  thread: ThreadKey,
): Promise<string | null> {
  const first = async (on: Reading<Conversations>) => {
    const found = sql<{ id: number }>`${matchingIds(conversationsList, on, { db })} limit 1`
    return (await findOfSeller(db, on.sellerId, found))[0]?.id
  }
  const others = { ...waitingIn(list), leftOut: [thread] }
  const id = (await first({ ...others, behind: thread })) ?? (await first(others))
  if (id === undefined) return null
  const next = await selectOfSeller(db, 'conversations', list.sellerId)
    .select('thread')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return next.thread
}
