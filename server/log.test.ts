import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

/** The logged line. */
function written(say: (log: Logger) => void): string {
  let line = ''
  say(createLog({ level: 'info', format: 'json', colour: false }, { write: (text) => void (line += text) }))
  return line
}

it('the log contains what failed and where, and nothing else of an error', () => {
  // Errors as the pool reports a broken connection, PostgreSQL a rejected row, and a mail server an address.
  const broken = Object.assign(new Error('terminating connection due to administrator command'), {
    code: '57P01',
    client: { secretKey: -509895437, connection: { parsedStatements: { first: 'select 1' } } },
  })
  const refused = Object.assign(new Error('duplicate key value violates unique constraint "members_email_key"'), {
    code: '23505',
    constraint: 'members_email_key',
    detail: 'Key (email)=(ann@example.com) already exists.',
    where: 'COPY members, line 1: "ann@example.com"',
    response: '550 no such user ann@example.com',
  })
  for (const error of [broken, refused, new AggregateError([broken, refused], '')]) {
    const line = written((log) => log.warn({ err: error }, 'a connection broke'))
    expect(line).not.toMatch(/secretKey|select 1|ann@example/)
    expect(line).toContain('log.test.ts')
  }
  const { err } = JSON.parse(written((log) => log.error({ err: new Error('outside', { cause: refused }) }, 'failed')))
  expect(err.message).toBe(`outside: ${refused.message}`)
  expect(JSON.parse(written((log) => log.error({ err: refused }, 'failed'))).err).toMatchObject({
    type: 'Error',
    code: '23505',
    constraint: 'members_email_key',
  })
})

it.runIf(existsSync('/dev/full'))(
  'a log that cannot be written stops the process neither from running nor from ending',
  async () => {
    const script = `
    import { setTimeout } from 'node:timers/promises'
    import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
    const log = createLog({ level: 'info', format: 'json', colour: false })
    // Several connection attempts, each answered by the system.
    for (const round of [1, 2, 3]) {
      log.info('round ' + round)
      await setTimeout(20)
    }
    process.stderr.write('went on')
    process.exit(7)`
    const run = promisify(execFile)(
      'sh',
      ['-c', 'exec "$0" --input-type=module -e "$1" >/dev/full', process.execPath, script],
      {
        timeout: 20_000,
      },
    )
    await expect(run).rejects.toMatchObject({ code: 7, stderr: 'went on' })
  },
)
