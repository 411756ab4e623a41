import { sql } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import { updateOfSeller } from '#db/change-of-seller.ts'
import type { Row } from '#db/schema.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { turnMs } from './want-labels-db.server.ts'
import { workOnLabel } from './work-label.server.ts'

declare module '#web/hub.ts' {
  interface Hub {
    /** Starts the job that buys labels, so that a new batch does not wait for the next minute. */
    wakeLabels: () => Promise<void>
  }
}

/** Labels worked on at once by a process: most of the time it waits for providers. */
const atOnce = 8

interface DueLabel {
  sellerId: number
  id: number
  nextAt: Date
}

/**
 * Works on labels of all sellers that are to be bought, or whose provider owes an answer, until none is due. Several
 * processes may do so at once. Returns the number of labels that reached an end.
 */
export async function workOnDueLabels(
  hub: Pick<Hub, 'db' | 'now' | 'config' | 'secret'>,
  { signal, report }: { signal: AbortSignal; report: ReportFailure },
): Promise<number> {
  let ended = 0
  while (!signal.aborted) {
    const due = await findDueLabels(hub)
    const works = due.map((label) => forEachIsolated([label], (piece) => workOnDue(hub, piece), report))
    ended += (await Promise.all(works)).flatMap(({ done }) => done).filter(Boolean).length
    if (due.length < atOnce) return ended
  }
  return ended
}

async function findDueLabels({ db, now }: Pick<Hub, 'db' | 'now'>): Promise<DueLabel[]> {
  const { rows } = await sql<DueLabel>`${overAllSellers}
    select seller_id as "sellerId", id, next_at as "nextAt" from labels
    where next_at <= ${now()} order by next_at, seller_id, id limit ${atOnce}`.execute(db.owner)
  return rows
}

/** Works on labels that a page waits for; what is left, the job does. */
export async function workAtOnce(
  hub: Pick<Hub, 'db' | 'now' | 'config' | 'secret'>,
  labels: readonly Row<'labels'>[],
): Promise<void> {
  const due = labels.flatMap(({ seller_id: sellerId, id, next_at: nextAt }) => (nextAt ? { sellerId, id, nextAt } : []))
  await Promise.all(due.map((label) => workOnDue(hub, label)))
}

/** Takes a due label, unless another process has it; true if nothing is left to do with it. */
async function workOnDue(
  hub: Pick<Hub, 'db' | 'now' | 'config' | 'secret'>,
  { sellerId, id, nextAt }: DueLabel,
): Promise<boolean> {
  const label: Row<'labels'> | undefined = await ownRows(hub, sellerId).write((db) =>
    updateOfSeller(db, 'labels', sellerId)
      .set({ next_at: new Date(hub.now().getTime() + turnMs) })
      .where('id', '=', id)
      .where('next_at', '=', nextAt)
      .returningAll()
      .executeTakeFirst(),
  )
  return label !== undefined && (await workOnLabel(hub, label)).next_at === null
}
