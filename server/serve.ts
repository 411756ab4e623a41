import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { createBeaconStore } from '#features/machinery/site-speed/beacon-store.server.ts'
import type { Config } from './config.ts'
import { loadDemoIfEmpty } from './database.ts'
import { StartError } from './failures.ts'
import { builtPages, createHttpServer, type PageSource } from './http.ts'
import { createHub } from './hub.ts'
import { storeSettings, secretFingerprint } from './kept-settings.ts'
import { startJobs } from './jobs.ts'
import { lookAfterChanges } from './look-after-changes.ts'
import { answerUntilStopped } from './last-requests.ts'
import { waitAtMost, type Lifecycle } from './lifecycle.ts'
import { createLog, logSettings } from './log.ts'
import { configureCarrier, startCarrierBeside } from './carrier.ts'
import { configureMarketLinks, startMarketBeside } from './market.ts'
import type { WorkerRole } from './processes.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import type { Say } from './say.ts'
import { startWebhooks } from './webhooks.ts'
import { printWelcome } from './welcome.ts'

/** Milliseconds that requests in flight may take after a stop request. */
const patience = 10_000

export interface Serving {
  config: Config
  /** URL of a migrated database. */
  databaseUrl: string
  lifecycle: Lifecycle
  say: Say
  /** The first prints the welcome; it or its heir runs the market. */
  role: WorkerRole
  /** Returns a listening server; called once all is ready. */
  openFront: () => Promise<Server>
}

/** Serves the hub, replacing the startup response. */
export async function serve({ config, databaseUrl, lifecycle, say, role, openFront }: Serving): Promise<void> {
  const log = createLog(logSettings(config, process.stdout, process.env))
  const hub = await createHub({ config, databaseUrl, log })
  // Registered early, in case startup fails: it would try to reconnect to a stopping server every second.
  await lifecycle.opened(() => waitAtMost(patience, hub.live.close()))
  const patient = { ...hub, db: hub.work }
  if (config.demo) await loadDemoIfEmpty({ db: hub.work, now: hub.now(), store: hub.pictures.store, say })
  const market = await configureMarketLinks(patient)
  const carrier = await configureCarrier(patient)
  // A query that outlasts its request ends with the process.
  await lifecycle.opened(() => waitAtMost(patience, hub.db.close()))
  // Pending mail is sent: a page has promised a link.
  await lifecycle.opened(() => waitAtMost(patience, hub.mailer.idle()))
  const beacons = createBeaconStore({ ...hub, days: config.tracking.days })
  beacons.startSweeping()
  await lifecycle.opened(() => waitAtMost(patience, beacons.close()))
  const metrics = createMetrics(hub.db.pool, beacons.counts)
  if (!cluster.isWorker) await serveMetrics(metrics.text, { config, say })
  const pages = config.nodeEnv === 'development' ? await developmentPages() : await loadedPages()
  const jobs = await startJobs(patient)
  await lifecycle.opened(() => waitAtMost(patience, jobs.stop()))
  const webhooks = config.webhooks ? startWebhooks(patient) : null
  if (webhooks) await lifecycle.opened(() => waitAtMost(patience, webhooks.stop()))
  const inner = createHttpServer(hub, pages, { metrics, beacons, stopping: lifecycle.stopSignal })
  // V8 would keep memory that only the start needed (`cli/bootstrap/node-settings.mjs`).
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const front = await openFront()
  const answer = lookAfterChanges(
    (request, response) => inner.emit('request', request, response),
    () => webhooks?.look(),
  )
  const lastRequests = answerUntilStopped(front, answer)
  // From now on the worker serves and is counted.
  if (cluster.isWorker) metrics.share()
  await lifecycle.opened(() => lastRequests.finish(patience))
  await lifecycle.opened(() => lastRequests.takeOn(config.stopDelay * 1_000))
  // Closed first: pages listening for changes would block shutdown, and their next requests are still answered.
  await lifecycle.opened(() => waitAtMost(patience, hub.live.close()))
  await lifecycle.opened(() => say('Stopping: waiting for open requests …'))
  const kept = { publicUrl: config.publicUrl, secretMark: secretFingerprint(hub.secret) }
  const otherSecret = await storeSettings(hub.work.owner, kept)
  if (otherSecret !== null) say(otherSecret, 'warning')
  if (role !== 'later' && market)
    await startMarketBeside({ hub: patient, place: market, lifecycle, say, hasServed: role === 'heir' })
  if (role !== 'later' && carrier)
    await startCarrierBeside({ hub: patient, place: carrier, lifecycle, say, hasServed: role === 'heir' })
  if (role === 'first') await printWelcome(patient, say)
}

/** Preloads the built pages before the first request. */
async function loadedPages(): Promise<PageSource> {
  const pages = builtPages()
  await pages.build().catch((cause: unknown) => {
    if (!existsSync(new URL('../build/server/index.js', import.meta.url)))
      throw new StartError('The pages are not built yet: start the hub with npm start, which builds them.', { cause })
    throw cause
  })
  return pages
}

/** Vite is installed and loaded for development only. */
async function developmentPages(): Promise<PageSource> {
  const development = await import('./development.ts')
  return development.developmentPages()
}
