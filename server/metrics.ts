import { createServer, type Server } from 'node:http'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { BeaconCounts } from '#features/tracking/beacon-store.server.ts'

/** Figures for whoever operates the hub, in Prometheus' text format on a port of their own. */
export interface Metrics {
  /** Counts an answered request under its route. */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
  /** Serves `/metrics`; not listening yet. */
  server: Server
}

/** Collects process, connection pool, request and beacon figures. */
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
  // prom-client registers the gauge by construction.
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
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    void registry.metrics().then((text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text))
  })
  return {
    server,
    observeRequest: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
  }
}
