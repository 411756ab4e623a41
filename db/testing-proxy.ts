import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { portOf } from '#lib/listening.ts'
import { afterTestFile } from './testing-cleanup.ts'

/** A proxy to a PostgreSQL that simulates a server that dies or hangs. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  url: string
  /** Stops forwarding without refusing, also for new connections. */
  hang(): void
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>
  /** Accepts new connections again. */
  mend(): Promise<void>
}

/** Opens a proxy to the database of `url`; closed after the file's tests. */
export async function openDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let hangs = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => void (hangs || to.write(bytes)))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const port = portOf(server)
  const near = new URL(url)
  near.host = `127.0.0.1:${port}`
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  afterTestFile(() => (server.listening ? cut() : Promise.resolve()))
  return {
    url: near.href,
    hang: () => void (hangs = true),
    cut,
    mend: async () => {
      if (server.listening) await cut()
      hangs = false
      await listen(port)
    },
  }
}
