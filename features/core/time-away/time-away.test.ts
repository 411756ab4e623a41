import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { hour } from '#lib/duration.ts'
import { addDays, dateAt, daysBetween } from '#lib/zoned-time.ts'
import {
  awayPhase,
  awayProblems,
  awaySpan,
  choiceNow,
  daysAway,
  endedBefore,
  maxDaysAway,
  pausedSince,
  type TimeAway,
} from './time-away.ts'

const zone = 'Europe/London'
const setAt = new Date('2026-11-20T10:00:00Z')
const week: TimeAway = { from: '2026-12-21', to: '2026-12-27', message: '', listings: 'PAUSE', setAt }

const zones = fc.constantFrom(
  'Europe/London',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Auckland',
  // Skips midnight when clocks go forward.
  'America/Santiago',
)
const days = fc
  .tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: maxDaysAway - 1 }))
  .map(([after, length]) => {
    const from = addDays('2026-01-01', after)
    return { from, to: addDays(from, length) }
  })

describe('a time away', () => {
  it('lasts whole days of the seller, to the last moment of the last', () => {
    const phase = (at: string) => awayPhase(week, new Date(at), 'America/New_York')
    expect(phase('2026-12-21T04:59:59Z')).toBe('planned')
    expect(phase('2026-12-21T05:00:00Z')).toBe('present')
    expect(phase('2026-12-28T04:59:59Z')).toBe('present')
    expect(phase('2026-12-28T05:00:00Z')).toBe('over')
  })

  it('spans exactly the moments at which it is present, also across clock changes', () => {
    expectForAll(days, zones, fc.integer({ min: -90_000, max: 90_000 }), fc.boolean(), (away, of, seconds, atEnd) => {
      const { startsAt, endsAt } = awaySpan(away, of)
      const at = new Date((atEnd ? endsAt : startsAt).getTime() + seconds * 1000)
      const isWithin = at >= startsAt && at < endsAt
      expect(awayPhase(away, at, of) === 'present').toBe(isWithin)
    })
    const spring = awaySpan({ from: '2026-03-29', to: '2026-03-29' }, zone)
    expect(spring.endsAt.getTime() - spring.startsAt.getTime()).toBe(23 * hour)
  })

  it('pauses all listings but the exceptions, or the exceptions alone', () => {
    const at = { now: new Date('2026-12-23T12:00:00Z'), zone }
    const since = (listings: TimeAway['listings'], isException: boolean) =>
      pausedSince({ ...week, listings }, { ...at, state: 'ACTIVE', isException })
    expect(since('PAUSE', false)).toEqual(new Date('2026-12-21T00:00:00Z'))
    expect(since('PAUSE', true)).toBeNull()
    expect(since('STAY', false)).toBeNull()
    expect(since('STAY', true)).toEqual(new Date('2026-12-21T00:00:00Z'))
  })

  it('pauses from the moment at which it is set, if its first day has begun', () => {
    const now = new Date('2026-12-21T15:00:00Z')
    const away = { ...week, setAt: new Date('2026-12-21T14:00:00Z') }
    expect(pausedSince(away, { now, zone, state: 'ACTIVE', isException: false })).toEqual(away.setAt)
  })

  it('pauses nothing before and after, and nothing that is off sale for another reason', () => {
    const since = (at: string, state: 'ACTIVE' | 'ON_HOLD' | 'SCHEDULED' = 'ACTIVE') =>
      pausedSince(week, { now: new Date(at), zone, state, isException: false })
    expect(since('2026-12-20T23:59:59Z')).toBeNull()
    expect(since('2026-12-28T00:00:00Z')).toBeNull()
    expect(since('2026-12-23T12:00:00Z', 'ON_HOLD')).toBeNull()
    expect(since('2026-12-23T12:00:00Z', 'SCHEDULED')).toBeNull()
  })

  it('ends early with the day before, and is gone without a day', () => {
    expect(endedBefore(week, '2026-12-24')).toMatchObject({ from: '2026-12-21', to: '2026-12-23' })
    expect(endedBefore(week, '2026-12-21')).toBeNull()
    expect(endedBefore(week, '2026-12-01')).toBeNull()
    expect(endedBefore(week, '2026-12-28')).toEqual(week)
    expectForAll(days, zones, fc.integer({ min: 0, max: 100 }), (away, of, after) => {
      const now = new Date(awaySpan(away, of).startsAt.getTime() + after * 20 * hour)
      const left = endedBefore({ ...week, ...away }, dateAt(now, of))
      expect(choiceNow(left, now, of)).toBe('NONE')
    })
  })
})

describe('the days away of the ship calendar', () => {
  it('keep past days, and are the others’ exactly', () => {
    const today = '2026-12-24'
    expect(daysAway(['2026-12-22', '2026-12-23', '2026-12-24', '2026-12-25'], null, today)).toEqual([
      '2026-12-22',
      '2026-12-23',
    ])
    expect(daysAway(['2025-01-02', '2026-12-23'], { from: '2026-12-31', to: '2027-01-01' }, today)).toEqual([
      '2026-12-23',
      '2026-12-31',
      '2027-01-01',
    ])
  })

  it('are in order and each once, whatever is changed in whichever order', () => {
    expectForAll(fc.array(fc.tuple(days, fc.boolean()), { maxLength: 6 }), (changes) => {
      let kept: string[] = []
      for (const [{ from, to }, isSet] of changes) kept = daysAway(kept, isSet ? { from, to } : null, from)
      expect(kept).toEqual([...new Set(kept)].toSorted())
    })
    expectForAll(days, (away) => {
      expect(daysAway([], away, away.from)).toHaveLength(daysBetween(away.from, away.to) + 1)
    })
  })
})

describe('validation', () => {
  const today = '2026-12-23'
  const problems = (from: string, to: string, present: { from: string; to: string } | null = null) =>
    awayProblems({ from, to }, { present, today })

  it('takes days from today on, in order, for at most 90 days', () => {
    expect(problems('2026-12-23', '2026-12-23')).toEqual({})
    expect(problems('2026-12-23', addDays(today, 89))).toEqual({})
    expect(problems('2026-12-22', '2026-12-24')).toEqual({ from: 'past' })
    expect(problems('2026-12-25', '2026-12-24')).toEqual({ to: 'ends-before' })
    expect(problems('2026-12-23', addDays(today, 90))).toEqual({ to: 'too-long' })
    expect(problems('2028-01-01', '2028-01-02')).toEqual({ from: 'too-far' })
    expect(problems('23.12.2026', '')).toEqual({ from: 'not-a-day', to: 'not-a-day' })
  })

  it('keeps the first day of a time that has begun', () => {
    const present = { from: '2026-12-20', to: '2026-12-27' }
    expect(problems('2026-12-20', '2026-12-30', present)).toEqual({})
    expect(problems('2026-12-24', '2026-12-30', present)).toEqual({ from: 'begun' })
    expect(problems('2026-12-20', '2026-12-22', present)).toEqual({ to: 'past' })
  })
})
