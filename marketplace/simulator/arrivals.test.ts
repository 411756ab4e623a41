import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { day, hour } from '#lib/duration.ts'
import { createRandom } from '#lib/random.ts'
import { nextArrival } from './play.ts'
import { hourOf, startPace, storyBegins, weekdayOf, writeStoryTime } from './story-time.ts'

/** Arrival times of buyers over some days. */
function arrivals(seed: string, { perDay, days }: { perDay: number; days: number }): number[] {
  const random = createRandom(seed)
  const all: number[] = []
  for (let at = nextArrival(random, 0, perDay); at < days * day; at = nextArrival(random, at, perDay)) all.push(at)
  return all
}

describe('buyers', () => {
  it('arrive one after the other, for any seed, time and number', () => {
    expectForAll(
      fc.string(),
      fc.integer({ min: 0, max: 400 * day }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (seed, from, perDay) => {
        const next = nextArrival(createRandom(seed), from, perDay)
        expect(Number.isSafeInteger(next)).toBe(true)
        expect(next).toBeGreaterThan(from)
        expect(next).toBe(nextArrival(createRandom(seed), from, perDay))
      },
    )
  })

  it('are as many as requested, most in the evening, few at night', () => {
    const all = arrivals('1', { perDay: 200, days: 70 })
    expect(all.length / 70).toBeGreaterThan(190)
    expect(all.length / 70).toBeLessThan(210)
    const at = (hours: readonly number[]) => all.filter((each) => hours.includes(hourOf(each))).length
    expect(at([19, 20, 21])).toBeGreaterThan(10 * at([2, 3, 4]))
    const on = (weekday: number) => all.filter((each) => weekdayOf(each) === weekday).length
    expect(on(7)).toBeGreaterThan(on(5))
  })
})

describe('the simulation’s clock', () => {
  it('formats week, day and time', () => {
    expect(writeStoryTime(storyBegins)).toBe('1 Mon 08:00')
    expect(writeStoryTime(8 * day + 23.99 * hour)).toBe('2 Tue 23:59')
    expect([weekdayOf(-1), hourOf(-1)]).toEqual([7, 23])
  })

  it('maps story time to real time', () => {
    const pace = startPace({ speed: 60, wall: 1_000, story: storyBegins })
    expect(pace.storyAt(61_000)).toBe(storyBegins + hour)
    expect(pace.after(1_000, hour)).toBe(61_000)
  })
})
