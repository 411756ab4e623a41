import { inColour } from '#lib/colour.mjs'

/** Fields of a log line that are not shown in a terminal. */
const leftOut = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])

interface LogFields {
  level: number
  time: number
  msg?: string
  err?: { message?: string; stack?: string }
}

/**
 * Formats a log line for a terminal: time of day, level, message, and other fields as `name=value`, with an error's
 * stack below. Lines that are not JSON are unchanged.
 */
export function terminalLine(json: string, colour: boolean): string {
  let fields: LogFields
  try {
    fields = JSON.parse(json) as LogFields
  } catch {
    return json
  }
  const time = new Date(fields.time).toLocaleTimeString('en-GB')
  const rest = Object.entries(fields).filter(([name, value]) => !leftOut.has(name) && value !== null)
  const words = [fields.msg, fields.err?.message].filter(Boolean).join(': ')
  const details = rest.map(
    ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  )
  const line = [
    inColour('dim', time, colour),
    severity(fields.level, colour),
    words,
    inColour('dim', details.join(' '), colour && details.length > 0),
  ]
  const stack = fields.level >= 50 ? fields.err?.stack?.split('\n').slice(1) : undefined
  return `${[line.filter(Boolean).join(' '), ...(stack ?? [])].join('\n')}\n`
}

function severity(level: number, colour: boolean): string {
  if (level >= 50) return inColour('red', 'error', colour)
  if (level >= 40) return inColour('yellow', 'warning', colour)
  return level >= 30 ? 'info' : 'debug'
}
