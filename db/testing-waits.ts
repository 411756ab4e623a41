import type pg from 'pg'

/**
 * Process ids of this database's sessions that wait for a lock with a matching statement. Only this database: clones on
 * one server share table ids. Takes a pool, since within a transaction the statistics do not change.
 */
export async function waitingForLock(pool: pg.Pool | pg.Client, statement = '%'): Promise<number[]> {
  const { rows } = await (pool as pg.Pool).query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
    [statement],
  )
  return rows.map(({ pid }) => pid)
}
