import { describe, expect, it } from 'vitest'
import { hourParts } from './hour-parts.ts'

describe('hourParts', () => {
  const at = (time: string) => new Date(`2026-11-20T${time}Z`)

  it('splits a period into whole hours and the rest', () => {
    expect(hourParts({ from: at('05:00'), before: at('09:00') })).toEqual([
      { from: at('05:00'), before: at('09:00'), whole: true },
    ])
    expect(hourParts({ from: at('05:30'), before: at('09:45') })).toEqual([
      { from: at('05:30'), before: at('06:00'), whole: false },
      { from: at('06:00'), before: at('09:00'), whole: true },
      { from: at('09:00'), before: at('09:45'), whole: false },
    ])
  })

  it('keeps a period without a whole hour, and nothing of an empty one', () => {
    expect(hourParts({ from: at('05:30'), before: at('06:30') })).toEqual([
      { from: at('05:30'), before: at('06:30'), whole: false },
    ])
    expect(hourParts({ from: at('05:30'), before: at('05:30') })).toEqual([])
  })
})
