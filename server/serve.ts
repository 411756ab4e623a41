import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { createBeaconStore } from '#features/machinery/site-speed/beacon-store.server.ts'
import type { Config } from './config.ts'
import { loadDemoIfEmpty } from './database.ts'
import { StartError } from './failures.ts'
import { builtPages, createHttpServer, type PageSource } from './http.ts'
import { createHub } from './hub.ts'
import { keepSettings, markOf } from './kept-settings.ts'
import { startJobs } from './jobs.ts'
import { answerUntilStopped } from './last-requests.ts'
import { atMost, type Lifecycle } from './lifecycle.ts'
import { createLog, logSettings } from './log.ts'
import { leadToMarket, startMarketBeside } from './market.ts'
import type { WorkerRole } from './processes.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { startWebhooks } from './webhooks.ts'
import { printWelcome } from './welcome.ts'

/** How long requests in flight may still take once the hub was asked to stop, in milliseconds. */
const patience = 10_000

/** Where and how the hub serves. */
export interface Serving {
  config: Config
  /** Of a database that has this program's schema. */
  databaseUrl: string
  lifecycle: Lifecycle
  say: (line: string) => void
  /** The first says where the hub is, and who may sign in; it or its heir keeps the market running. */
  role: WorkerRole
  /** A server that listens; asked for once all is ready. */
  openFront: () => Promise<Server>
}

/** Serves the hub, in place of whatever answered until now. */
export async function serve({ config, databaseUrl, lifecycle, say, role, openFront }: Serving): Promise<void> {
  const log = createLog(logSettings(config, process.stdout, process.env))
  const hub = await createHub({ config, databaseUrl, log })
  // Where the start fails further on: it would knock every second at a server that is being stopped.
  await lifecycle.opened(() => atMost(patience, hub.live.close()))
  if (config.demo) await loadDemoIfEmpty({ db: hub.db, now: hub.now(), store: hub.pictures.store, say })
  const market = await leadToMarket(hub)
  // A query that outlasts its request ends with the process.
  await lifecycle.opened(() => atMost(patience, hub.db.close()))
  // A page has said that a link is on its way.
  await lifecycle.opened(() => atMost(patience, hub.mailer.idle()))
  const beacons = createBeaconStore({ ...hub, days: config.tracking.days })
  beacons.startSweeping()
  await lifecycle.opened(() => atMost(patience, beacons.close()))
  const metrics = createMetrics(hub.db.pool, beacons.counts)
  if (!cluster.isWorker) await serveMetrics(metrics.text, { config, say })
  const pages = config.nodeEnv === 'development' ? await developmentPages() : await loadedPages()
  const jobs = await startJobs(hub)
  await lifecycle.opened(() => atMost(patience, jobs.stop()))
  if (config.webhooks) {
    const webhooks = startWebhooks(hub)
    await lifecycle.opened(() => atMost(patience, webhooks.stop()))
  }
  const inner = createHttpServer(hub, pages, { metrics, beacons, stopping: lifecycle.wish })
  // By itself V8 keeps what only the start needed, however long the hub runs (`cli/bootstrap/node-settings.mjs`).
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const front = await openFront()
  const lastRequests = answerUntilStopped(front, (request, response) => inner.emit('request', request, response))
  // Counted from now on: it serves.
  if (cluster.isWorker) metrics.share()
  await lifecycle.opened(() => lastRequests.finish(patience))
  await lifecycle.opened(() => lastRequests.takeOn(config.stopDelay * 1_000))
  // Before that: pages would listen until it loses its patience, and what they ask next is still answered.
  await lifecycle.opened(() => atMost(patience, hub.live.close()))
  await lifecycle.opened(() => say('Stopping: finishing requests in flight …'))
  const kept = { publicUrl: config.publicUrl, secretMark: markOf(hub.secret) }
  const otherSecret = await keepSettings(hub.db.owner, kept)
  if (otherSecret !== null) say(otherSecret)
  if (role !== 'later' && market)
    await startMarketBeside({ hub, place: market, lifecycle, say, hasServed: role === 'heir' })
  if (role === 'first') await printWelcome(hub, say)
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
