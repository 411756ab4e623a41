import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { hour, minute } from '#lib/duration.ts'
import { nextAttempt, retryPeriod, retryAfterMs } from './retry-schedule.ts'

const began = new Date('2026-11-22T09:00:00Z')
const giveUpAt = new Date(began.getTime() + retryPeriod)

/** Delays between attempts that fail at once, until the delivery is parked. */
function delays(random: () => number): number[] {
  const between: number[] = []
  for (let now = began, attempts = 1; ; attempts += 1) {
    const next = nextAttempt({ attempts, now, giveUpAt, wait: 0, random: random() })
    if (!next) return between
    between.push(next.getTime() - now.getTime())
    now = next
  }
}

describe('a delivery that fails', () => {
  it('is tried again after 5 s, 30 s, 2 min … and from then on every 12 h', () => {
    const between = delays(() => 0)
    expect(between.slice(0, 4)).toEqual([5_000, 30_000, 2 * minute, 10 * minute])
    expect(between.slice(-3)).toEqual(Array(3).fill(12 * hour))
    expect(between).toHaveLength(13)
  })

  it('is retried for three days with increasing pauses, whatever the jitter', () => {
    expectForAll(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (chance) => {
      const between = delays(() => chance.next().value as number)
      const sum = between.reduce((all, delay) => all + delay, 0)
      expect(sum).toBeLessThanOrEqual(retryPeriod)
      expect(sum).toBeGreaterThan(retryPeriod - 15 * hour)
      // Jitter adds at most a fifth, less than the next step adds.
      for (const [at, delay] of between.entries()) if (at > 0) expect(delay).toBeGreaterThan(between[at - 1]! / 1.2 - 1)
    })
  })

  it('is retried no sooner than its endpoint asks, in seconds or as a date, and at most an hour later', () => {
    for (const [header, seconds] of [
      ['120', 120],
      ['Sun, 22 Nov 2026 09:02:00 GMT', 120],
      ['0', 0],
      ['86400', 3_600],
      ['99999999999999999999', 3_600],
      ['Sun, 22 Nov 2020 09:02:00 GMT', 0],
      ['soon', 0],
      ['', 0],
      [undefined, 0],
    ] as const)
      expect(retryAfterMs(header, began), header).toBe(seconds * 1_000)
    const next = (wait: number) => nextAttempt({ attempts: 1, now: began, giveUpAt, wait, random: 0 })!.getTime()
    expect([next(0), next(120_000)]).toEqual([began.getTime() + 5_000, began.getTime() + 120_000])
  })

  it('that started too late for a retry is given up at its first failure', () => {
    expect(nextAttempt({ attempts: 1, now: giveUpAt, giveUpAt, wait: 0, random: 0 })).toBeNull()
  })
})
