import type { Server } from 'node:net'

/** The port of a server that listens on one, also where the system chose it. @throws where it does not listen */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}
