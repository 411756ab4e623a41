import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { addressHere } from '#lib/listening.ts'
import { errorCode } from '#lib/error-text.ts'
import { waitAtMost } from './lifecycle.ts'

/**
 * Milliseconds to hold requests before closing the port. Waiting clients open no new connections, and the system would
 * reset a connection opened while the port closes.
 */
const holdMs = 250

/** Milliseconds within which all processes close the shared port. */
const closedWithin = 1_000

/** Timeout in milliseconds for accepting queued connections: one per turn takes seconds on a busy machine. */
const takenWithin = 5_000

/** Event loop turns without a new connection after which the queue is empty: Node accepts one per turn. */
const quietTurns = 3

export interface LastRequests {
  takeOn(ms: number): Promise<void>
  /** Accepts no new connections; waits up to `patience` ms for requests in flight, then closes them. */
  finish(patience: number): Promise<void>
}

/** Takes over the requests of a server from its previous listeners. */
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
  /** Accepts connections queued in the system; those with a request then count as busy, not idle. */
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
      if (held && address && typeof address === 'object') await waitAtMost(closedWithin, untilRefused(address))
      const last = held ?? []
      held = null
      for (const go of last) go()
      // Connections answered before the stop request stay open.
      const idle = setInterval(() => void setImmediate().then(() => server.closeIdleConnections()), 100)
      await waitAtMost(patience, closed)
      clearInterval(idle)
      server.closeAllConnections()
    },
  }
}

/** Resolves when no process of the hub listens at the address. */
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
