import { createServer, type IncomingMessage } from 'node:http'
import { portOf } from '#lib/listening.ts'
import type { ReceivedWebhook, Source } from './source.ts'
import { isSignedWebhook } from '#lib/webhook-signature.ts'

/** Receives webhooks of both sides; they only wake the connector. */
export interface WebhookReceiver {
  port: number
  close: () => Promise<void>
}

interface ReceiverOptions {
  source: Pick<Source, 'verifyWebhook'>
  /** Secret of the hub's webhook; null rejects the hub's webhooks. */
  hubSecret: string | null
  host: string
  /** 0 uses any free port. */
  port: number
  wake: (from: 'hub' | 'shop') => void
}

/** Maximum bytes of a webhook, far more than an order. */
const longest = 2_000_000

/** Listens for POST `/hub` and `/shop`. */
export async function receiveWebhooks({
  source,
  hubSecret,
  host,
  port,
  wake,
}: ReceiverOptions): Promise<WebhookReceiver> {
  const isSigned = (path: string, webhook: ReceivedWebhook) => {
    if (path === '/hub') return hubSecret !== null && isSignedWebhook(hubSecret, webhook, new Date())
    return path === '/shop' && source.verifyWebhook(webhook)
  }
  const answer = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== 'POST') return 405
    const body = await bodyOf(request)
    if (body === null) return 413
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const path = request.url?.split('?')[0] ?? ''
    if (!isSigned(path, { headers, body })) return 401
    wake(path === '/hub' ? 'hub' : 'shop')
    return 204
  }
  const server = createServer((request, response) => {
    void answer(request).then(
      (status) => response.writeHead(status, status === 413 ? { connection: 'close' } : {}).end(),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: portOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The body; null if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > longest) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
