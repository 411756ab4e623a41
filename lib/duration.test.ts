import { describe, expect, it } from 'vitest'
import { day, hour, minute, readDuration } from './duration.ts'

describe('readDuration', () => {
  it.each([
    ['P3D', 3 * day],
    ['PT60M', hour],
    ['PT96H', 4 * day],
    ['P1DT12H30M', day + 12 * hour + 30 * minute],
  ])('reads %s', (text, length) => expect(readDuration(text)).toBe(length))

  it.each(['', 'P', 'PT', 'P1DT', 'P0D', '3D', 'P1M', 'P1.5D', '-P1D', 'PT5S', 'P3D '])('refuses %j', (text) =>
    expect(readDuration(text)).toBeNull(),
  )
})
