import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { serverPaths } from '#web/paths.ts'
import type { Config } from './config.ts'
import { listen } from './listen.ts'

/** Listens where browsers ask. Until the hub serves, they are told to wait; throws StartError where the place is taken. */
export async function openFront({ port, host }: Pick<Config, 'port' | 'host'>): Promise<Server> {
  const front = createServer(answerStarting)
  await listen(front, { port, host, variables: { port: 'PORT', host: 'HOST' } })
  return front
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
