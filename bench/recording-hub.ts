import { once } from 'node:events'
import { createServer } from 'node:http'
import type pg from 'pg'
import { pino } from 'pino'
import { createBeaconStore } from '#features/machinery/site-speed/beacon-store.server.ts'
import { readConfig } from '#server/config.ts'
import { builtPages, createHttpServer } from '#server/http.ts'
import { createHub } from '#server/hub.ts'
import { createMetrics } from '#server/metrics.ts'
import { portOf } from '#lib/listening.ts'

/** One use of a connection with its statements, start and end in milliseconds. */
export interface Loan {
  from: number
  to: number
  statements: pg.QueryConfig[]
}

export interface RecordingHub {
  url: string
  /** Statements since the last call, one entry per connection use; waits until all have ended. */
  take(): Promise<Loan[]>
  close(): Promise<void>
}

export async function startRecordingHub(databaseUrl: string, dataDir: string): Promise<RecordingHub> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${portOf(server)}`
  const config = readConfig({
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
  })
  const hub = await createHub({ config, databaseUrl, log: pino({ level: 'silent' }) })
  const beacons = createBeaconStore({ ...hub, days: config.tracking.days })
  const metrics = createMetrics(hub.db.pool, beacons.counts)
  const inner = createHttpServer(hub, builtPages(), { metrics, beacons, stopping: new AbortController().signal })
  server.on('request', (request, response) => inner.emit('request', request, response))
  const loans = recordLoans(hub.db.pool)
  return {
    url,
    take: loans.take,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await beacons.close()
      await hub.db.close()
    },
  }
}

function recordLoans(pool: pg.Pool): Pick<RecordingHub, 'take'> {
  const ended: Loan[] = []
  const open = new Map<pg.PoolClient, Loan>()
  const recorded = new WeakSet<pg.PoolClient>()
  const record = (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const recording = (...args: unknown[]) => {
      open.get(client)?.statements.push(statementOf(args))
      return query(...args)
    }
    client.query = recording as typeof client.query
    recorded.add(client)
  }
  pool.on('acquire', (client) => {
    if (!recorded.has(client)) record(client)
    open.set(client, { from: performance.now(), to: 0, statements: [] })
  })
  pool.on('release', (_error, client) => {
    const loan = open.get(client)
    open.delete(client)
    if (loan && loan.statements.length > 0) ended.push({ ...loan, to: performance.now() })
  })
  return {
    async take() {
      while (open.size > 0) await once(pool, 'release')
      return ended.splice(0)
    },
  }
}

/** The driver's call signatures: a text with values, or an object. */
function statementOf([first, values]: unknown[]): pg.QueryConfig {
  if (typeof first === 'string') return { text: first, values: Array.isArray(values) ? values : undefined }
  const { name, text, values: own } = first as pg.QueryConfig
  return { name, text, values: own ?? (Array.isArray(values) ? values : undefined) }
}
