import { sql, type Kysely } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import type { Schema } from '#db/schema.ts'
import type { Failure, HealthFigures } from './health.ts'
import type { HealthQuery } from './health-query.ts'
import { matchesSeller } from './sellers-db.server.ts'

/** A seller who fails buyers, as the operator's list shows it. */
export type FailingSeller = HealthFigures & {
  username: string
  display_name: string
  failing: Failure[]
}

/** How many sellers fail buyers, in all and by failure; and how many were counted, the first of them when. */
export type HealthCounts = Record<Failure | 'all', number> & { counted: number; since: Date | null }

/** One page of the sellers who fail buyers, the worst first: who fails in most ways, then with most orders. */
export async function findFailing(
  db: Kysely<Schema>,
  { q, failure, limit, offset }: HealthQuery,
): Promise<{ rows: FailingSeller[]; counts: HealthCounts }> {
  const page = sql<FailingSeller>`${overAllSellers}
    select s.username, s.display_name, h.sold, h.due, h.asked, h.late, h.cases, h.cancelled, h.unanswered, h.failing
    from seller_health h join sellers s on s.id = h.seller_id
    where h.failures > 0 and ${failure ? sql`${failure}::text = any (h.failing)` : sql`true`} and ${matchesSeller(q)}
    order by h.failures desc, h.harmed desc, h.seller_id limit ${limit} offset ${offset}`
  const of = (failing: Failure) => sql`count(*) filter (where ${failing}::text = any (h.failing))`
  const counts = oneRow(
    db,
    sql<Omit<HealthCounts, 'counted' | 'since'>>`${overAllSellers}
      select count(*) as all, ${of('late')} as late, ${of('cases')} as cases, ${of('cancelled')} as cancelled,
        ${of('unanswered')} as unanswered
      from seller_health h join sellers s on s.id = h.seller_id where h.failures > 0 and ${matchesSeller(q)}`,
  )
  const counted = oneRow(
    db,
    sql<Pick<HealthCounts, 'counted' | 'since'>>`${overAllSellers}
      select count(*) as counted, min(counted_at) as since from seller_health`,
  )
  const [found, sums, all] = await Promise.all([page.execute(db), counts, counted])
  return { rows: found.rows, counts: { ...sums, ...all } }
}
