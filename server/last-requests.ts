import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { addressHere } from '#lib/listening.ts'
import { errorCode } from '#lib/error-text.ts'
import { atMost } from './lifecycle.ts'

/**
 * Milliseconds for which requests are held back before the port closes. A client that waits for its answer opens no connection, and
 * one that is just being opened while the port closes would be reset by the system, whatever the hub does.
 */
const holdMs = 250

/** Milliseconds within which all processes of the hub have closed the port that they share. */
const closedWithin = 1_000

/** Milliseconds that it may take to take all connections that wait: at one a turn, a busy machine needs seconds for some dozens. */
const takenWithin = 5_000

/** Turns of the event loop without a new connection, after which none waits to be taken: Node takes one a turn. */
const quietTurns = 3

/** How a server that was asked to stop answers its last requests. */
export interface LastRequests {
  /** Goes on taking requests for so many milliseconds. */
  takeOn(ms: number): Promise<void>
  /** Takes no new connections; requests in flight come to their end within the patience, in milliseconds, then they are cut. */
  finish(patience: number): Promise<void>
}

/** Answers the requests of a server from now on, in place of whatever did. */
export function answerUntilStopped(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): LastRequests {
  let held: (() => void)[] | null = null
  let connections = 0
  server.on('connection', () => void (connections += 1))
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (held) held.push(() => answer(request, response))
    else answer(request, response)
  })
  /** Takes the connections that wait in the system; a request whose bytes are here is in flight then, and its connection not idle. */
  const takeWaiting = async () => {
    const end = performance.now() + takenWithin
    for (let quiet = 0; quiet < quietTurns && performance.now() < end;) {
      const before = connections
      await setImmediate()
      quiet = connections === before ? quiet + 1 : 0
    }
  }
  return {
    async takeOn(ms) {
      if (ms === 0) return
      await delay(Math.max(0, ms - holdMs))
      held = []
      await delay(Math.min(ms, holdMs))
    },
    async finish(patience) {
      const address = server.address()
      await takeWaiting()
      const closed = new Promise((resolve) => server.close(resolve))
      if (held && address && typeof address === 'object') await atMost(closedWithin, untilRefused(address))
      const last = held ?? []
      held = null
      for (const go of last) go()
      // A connection that was answered before the wish to stop keeps open after it.
      const idle = setInterval(() => void setImmediate().then(() => server.closeIdleConnections()), 100)
      await atMost(patience, closed)
      clearInterval(idle)
      server.closeAllConnections()
    },
  }
}

/** Resolves once nobody listens at an address, none of the hub's other processes either. */
async function untilRefused({ address, port }: AddressInfo): Promise<void> {
  const { hostname } = new URL(addressHere({ host: address, port }))
  const isRefused = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ''), port }, () => {
        socket.destroy()
        resolve(false)
      })
      socket.once('error', (error) => resolve(errorCode(error) === 'ECONNREFUSED'))
    })
  const end = performance.now() + closedWithin
  while (performance.now() < end && !(await isRefused())) await delay(10)
}
