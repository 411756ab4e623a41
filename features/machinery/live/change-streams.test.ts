import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Changeable } from '#db/changeable.ts'
import type { Changes } from '#db/changes.ts'
import { createChangeStreams, maxStreamsPerMember } from './change-streams.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Streams with changes controlled by the test. */
function setUp() {
  let hear: Parameters<Changes['start']>[0] = () => {}
  const streams = createChangeStreams({ start: (given) => void (hear = given), stop: async () => {} }, () => Date.now())
  const told: string[] = []
  const listen = (name: string, sellerId: number, missedMs = 0, memberId = name) =>
    streams.add({
      sellerId,
      memberId,
      missedMs,
      tell: (what) => told.push(`${name}: ${what.toSorted().join(' ')}`),
      end: () => told.push(`${name} ends`),
    })
  const change = (sellerId: number, what: Changeable) => hear({ sellerId, what })
  hear(null)
  return { streams, listen, change, told, deaf: () => hear(null) }
}

describe('a listener', () => {
  it('gets the changes of its seller, and of no other', () => {
    const { listen, change, told } = setUp()
    listen('Ada', 1)
    listen('Bob', 2)
    change(1, 'orders')
    expect(told).toEqual(['Ada: orders'])
  })
  it('gets the first change at once, and following ones together', () => {
    const { listen, change, told } = setUp()
    listen('Ada', 1)
    for (let i = 0; i < 100; i += 1) change(1, i % 2 === 0 ? 'orders' : 'talk')
    expect(told).toEqual(['Ada: orders'])
    vi.advanceTimersByTime(399)
    expect(told.length).toBe(1)
    vi.advanceTimersByTime(1)
    expect(told).toEqual(['Ada: orders', 'Ada: orders talk'])
    vi.advanceTimersByTime(1000)
    expect(told.length).toBe(2)
  })
  it('gets missed changes at once, or “everything” if they are unknown', () => {
    const { listen, change, told } = setUp()
    vi.advanceTimersByTime(100_000)
    change(1, 'orders')
    vi.advanceTimersByTime(10_000)
    change(1, 'talk')
    vi.advanceTimersByTime(10_000)
    listen('both', 1, 20_000)
    listen('late', 1, 10_000)
    listen('none', 1, 9_999)
    listen('other', 2, 20_000)
    listen('long', 1, 60_001)
    expect(told).toEqual(['both: orders talk', 'late: talk', 'long: feedback listings money orders talk'])
  })
  it('gets “everything” after the hub lost its connection', () => {
    const { listen, told, deaf } = setUp()
    listen('Ada', 1)
    vi.advanceTimersByTime(5_000)
    deaf()
    expect(told).toEqual(['Ada: feedback listings money orders talk'])
    vi.advanceTimersByTime(1_000)
    listen('Bob', 2, 2_000)
    listen('Cleo', 2, 999)
    expect(told.at(-1)).toBe('Bob: feedback listings money orders talk')
  })
  it('gets nothing more after it has closed or the hub stops', async () => {
    const { streams, listen, change, told } = setUp()
    listen('Ada', 1)!()
    change(1, 'orders')
    expect([told, streams.count()]).toEqual([[], 0])
    vi.advanceTimersByTime(1)
    listen('Bob', 1)
    await streams.close()
    change(1, 'orders')
    vi.advanceTimersByTime(1_000)
    expect([told, streams.count(), listen('Cleo', 1)]).toEqual([['Bob ends'], 0, null])
  })
  it(`is one of at most ${maxStreamsPerMember} per member: the oldest is closed, a colleague's stay`, () => {
    const { streams, listen, told } = setUp()
    listen('colleague', 1)
    for (let i = 0; i < maxStreamsPerMember; i += 1) listen(String(i), 1, 0, 'Ada')
    expect(told).toEqual([])
    listen('new', 1, 0, 'Ada')
    expect([told, streams.count()]).toEqual([['0 ends'], maxStreamsPerMember + 1])
  })
})
