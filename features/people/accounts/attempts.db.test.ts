import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { attemptPair, countAttempts, forgetAttempts, removeEnded, type Attempt } from './attempts.server.ts'
import { minute } from '#lib/duration.ts'

const db = await testDatabase()
const begun = new Date('2026-11-21T10:00:00Z')
const at = (minutes: number) => ({ db, now: () => new Date(begun.getTime() + minutes * minute) })

describe('countAttempts', () => {
  it('allows ten, then says when the window of the first one ends', async () => {
    const attempt: Attempt = ['code-member', 'ada']
    for (let i = 0; i < 10; i++) expect(await countAttempts(at(i), [attempt])).toEqual({ ok: true })
    const retryAt = new Date('2026-11-21T10:15:00Z')
    expect(await countAttempts(at(14), [attempt])).toEqual({ ok: false, reason: 'too-many', retryAt })
    expect(await countAttempts(at(15), [attempt])).toEqual({ ok: true })
  })

  it('starts a new window if a clock was far ahead, and continues one if it is slightly ahead', async () => {
    const attempt: Attempt = ['code-member', 'ida']
    const days = 24 * 60
    for (let i = 0; i < 11; i++) await countAttempts(at(days), [attempt])
    expect(await countAttempts(at(days), [attempt])).toMatchObject({ ok: false })
    for (let i = 0; i < 10; i++) expect(await countAttempts(at(i), [attempt])).toEqual({ ok: true })
    // The window follows the correct clock, even if some clocks are slow by less than its length.
    const retryAt = new Date('2026-11-21T10:15:00Z')
    for (const minutes of [14, 0, -1, -15])
      expect(await countAttempts(at(minutes), [attempt])).toEqual({ ok: false, reason: 'too-many', retryAt })
    expect(await countAttempts(at(-16), [attempt])).toEqual({ ok: true })
  })

  it('counts kinds separately, and accounts however their address is written', async () => {
    for (let i = 0; i < 3; i++) await countAttempts(at(0), [['reset-email', 'Bea@example.com ']])
    expect(await countAttempts(at(0), [['reset-email', 'bea@example.com']])).toMatchObject({ ok: false })
    expect(await countAttempts(at(0), [['sign-in-email', 'bea@example.com']])).toEqual({ ok: true })
    await forgetAttempts(db, [['reset-email', 'BEA@example.com']])
    expect(await countAttempts(at(0), [['reset-email', 'bea@example.com']])).toEqual({ ok: true })
  })

  it('counts all addresses of an IPv6 network together', async () => {
    for (let i = 0; i < 30; i++) await countAttempts(at(0), [['code-address', `2001:db8:0:7::${i.toString(16)}`]])
    expect(await countAttempts(at(0), [['code-address', '2001:db8:0:7:ffff::1']])).toMatchObject({ ok: false })
    expect(await countAttempts(at(0), [['code-address', '2001:db8:0:8::1']])).toEqual({ ok: true })
  })

  it('counts one client’s attempts for one account separately, also for a whole IPv6 network', async () => {
    const pair = (address: string, email: string): Attempt => ['sign-in-pair', attemptPair(address, email)]
    for (let i = 0; i < 10; i++) await countAttempts(at(0), [pair(`2001:db8:0:9::${i}`, 'Dee@example.com')])
    expect(await countAttempts(at(0), [pair('2001:db8:0:9:ffff::1', 'dee@example.com')])).toMatchObject({ ok: false })
    expect(await countAttempts(at(0), [pair('2001:db8:0:a::1', 'dee@example.com')])).toEqual({ ok: true })
    expect(await countAttempts(at(0), [pair('2001:db8:0:9::1', 'eve@example.com')])).toEqual({ ok: true })
  })

  it('stores nothing more for a client past its limit, whatever accounts it tries', async () => {
    const rows = async () => {
      const { count } = await db.owner
        .selectFrom('rate_limits')
        .select((row) => row.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    const [address, email] = ['203.0.113.90', (turn: number) => `nobody-${turn}@example.com`]
    const attempt = (turn: number) =>
      countAttempts(at(0), [
        ['sign-in-pair', attemptPair(address, email(turn))],
        ['sign-in-email', email(turn)],
        ['sign-in-address', address],
      ])
    const before = await rows()
    for (let turn = 1; turn <= 30; turn++) expect(await attempt(turn)).toEqual({ ok: true })
    expect(await rows()).toBe(before + 61)
    for (let turn = 31; turn <= 40; turn++) expect(await attempt(turn)).toMatchObject({ ok: false })
    expect(await rows()).toBe(before + 61)
    // Rejected attempts have not locked any account.
    expect(await countAttempts(at(0), [['sign-in-email', email(31)]])).toEqual({ ok: true })
  })

  it('loses none of a hundred at the same moment, while expired ones are removed', async () => {
    const attempts: Attempt[] = [
      ['sign-in-pair', attemptPair('203.0.113.80', 'cem@example.com')],
      ['sign-in-address', '203.0.113.80'],
    ]
    await countAttempts(at(0), attempts)
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, i) => {
        if (i % 10 === 0) return removeEnded(at(60)).then(() => null)
        return countAttempts(at(60), i % 2 ? attempts : attempts.toReversed())
      }),
    )
    expect(all.filter((outcome) => outcome?.ok)).toHaveLength(10)
  })

  it('are removed in the order in which they are counted, to avoid deadlocks', async () => {
    const keys = async () => {
      const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(db.owner)
      return rows.map(({ key }) => key)
    }
    const keyed: [key: string, attempt: Attempt][] = []
    for (const of of ['fay', 'gil', 'hal']) {
      await db.owner.deleteFrom('rate_limits').execute()
      await countAttempts(at(0), [['reset-email', of]])
      keyed.push([(await keys())[0]!, ['reset-email', of]])
    }
    await db.owner.deleteFrom('rate_limits').execute()
    // The first in lock order is the last in the table.
    const backwards = keyed.toSorted(([a], [b]) => (a < b ? 1 : -1))
    for (const [, attempt] of backwards) await countAttempts(at(0), [attempt])
    const [first] = backwards.at(-1)!
    const attempts = keyed.map(([, attempt]) => attempt)
    let forgotten: Promise<void> | undefined
    await db.asOwner(async (own) => {
      await sql`select from rate_limits where key = ${first} for update`.execute(own)
      forgotten = forgetAttempts(db, attempts)
      await expect.poll(() => waitingForLock(db.pool)).toHaveLength(1)
      // Nobody holds the rows behind it yet.
      await sql`select from rate_limits where key > ${first} for update nowait`.execute(own)
    })
    await forgotten
    expect(await keys()).toEqual([])
  })
})

it('removeEnded removes expired windows, also those of a clock that was ahead', async () => {
  await db.owner.deleteFrom('rate_limits').execute()
  for (const [minutes, of] of [
    [0, 'over'],
    [100, 'lasts'],
    [120, 'of a clock a little ahead'],
    [500, 'of a clock far ahead'],
  ] as const)
    await countAttempts(at(minutes), [['code-member', of]])
  await removeEnded(at(101))
  const left = await db.owner.selectFrom('rate_limits').select('resets_at').orderBy('resets_at').execute()
  expect(left.map((row) => row.resets_at)).toEqual([at(115).now(), at(135).now()])
})
