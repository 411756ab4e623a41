import { createServer } from 'node:http'
import type { Pool } from 'pg'
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { BeaconCounts } from '#features/machinery/site-speed/beacon-store.server.ts'
import type { Config } from './config.ts'
import { StartError } from './failures.ts'
import { listen } from './listen.ts'
import type { Say } from './say.ts'

const defaultPort = 9464

export interface Metrics {
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
  /** In Prometheus text format. */
  text(): Promise<string>
  /** Sends metrics to the primary, which aggregates them (`metricsOfAll`). */
  share(): void
}

export function createMetrics(pool: Pool, beacons: Readonly<BeaconCounts>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'hub_' })
  const requests = new Histogram({
    name: 'hub_http_request_seconds',
    help: 'Time to answer a request, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  // The constructor registers the gauge.
  void new Gauge({
    name: 'hub_database_connections',
    help: 'Connections to PostgreSQL, and requests waiting for one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'total' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  void new Counter({
    name: 'hub_beacons_total',
    help: 'Beacons of site speed that were stored, and that were lost since there was no room or PostgreSQL failed',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const outcome of ['stored', 'full', 'failed'] as const) this.inc({ outcome }, beacons[outcome])
    },
  })
  new Gauge({ name: 'hub_processes', help: 'Processes that serve', registers: [registry] }).set(1)
  return {
    text: () => registry.metrics(),
    share() {
      AggregatorRegistry.setRegistries([registry])
      void new AggregatorRegistry()
    },
    observeRequest: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
  }
}

/** Reports no metrics from a starting process, so that the others are not delayed. */
export function shareNoMetricsYet(): void {
  AggregatorRegistry.setRegistries([])
  void new AggregatorRegistry()
}

export function metricsOfAll(): () => Promise<string> {
  const all = new AggregatorRegistry()
  return () => all.clusterMetrics()
}

/** Serves `/metrics` on its own port. Skips a taken default port; fails if a configured one is taken. */
export async function serveMetrics(
  read: () => Promise<string>,
  { config, say }: { config: Pick<Config, 'port' | 'metricsPort' | 'metricsHost'>; say: Say },
): Promise<void> {
  const { metricsPort, metricsHost } = config
  if (metricsPort === 0) return
  const server = createServer((request, response) => {
    const answer = (status: number, text: string) =>
      response.writeHead(status, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text)
    if (request.url !== '/metrics') answer(404, '')
    else
      read().then(
        (text) => answer(200, text),
        (error: Error) => answer(503, `${error.message}\n`),
      )
  })
  try {
    await listen(server, {
      port: metricsPort ?? defaultPort,
      host: metricsHost,
      variables: { port: 'METRICS_PORT', host: 'METRICS_HOST' },
    })
  } catch (error) {
    if (metricsPort === config.port)
      throw new StartError(`Port ${metricsPort} is used by the hub itself: set METRICS_PORT to a port other than PORT.`)
    if (metricsPort !== null) throw error
    say(`No metrics: port ${defaultPort} is in use. Set METRICS_PORT to another port.`, 'warning')
  }
}
