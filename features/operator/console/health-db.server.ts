import { sql, type Kysely } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import type { Schema } from '#db/schema.ts'
import type { Watched } from '#features/core/seller-level/seller-level.ts'
import type { HealthFigures } from './health.ts'
import type { HealthQuery } from './health-query.ts'
import { matchesSeller } from './sellers-db.server.ts'

export type FailingSeller = HealthFigures & {
  username: string
  display_name: string
  failing: Watched[]
}

/** Numbers of underperforming sellers, in total and by failure; number of counted sellers and the oldest count. */
export type HealthCounts = Record<Watched | 'all', number> & { counted: number; since: Date | null }

/** A page of underperforming sellers, worst first: by number of failures, then of orders. */
export async function findFailing(
  db: Kysely<Schema>,
  { q, failure, limit, offset }: HealthQuery,
): Promise<{ rows: FailingSeller[]; counts: HealthCounts }> {
  const page = sql<FailingSeller>`${overAllSellers}
    select s.username, s.display_name, h.sold as orders, h.asked, h.late, h.cases + h.cancelled as defects, h.cases,
      h.unanswered, h.failing
    from seller_health h join sellers s on s.id = h.seller_id
    where h.failures > 0 and ${failure ? sql`${failure}::text = any (h.failing)` : sql`true`} and ${matchesSeller(q)}
    order by h.failures desc, h.harmed desc, h.seller_id limit ${limit} offset ${offset}`
  const of = (failing: Watched) => sql`count(*) filter (where ${failing}::text = any (h.failing))`
  const counts = oneRow(
    db,
    sql<Omit<HealthCounts, 'counted' | 'since'>>`${overAllSellers}
      select count(*) as all, ${of('late')} as late, ${of('defects')} as defects, ${of('cases')} as cases,
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
