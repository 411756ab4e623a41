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
import { keepInStep } from './sync/in-step.ts'
import { createOrderChanges } from './sync/order-changes.ts'

/** How the market runs. */
export interface MarketOptions {
  /** Where the hub answers other programs, without a path. */
  hubUrl: string
  /** Where browsers reach the hub; the same, unless said. */
  hubPublicUrl?: string
  /** A key of the marketplace. */
  key: string
  /** Signs the hub's webhooks; null where none come. */
  webhookSecret: string | null
  host: string
  /** 0 takes any that is free. */
  port: number
  /** Where browsers reach the market; by itself where it listens. */
  publicUrl?: string
  /** The file of the store, or `:memory:`. */
  storeFile: string
  say: (line: string) => void
  now?: () => Date
}

/** A market that runs. */
export interface RunningMarket {
  url: string
  /** Resolves once all that is on offer was read. */
  ready: Promise<void>
  stop: () => Promise<void>
}

const built = new URL('../../build/market/', import.meta.url)

/** Starts the market: it answers at once, and fills its shelves meanwhile. Rejects where it cannot listen, or was not built. */
export async function startMarket(options: MarketOptions): Promise<RunningMarket> {
  const { host, port, say, now = () => new Date(), webhookSecret } = options
  const [{ renderPage }, files] = await Promise.all([
    import(new URL('pages.js', built).href) as Promise<{ renderPage: RenderPage }>,
    readFiles(),
  ])
  const server = createServer()
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
  const inStep = keepInStep({ ...syncing, webhookSecret, say })
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

/** The file of the store below a data folder. */
export const storeFileIn = (dataDir: string) => path.join(dataDir, 'market', 'market.db')
