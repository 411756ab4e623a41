import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pino } from 'pino'
import type { Cluster } from '#db/embedded/cluster.ts'
import { isAlive } from '#db/embedded/processes.ts'
import { createSignInLink } from '#features/accounts/sign-in-links.server.ts'
import { createBeaconStore } from '#features/tracking/beacon-store.server.ts'
import { demoMembers } from '#marketplace/demo/members.ts'
import type { Hub } from '#app/context.ts'
import { serverPaths } from '#app/paths.ts'
import { readConfig, type Config } from './config.ts'
import { loadDemoIfEmpty, startDatabase } from './database.ts'
import { explain, StartError } from './failures.ts'
import { builtPages, createHttpServer, type PageSource } from './http.ts'
import { createHub } from './hub.ts'
import { startJobs } from './jobs.ts'
import { atMost, createLifecycle } from './lifecycle.ts'
import { listen } from './listen.ts'
import { createMetrics } from './metrics.ts'

/** How long requests in flight may still take once the hub was asked to stop, in milliseconds. */
const patience = 10_000
const defaultMetricsPort = 9464
// The roles whose links are worth a line on the screen; `hub user link` makes any other.
const shownMembers = ['owner@demo.example', 'shipper@demo.example', 'viewer@demo.example', 'operator@demo.example']

const say = (line: string) => void process.stdout.write(`${line}\n`)

const lifecycle = createLifecycle()
const running: { cluster: Cluster | null } = { cluster: null }
process.on('uncaughtException', (error) => {
  endWhereDatabaseDied()
  process.stderr.write(`The hub ended because of a failure of its own: ${error.stack}\n`)
  process.exit(1)
})
try {
  await start(readConfig(process.env))
} catch (error) {
  endWhereDatabaseDied()
  if (!lifecycle.ending()) {
    const sentence = explain(error)
    process.stderr.write(
      `${sentence ?? `The hub could not start because of a failure of its own: ${error instanceof Error ? error.stack : String(error)}`}\n`,
    )
  }
  await lifecycle.end(1)
}

async function start(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel })
  // The port first: nothing is touched where another hub already answers on it.
  const front = createServer(answerStarting)
  const { port, host } = config
  await listen(front, { port, host, variables: { port: 'PORT', host: 'HOST' } })
  const database = await startDatabase({ config, role: 'hub', say })
  await lifecycle.opened(() => database.stop())
  running.cluster = database.cluster
  void database.cluster?.exited.then(endWithoutDatabase)
  const hub = await createHub({ config, databaseUrl: database.url, log })
  if (config.demo) await loadDemoIfEmpty({ db: hub.db, now: hub.now(), say })
  // A query that outlasts its request ends with the process.
  await lifecycle.opened(() => atMost(patience, hub.db.close()))
  const beacons = createBeaconStore({ ...hub, days: config.tracking.days })
  beacons.startSweeping()
  await lifecycle.opened(() => atMost(patience, beacons.close()))
  const metrics = createMetrics(hub.db.pool, beacons.counts)
  await listenForMetrics(metrics.server, config)
  const pages = config.nodeEnv === 'development' ? await developmentPages() : await loadedPages()
  const jobs = await startJobs(hub)
  await lifecycle.opened(() => atMost(patience, jobs.stop()))
  const inner = createHttpServer(hub, pages, { metrics, beacons })
  front.off('request', answerStarting)
  front.on('request', (request, response) => inner.emit('request', request, response))
  await lifecycle.opened(() => finishRequests(front))
  await printWelcome(hub)
}

/** Whatever fails once the embedded PostgreSQL is dead fails because of that, and may be noticed before the death itself. */
function endWhereDatabaseDied(): void {
  if (running.cluster && !isAlive(running.cluster.pid)) endWithoutDatabase()
}

/** The embedded PostgreSQL is gone without having been asked. */
function endWithoutDatabase(): void {
  if (lifecycle.ending()) return
  process.stderr.write(
    'PostgreSQL stopped unexpectedly: run npm start again, which recovers everything that was committed.\n',
  )
  process.exit(1)
}

/** The built pages, loaded before the first visitor comes. */
async function loadedPages(): Promise<PageSource> {
  const pages = builtPages()
  await pages.build().catch((cause: unknown) => {
    if (!existsSync(new URL('../build/server/index.js', import.meta.url)))
      throw new StartError('The pages are not built yet: start the hub with npm start, which builds them.', { cause })
    throw cause
  })
  return pages
}

/** Vite is only there, and only loaded, for developing. */
async function developmentPages(): Promise<PageSource> {
  const development = await import('./development.ts')
  return development.developmentPages()
}

/**
 * Who comes while the database is being prepared is told to wait. That the process lives holds from the first moment:
 * a long migration must not be taken for a hub that hangs.
 */
function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === serverPaths.health) {
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end('ok')
    return
  }
  response
    .writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' })
    .end('The Seller Hub is starting. Try again in a few seconds.')
}

/** The default port is given up where it is taken, one that was asked for is not. */
async function listenForMetrics(server: Server, { metricsPort, metricsHost }: Config): Promise<void> {
  if (metricsPort === 0) return
  try {
    await listen(server, {
      port: metricsPort ?? defaultMetricsPort,
      host: metricsHost,
      variables: { port: 'METRICS_PORT', host: 'METRICS_HOST' },
    })
  } catch (error) {
    if (metricsPort !== null) throw error
    say(`No metrics: port ${defaultMetricsPort} is taken. Set METRICS_PORT to another one.`)
  }
}

/** Takes no new connections; requests in flight come to their end within the patience, then they are cut. */
async function finishRequests(server: Server): Promise<void> {
  say('Stopping: finishing requests in flight …')
  const closed = new Promise((resolve) => server.close(resolve))
  // A browser keeps its connection after its request has been answered.
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  await atMost(patience, closed)
  clearInterval(idle)
  server.closeAllConnections()
}

async function printWelcome(hub: Hub): Promise<void> {
  say(`\nThe Seller Hub is at ${hub.config.publicUrl}`)
  // Whoever did not ask for the demo may have its members all the same, and no use for their doors in the log.
  const links = hub.config.demo ? await demoLinks(hub) : []
  if (links.length === 0) return
  say('\nSign in to the demo marketplace (each link works once, for 30 minutes):')
  for (const { name, link } of links) say(`  ${name.padEnd(24)} ${link}`)
}

async function demoLinks(hub: Hub): Promise<{ name: string; link: string }[]> {
  const known = await hub.db.owner.selectFrom('members').select('email').where('email', 'in', shownMembers).execute()
  const members = shownMembers.flatMap((email) =>
    known.some((member) => member.email === email) ? demoMembers.filter((member) => member.email === email) : [],
  )
  return Promise.all(
    members.map(async ({ name, email }) => ({
      name: `${name} (${email.split('@')[0]})`,
      link: await createSignInLink(hub, email),
    })),
  )
}
