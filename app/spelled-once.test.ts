import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'

const root = path.resolve(import.meta.dirname, '..')
const isTest = (file: string) => /\.test\.|testing|fixtures/.test(file)

/** Product lines that match a pattern, without comments. */
function linesWith(pattern: RegExp, { folders, except }: { folders: string; except: readonly string[] }): string[] {
  const files = globSync(`{${folders}}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !except.includes(file))
  return files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
}

/** A URL literal, also in a pattern or with a query appended. */
const address = (() => {
  const firsts = [...new Set(JSON.stringify(paths).matchAll(/"\/([a-z-]+)/g))].map(([, first = '']) => first)
  const known = [...new Set([...firsts, 'sl', 'reset-password'])].join('|')
  return new RegExp(
    String.raw`['"\`]/(${known})(?![\w-])|\^?\\/\(?(sh|sl|settings|operator)\\/|\$\{paths\.[^}]*\}[?/]|paths\.\w+ \+`,
  )
})()

describe('what is defined in one place', () => {
  it.each(["'/sh/lst/item'", '`/settings/`', '/^\\/(sh\\/lst|sl)/', '`${paths.orders}?q=1`', 'paths.orders + search'])(
    'is found elsewhere: %s',
    (line) => expect(line).toMatch(address),
  )

  it('are page addresses: web/addresses.ts, and places.ts for those below', () => {
    // Allowed: the server's own routes, JSON pointers of an API, messages written by operators, better-auth method
    // names, and the pack station's route name.
    const ours = ['web/addresses.ts', 'web/places.ts']
    const named = [
      'features/people/accounts/password-plugin.server.ts',
      'features/shipping/packing/use-pack-station.ts',
    ]
    const others = ['api/messages.ts', ...named]
    const except = [...ours, 'web/paths.ts', 'server/http.ts', ...others]
    const found = linesWith(address, { folders: 'api,app,features,marketplace,server,texts,web', except })
    expect(found.filter((line) => !isTest(line.split(':')[0]!))).toEqual([])
  })

  it('is the binding to a seller: web/own-rows.ts, used by guards, APIs and jobs', () => {
    const folders = 'api,app,features,server,web'
    const found = linesWith(/\basSeller\(/, { folders, except: ['web/own-rows.ts'] })
    expect(found.filter((line) => !isTest(line.split(':')[0]!))).toEqual([])
    expect(linesWith(/\basSeller\(/, { folders, except: [] })).not.toEqual([])
  })

  it('are minutes, hours and days: lib/duration.ts', () => {
    const length = /(?<![\d_])(86_?400_?000|3_?600_?000|60_000)(?![\d_])/
    const folders = 'api,app,bench,cli,connectors,db,e2e,examples,features,fuzz,lib,marketplace,server,shui,texts,web'
    expect('const day = 86_400_000').toMatch(length)
    expect(linesWith(length, { folders, except: ['lib/duration.ts', 'app/spelled-once.test.ts'] })).toEqual([])
  })

  it('is the wait for locks: db/testing-waits.ts, which ignores other tests’ sessions', () => {
    // Tests with their own database servers, or that wait for one process id.
    const own = ['cli/backup.process.test.ts', 'db/embedded/cluster.process.test.ts']
    const byId = [
      'api/sell/listing-beside-members',
      'features/orders/order-list/derived-status',
      'features/selling/listings/listings-steps',
    ].map((name) => `${name}.db.test.ts`)
    const except = ['db/testing-waits.ts', 'db/embedded/lease.ts', 'app/spelled-once.test.ts', ...own, ...byId]
    const folders = 'api,app,bench,cli,db,e2e,features,marketplace,server,web'
    expect(linesWith(/pg_locks|wait_event_type/, { folders, except })).toEqual([])
    expect(linesWith(/pg_locks|wait_event_type/, { folders, except: [] })).not.toEqual([])
  })
})
