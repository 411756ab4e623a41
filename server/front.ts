import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { hour } from '#lib/duration.ts'
import { serverPaths } from '#web/paths.ts'
import type { Config } from './config.ts'
import { listen } from './listen.ts'

/**
 * Keep-alive timeout in milliseconds, longer than that of proxies (nginx 60 s, Caddy 120 s). Otherwise a proxy could
 * send a form on a closing connection and answer 502.
 */
export const keepAliveTimeout = 130_000

/**
 * Time to receive a whole request, in milliseconds. 100,000 orders of a shop's history come in one request, and are read
 * as fast as they are written: Node's default of five minutes cut such a request off. Others: `late-requests.ts`.
 */
const requestTimeout = 2 * hour

/** Opens the public port and answers 503 until the hub serves. Throws StartError if the port is taken. */
export async function openFront({ port, host }: Pick<Config, 'port' | 'host'>): Promise<Server> {
  const front = createServer({ keepAliveTimeout, requestTimeout }, answerStarting)
  await listen(front, { port, host, variables: { port: 'PORT', host: 'HOST' } })
  return front
}

/**
 * Answers 503 while the database is prepared. The health check succeeds from the start, so that a long migration does
 * not look like a hang.
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
