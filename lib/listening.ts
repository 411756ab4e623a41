import { isIPv6, type Server } from 'node:net'

/** The port of a server that listens on one, also where the system chose it. @throws where it does not listen */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

/** Where this machine itself reaches what listens on `host`, whatever proxy is before it; of all its addresses by one. */
export function addressHere({ host, port }: { host: string; port: number }): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}
