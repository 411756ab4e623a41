import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { createLog, logSettings } from './log.ts'
import { terminalLine } from './terminal-log.ts'

const terminal = { isTTY: true }
const file = {}

/** The log's output with these variables. */
function written(env: Record<string, string>, output: { isTTY?: boolean }): string {
  let text = ''
  const log = createLog(logSettings(readConfig(env), output, env), { write: (line) => void (text += line) })
  log.info({ route: '/sh/ord', status: 200, seller: null }, 'request')
  log.warn({ route: '/sh/ord', to: ['a'] }, 'the database had no time')
  log.error({ err: new TypeError('x is not a function') }, 'a page failed')
  return text
}

const escape = '\u001B'

describe('the log', () => {
  it('is JSON outside a terminal, with a line for each request', () => {
    const lines = written({}, file).trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([30, 40, 50])
  })

  it('is plain warnings and errors in a terminal, in colour', () => {
    const text = written({ TERM: 'xterm' }, terminal)
    expect(text).toContain(`${escape}[33mwarning${escape}[0m the database had no time`)
    expect(text).toContain(`${escape}[31merror${escape}[0m a page failed: x is not a function\n    at `)
    expect(text).not.toContain('request')
    expect(text).not.toContain('{"')
  })

  it('has no colours if they are not wanted', () => {
    const text = written({ NO_COLOR: '1' }, terminal)
    expect(text).not.toContain(escape)
    expect(text).toMatch(/^\d\d:\d\d:\d\d warning the database had no time route=\/sh\/ord to=\["a"\]\n/)
  })

  it('follows LOG_LEVEL, wherever it goes', () => {
    expect(written({ LOG_FORMAT: 'json' }, terminal)).toMatch(/^\{"level":30,/)
    expect(written({ LOG_FORMAT: 'text' }, file)).toMatch(/^\d\d:\d\d:\d\d warning the database/)
    expect(written({ LOG_LEVEL: 'info', NO_COLOR: '1' }, terminal)).toMatch(
      /^\S+ info request route=\/sh\/ord status=200\n/,
    )
    expect(written({ LOG_LEVEL: 'error' }, file)).toMatch(/^\{"level":50,/)
  })

  it('leaves lines that are not JSON unchanged', () => {
    expect(terminalLine('somebody else’s words\n', true)).toBe('somebody else’s words\n')
  })
})
