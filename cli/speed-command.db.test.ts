import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { insertPageLoads } from '#features/machinery/site-speed/page-loads-db.server.ts'
import { UsageError } from './arguments.ts'
import { speedCommand } from './speed-command.ts'
import { runCommand } from './testing.ts'

const db = await testDatabase()
const now = new Date('2026-11-21T12:00:00Z')

const run = async (args: string[]) => (await runCommand(speedCommand, args, { db, now: () => now })).said

describe('hub speed', () => {
  it('prints the speed of pages with sample sizes, their views and the errors, of the period asked for', async () => {
    const at = (text: string) => new Date(text)
    await insertPageLoads(db.owner, [
      ...[100, 200, 300, 400].map((lcp) => ({
        beacon: {
          page: 'orders',
          views: { orders: 2 },
          speed: { lcp, cls: 0.125 },
          errors: [{ message: 'Error: broken', line: 7, path: '/assets/a.js', count: 1 }],
          errorCount: 1,
        },
        at: at('2026-11-20T23:59:59Z'),
        memberId: null,
        sellerId: null,
      })),
      {
        beacon: { page: 'overview', views: { overview: 1 } },
        at: at('2026-11-19T00:00:00Z'),
        memberId: null,
        sellerId: null,
      },
    ])
    const orders = /^orders +4 +325 +4 +– +0 +0\.125 +4 +– +0$/m
    const both = await run(['--from', '2026-11-19', '--to', '2026-11-20'])
    expect(both).toContain('From 2026-11-19 00:00 to 2026-11-21 00:00, UTC')
    expect(both).toMatch(orders)
    expect(both).toMatch(/^overview +1 +– +0 /m)
    expect(both).toMatch(/^orders +8$/m)
    expect(both).toMatch(/^Error: broken +\/assets\/a\.js:7 +4 +4$/m)
    const one = await run(['--days', '1'])
    expect(one).toMatch(orders)
    expect(one).not.toContain('overview')
    expect(await run(['--from', '2026-11-21'])).toContain('No page loads recorded in this period.')
  })

  it.each([
    [['--days', '0']],
    [['--days', 'x']],
    [['--to', '2026-11-01']],
    [['--from', '2026-02-30']],
    [['--from', '2026-11-02', '--to', '2026-11-01']],
    [['--from', '2026-11-02', '--days', '3']],
    [['--fast']],
  ])('refuses %j', async (args) => {
    await expect(run(args)).rejects.toThrow(UsageError)
  })
})
