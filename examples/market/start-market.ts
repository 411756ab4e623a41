import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { portOf } from '#lib/listening.ts'
import { createApp } from './http/app.ts'
import type { Market, MarketFile } from './http/market.ts'
import { createHubClient } from './hub-client.ts'
import type { RenderPage } from './pages/render.tsx'
import { openStore } from './store/open-store.ts'
import { startSync } from './sync/market-sync.ts'
import { createOrderChanges } from './sync/order-changes.ts'

export interface MarketOptions {
  /** Origin of the hub for API requests. */
  hubUrl: string
  /** Public URL of the hub; defaults to `hubUrl`. */
  hubPublicUrl?: string
  /** API key of the marketplace. */
  key: string
  /** Secret of the hub's webhooks; null without webhooks. */
  webhookSecret: string | null
  host: string
  /** 0 uses any free port. */
  port: number
  /** Public URL of the market; by default its listening address. */
  publicUrl?: string
  /** Path of the database file, or `:memory:`. */
  storeFile: string
  say: (line: string) => void
  now?: () => Date
}

export interface RunningMarket {
  url: string
  /** Resolves when all offers have been read. */
  ready: Promise<void>
  stop: () => Promise<void>
}

const built = new URL('../../build/market/', import.meta.url)

/** Starts the market, which responds at once and loads offers in the background. Rejects if it cannot listen or was not built. */
export async function startMarket(options: MarketOptions): Promise<RunningMarket> {
  const { host, port, say, now = () => new Date(), webhookSecret } = options
  const [{ renderPage }, files] = await Promise.all([
    import(new URL('pages.js', built).href) as Promise<{ renderPage: RenderPage }>,
    readFiles(),
  ])
  // Longer than clients keep a connection, so that none sends a request on one that closes.
  const server = createServer({ keepAliveTimeout: 130_000 })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const url = (options.publicUrl ?? `http://localhost:${portOf(server)}`).replace(/\/$/, '')
  const store = openStore(options.storeFile)
  const syncing = {
    store,
    hub: createHubClient({ url: options.hubUrl, key: options.key }),
    now,
    changes: createOrderChanges(),
  }
  const inStep = startSync({ ...syncing, webhookSecret, say })
  let isReady = false
  void inStep.ready.then(() => (isReady = true))
  const market: Market = {
    ...syncing,
    inStep,
    isReady: () => isReady,
    publicUrl: url,
    hubPublicUrl: options.hubPublicUrl ?? options.hubUrl,
    render: renderPage,
    files,
    say,
  }
  const listener = getRequestListener(createApp(market).fetch)
  server.on('request', (request, response) => void listener(request, response))
  return {
    url,
    ready: inStep.ready,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      await inStep.stop()
      server.closeAllConnections()
      await closed
      store.close()
    },
  }
}

async function readFiles(): Promise<Market['files']> {
  const [style, script] = await Promise.all([
    fileOf('/market.css', 'text/css; charset=utf-8', new URL('style.css', built)),
    fileOf('/market.js', 'text/javascript; charset=utf-8', new URL('pages/market-script.js', import.meta.url)),
  ])
  return { style, script }
}

async function fileOf(name: string, type: string, at: URL): Promise<MarketFile> {
  const text = await readFile(at, 'utf8')
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  return { href: `${name}?v=${version}`, type, text }
}

export const storeFileIn = (dataDir: string) => path.join(dataDir, 'market', 'market.db')
