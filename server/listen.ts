import type { Server } from 'node:http'
import { StartError } from './failures.ts'

interface Place {
  port: number
  host: string
  /** Variables that set them, for messages. */
  variables: { port: string; host: string }
}

/** Starts listening. Throws StartError if the address is unavailable. */
export function listen(server: Server, { port, host, variables }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new StartError(sentence(error), { cause: error })))
    server.listen(port, host, resolve)
  })

  function sentence({ code, message }: NodeJS.ErrnoException): string {
    if (code === 'EADDRINUSE')
      return `Port ${port} is in use by another program: stop it, or set ${variables.port} to a free port.`
    if (code === 'EACCES')
      return `Port ${port} cannot be used by this user: set ${variables.port} to a port above 1023.`
    return `The hub cannot listen on ${host} (${message}): set ${variables.host} to an address of this machine, or to 0.0.0.0 for all of them.`
  }
}
