import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

/**
 * What the log is told of a failure: what it is, where it came from, and how PostgreSQL, the system or a mail server call it.
 * Whatever else an error has may be of people or a secret: PostgreSQL's `detail` quotes the row, a mail server's answer the
 * address, and an error of a connection has all of that connection, its key and its statements.
 */
const told = new Set(
  [
    ['type', 'message', 'stack', 'code', 'aggregateErrors'],
    ['severity', 'table', 'column', 'constraint', 'routine'],
    ['syscall', 'address', 'port', 'responseCode'],
  ].flat(),
)

/** The log of a process: a line of JSON for each thing that is said. To standard output, unless said otherwise. */
export function createLog(level: Config['logLevel'], to?: DestinationStream): Logger {
  return pino({ level, serializers: { err: describeFailure } }, to)
}

function describeFailure(error: unknown): unknown {
  return error instanceof Error ? onlyTold(stdSerializers.err(error)) : error
}

/** Several failures of one are described already, each as it is. */
function onlyTold(failure: object): object {
  return Object.fromEntries(
    Object.entries(failure)
      .filter(([name]) => told.has(name))
      .map(([name, value]: [string, unknown]) => [name, Array.isArray(value) ? value.map(onlyTold) : value]),
  )
}
