import type pg from 'pg'
import type { Setting } from './setting.ts'
import { startRecordingHub, type Loan } from './recording-hub.ts'

export interface BareSql {
  /** Replays them with the page's concurrency: each connection use starts after those that had ended before it. */
  run(): Promise<void>
}

export interface SqlRecorder {
  /** Requests the page twice, to exclude work done once an hour. */
  record(path: string): Promise<BareSql>
  close(): Promise<void>
}

/**
 * Reference for the database share of a page's time: replays the recorded statements through the same driver, without
 * HTTP, views and React. `cookie` signs in.
 */
export async function createSqlRecorder(
  { db, databaseUrl, options }: Pick<Setting, 'db' | 'databaseUrl' | 'options'>,
  cookie: string,
): Promise<SqlRecorder> {
  const hub = await startRecordingHub(databaseUrl, options.dataDir)
  const ask = async (path: string) => {
    const answer = await fetch(hub.url + path, { headers: { cookie, 'accept-language': 'en-GB' } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status} while it was recorded`)
  }
  return {
    async record(path) {
      await ask(path)
      await hub.take()
      await ask(path)
      return replay(db.pool, await hub.take())
    },
    close: () => hub.close(),
  }
}

function replay(pool: pg.Pool, loans: readonly Loan[]): BareSql {
  const inOrder = loans.toSorted((a, b) => a.from - b.from)
  return {
    async run() {
      const runs = new Map<Loan, Promise<void>>()
      for (const loan of inOrder) {
        const before = [...runs].filter(([{ to }]) => to <= loan.from).map(([, run]) => run)
        runs.set(
          loan,
          Promise.all(before).then(() => runLoan(pool, loan)),
        )
      }
      await Promise.all(runs.values())
    },
  }
}

async function runLoan(pool: pg.Pool, { statements }: Loan): Promise<void> {
  const client = await pool.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    client.release()
  }
}
