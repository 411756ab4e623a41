import { createServer } from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { minute } from '#lib/duration.ts'
import { addressHere, portOf } from '#lib/listening.ts'
import { createApp } from './http/app.ts'
import { createFaults } from './http/faults.ts'
import { createWebhooks } from './http/webhooks.ts'
import { openStore } from './store/open-store.ts'
import { settle } from './trade/moves.ts'

export interface CarrierOptions {
  host?: string
  /** 0, the default, uses any free port. */
  port?: number
  /** Its address for browsers; by default its listening address. */
  publicUrl?: string | undefined
  /** Path of the database file; by default all is in memory. */
  storeFile?: string
  /** Minutes in which a label may be voided: a day by default. */
  voidMinutes?: number
  /** Milliseconds from voiding to the refund: a minute by default. */
  refundAfterMs?: number
  /** Milliseconds between the steps of a parcel's way; by default parcels move on command only. */
  stepMs?: number | null
  say?: (line: string) => void
  now?: () => Date
}

export interface RunningCarrier {
  url: string
  /** Does what has become due by its clock, such as refunds; otherwise done every second. */
  settle: () => void
  /** Resolves when no webhook is being sent. */
  webhooksSent: () => Promise<void>
  stop: () => Promise<void>
}

const everyMs = 1_000

/** Starts the carrier. Rejects if it cannot listen. */
export async function startCarrier({
  host = '127.0.0.1',
  port = 0,
  publicUrl,
  storeFile = ':memory:',
  voidMinutes = 24 * 60,
  refundAfterMs = minute,
  stepMs = null,
  say = () => {},
  now = () => new Date(),
}: CarrierOptions = {}): Promise<RunningCarrier> {
  // Longer than clients keep a connection, so that none sends a request on one that closes.
  const server = createServer({ keepAliveTimeout: 130_000 })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const url = addressHere({ host, port: portOf(server) })
  const store = openStore(storeFile)
  const webhooks = createWebhooks(store, now)
  const carrier = {
    store,
    now,
    publicUrl: () => publicUrl ?? url,
    voidMinutes,
    refundAfterMs,
    stepMs,
    tell: webhooks.tell,
    faults: createFaults(),
    say,
  }
  const listener = getRequestListener(createApp(carrier).fetch)
  server.on('request', (request, response) => void listener(request, response))
  const timer = setInterval(() => settle(carrier), everyMs)
  return {
    url,
    settle: () => settle(carrier),
    webhooksSent: webhooks.idle,
    async stop() {
      clearInterval(timer)
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await Promise.all([closed, webhooks.stop()])
      store.close()
    },
  }
}

export const storeFileIn = (dataDir: string) => path.join(dataDir, 'carrier', 'carrier.db')
