import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Cluster } from '#db/embedded/cluster.ts'
import { isAlive } from '#db/embedded/processes.ts'
import { readConfig, type Config } from './config.ts'
import { startDatabase } from './database.ts'
import { explain } from './failures.ts'
import { openFront } from './front.ts'
import { createLifecycle } from './lifecycle.ts'
import {
  isServing,
  ProcessEndedError,
  startProcesses,
  workerVariable,
  type ServeOrder,
  type WorkerRole,
} from './processes.ts'
import { createSay } from './say.ts'

const say = createSay(process.stdout, process.env)

// Keep serving when output is closed or the log's disk is full.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

const lifecycle = createLifecycle()
const running: { cluster: Cluster | null } = { cluster: null }
process.on('uncaughtException', (error) => {
  exitIfDatabaseDied()
  process.stderr.write(`The hub stopped because of an internal error: ${error.stack}\n`)
  process.exit(1)
})
try {
  const config = readConfig(process.env)
  if (cluster.isWorker) await startWorker(config)
  else if (config.processes > 1) await startPrimary(config)
  else await startAlone(config)
} catch (error) {
  exitIfDatabaseDied()
  if (!lifecycle.ending() && !(error instanceof ProcessEndedError)) {
    const sentence = explain(error)
    process.stderr.write(
      `${sentence ?? `The hub could not start because of an internal error: ${error instanceof Error ? error.stack : String(error)}`}\n`,
    )
  }
  await lifecycle.end(1)
}

async function startAlone(config: Config): Promise<void> {
  // The port first: if another hub uses it, nothing is touched.
  const front = await openFront(config)
  const databaseUrl = await openDatabase(config)
  // Loaded only now, so that startup failures are reported quickly.
  const { serve } = await import('./serve.ts')
  await serve({ config, databaseUrl, lifecycle, say, role: 'first', openFront: async () => front })
}

/** The primary of several processes: owns the database and supervises the workers. */
async function startPrimary(config: Config): Promise<void> {
  const processes = await startProcesses({ count: config.processes, say })
  const databaseUrl = await openDatabase(config)
  await lifecycle.opened(() => processes.stop())
  await processes.serve(databaseUrl)
  const { metricsOfAll, serveMetrics } = await import('./metrics.ts')
  await serveMetrics(metricsOfAll(), { config, say })
}

async function startWorker(config: Config): Promise<void> {
  const order = once(process, 'message') as Promise<[ServeOrder]>
  const role = process.env[workerVariable] as WorkerRole
  const front = role === 'first' ? await openFront(config) : null
  await lifecycle.opened(() => void front?.close())
  const { shareNoMetricsYet } = await import('./metrics.ts')
  shareNoMetricsYet()
  const { serve } = await import('./serve.ts')
  const [{ databaseUrl }] = await order
  await serve({
    config,
    databaseUrl,
    lifecycle,
    // Messages common to all workers are printed once.
    say: role === 'later' ? () => {} : say,
    role,
    openFront: async () => front ?? openFront(config),
  })
  process.send?.(isServing)
}

async function openDatabase(config: Config): Promise<string> {
  // The operator's server is not stopped; a process waiting for it, or for another hub's migration, may exit at once.
  if (config.databaseUrl) await lifecycle.opened(() => {})
  const database = await startDatabase({ config, role: 'hub', say, signal: lifecycle.stopSignal })
  await lifecycle.opened(() => database.stop())
  running.cluster = database.cluster
  void database.cluster?.exited.then(endWithoutDatabase)
  return database.url
}

/** After the embedded PostgreSQL dies, other failures follow from that and may be noticed first. */
function exitIfDatabaseDied(): void {
  if (running.cluster && !isAlive(running.cluster.pid)) endWithoutDatabase()
}

function endWithoutDatabase(): void {
  if (lifecycle.ending()) return
  process.stderr.write('PostgreSQL stopped unexpectedly: run npm start again; all committed data is recovered.\n')
  process.exit(1)
}
