import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { day } from './duration.ts'
import { dayParts } from './day-parts.ts'

const at = (time: string) => new Date(`2026-11-${time}Z`)

describe('dayParts', () => {
  it('splits a span into whole days and its ends', () => {
    expect(dayParts({ from: at('18T23:00'), before: at('21T10:30') }, () => true)).toEqual([
      { from: at('18T23:00'), before: at('19T00:00'), whole: false },
      { from: at('19T00:00'), before: at('21T00:00'), whole: true },
      { from: at('21T00:00'), before: at('21T10:30'), whole: false },
    ])
    expect(dayParts({ from: at('19T00:00'), before: at('20T00:00') }, () => true)).toEqual([
      { from: at('19T00:00'), before: at('20T00:00'), whole: true },
    ])
  })

  it('leaves out days whose sums are not stored, and joins them with what is beside', () => {
    const isStored = (date: Date) => date.getUTCDate() !== 19 && date.getUTCDate() !== 22
    expect(dayParts({ from: at('18T23:00'), before: at('24T00:00') }, isStored)).toEqual([
      { from: at('18T23:00'), before: at('20T00:00'), whole: false },
      { from: at('20T00:00'), before: at('22T00:00'), whole: true },
      { from: at('22T00:00'), before: at('23T00:00'), whole: false },
      { from: at('23T00:00'), before: at('24T00:00'), whole: true },
    ])
    expect(dayParts({ from: at('18T23:00'), before: at('24T00:00') }, () => false)).toEqual([
      { from: at('18T23:00'), before: at('24T00:00'), whole: false },
    ])
  })

  it('keeps a span without a whole day, and nothing of an empty one', () => {
    expect(dayParts({ from: at('18T05:00'), before: at('19T05:00') }, () => true)).toEqual([
      { from: at('18T05:00'), before: at('19T05:00'), whole: false },
    ])
    expect(dayParts({ from: at('18T05:00'), before: at('18T05:00') }, () => true)).toEqual([])
  })

  it('covers any span once, without gaps', () => {
    const moments = fc.integer({ min: 0, max: 40 * day })
    expectForAll(moments, moments, fc.integer({ min: 1, max: 7 }), (one, other, every) => {
      const span = { from: new Date(Math.min(one, other)), before: new Date(Math.max(one, other)) }
      const parts = dayParts(span, (date) => (date.getTime() / day) % every !== 0)
      const edges = parts.flatMap(({ from, before }) => [from.getTime(), before.getTime()])
      expect(edges.toSorted((a, b) => a - b)).toEqual(edges)
      expect(parts.reduce((sum, { from, before }) => sum + before.getTime() - from.getTime(), 0)).toBe(
        span.before.getTime() - span.from.getTime(),
      )
      for (const { from, before, whole } of parts)
        if (whole) expect([from.getTime() % day, before.getTime() % day]).toEqual([0, 0])
    })
  })
})
