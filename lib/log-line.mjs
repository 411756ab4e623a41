import { hostname } from 'node:os'

/**
 * Whether what a process writes to a stream is JSON: outside a terminal, unless `LOG_FORMAT` says.
 * @param {{ isTTY?: boolean }} stream
 * @param {Record<string, string | undefined>} env
 */
export function wantsJson(stream, { LOG_FORMAT: format }) {
  return format ? format === 'json' : stream.isTTY !== true
}

/**
 * Lines of the JSON log, one for each line of a text that is not empty.
 * @param {string} text
 * @param {number} [level] 30: as expected, 40: a warning
 */
export function jsonLines(text, level = 30) {
  const about = { level, time: Date.now(), pid: process.pid, hostname: hostname() }
  const messages = text.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '))
  return messages.map((msg) => (msg === '' ? '' : `${JSON.stringify({ ...about, msg })}\n`)).join('')
}
