import { isIPv6, type Server } from 'node:net'

/** The port of a listening server, including one chosen by the system. @throws if it does not listen */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

/** The local URL of a server listening on `host`, bypassing any proxy; one URL even if it listens on all addresses. */
export function addressHere({ host, port }: { host: string; port: number }): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}
