import { write, writeSync } from 'node:fs'
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'
import { wantsColour } from '#lib/colour.mjs'
import { errorCode } from '#lib/error-text.ts'
import type { Config } from './config.ts'
import { terminalLine } from './terminal-log.ts'

/**
 * Error fields that are logged: type, origin, and the codes of PostgreSQL, the system or a mail server. All others may
 * contain personal data or secrets: `detail` quotes the row, mail responses the address, and connection errors the
 * connection.
 */
const loggedFields = new Set(
  [
    ['type', 'message', 'stack', 'code', 'aggregateErrors'],
    ['severity', 'table', 'column', 'constraint', 'routine'],
    ['syscall', 'address', 'port', 'responseCode'],
  ].flat(),
)

/** Maximum buffered characters when output is blocked; further lines are dropped. */
const maxBuffered = 1_000_000

/** Milliseconds before a slow reader is retried. */
const again = 100

export type LogSettings = ReturnType<typeof logSettings>

/** JSON with a line per request; in a terminal, plain lines for warnings and errors. */
export function logSettings(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  output: { isTTY?: boolean },
  env: Record<string, string | undefined>,
) {
  const format = logFormat ?? (output.isTTY ? 'text' : 'json')
  return { level: logLevel ?? (format === 'text' ? 'warn' : 'info'), format, colour: wantsColour(output, env) }
}

export function createLog({ level, format, colour }: LogSettings, to: DestinationStream = steadyOutput(1)): Logger {
  const text = { write: (line: string) => to.write(terminalLine(line, colour)) }
  return pino({ level, serializers: { err: describeFailure } }, format === 'text' ? text : to)
}

/**
 * A log output that survives write errors: on a full disk it buffers lines, up to a limit, and retries with the next.
 * pino's own output retries the rest in an endless loop.
 */
export function steadyOutput(fd: number): DestinationStream {
  let [lines, isWriting] = ['', false]
  let rest = Buffer.alloc(0)
  const writeOn = (): void => {
    if (isWriting) return
    if (rest.length === 0) [rest, lines] = [Buffer.from(lines), '']
    if (rest.length === 0) return
    isWriting = true
    write(fd, rest, (error, written) => {
      isWriting = false
      if (error && errorCode(error) === 'EAGAIN') setTimeout(writeOn, again).unref()
      if (error) return
      rest = rest.subarray(written)
      writeOn()
    })
  }
  process.once('exit', () => {
    try {
      // The chunk being written is already on its way.
      let last = Buffer.concat([isWriting ? Buffer.alloc(0) : rest, Buffer.from(lines)])
      while (last.length > 0) last = last.subarray(writeSync(fd, last))
    } catch {
      // There is no other output to report to.
    }
  })
  return {
    write(line) {
      if (lines.length < maxBuffered) lines += line
      writeOn()
    },
  }
}

function describeFailure(error: unknown): unknown {
  return error instanceof Error ? pickLogged(stdSerializers.err(error)) : error
}

/** Aggregated failures are reduced one by one. */
function pickLogged(failure: object): object {
  return Object.fromEntries(
    Object.entries(failure)
      .filter(([name]) => loggedFields.has(name))
      .map(([name, value]: [string, unknown]) => [name, Array.isArray(value) ? value.map(pickLogged) : value]),
  )
}
