import type pg from 'pg'

/**
 * Process ids of the sessions of this database that wait for a lock, with a statement like `statement`. Of this database alone: test files share
 * a server, and their databases, made from one template, know their tables by the same numbers. A pool, since a transaction that asked
 * again would be told what it was told first.
 */
export async function waitingForLock(pool: pg.Pool | pg.Client, statement = '%'): Promise<number[]> {
  const { rows } = await (pool as pg.Pool).query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
    [statement],
  )
  return rows.map(({ pid }) => pid)
}
