import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fittingSize, labelFormat, labelFormats, labelMargins, labelPage } from './label-formats.ts'

describe('label formats', () => {
  it('fit their paper with a margin', () => {
    for (const format of labelFormats) {
      const { block, inline } = labelMargins(format)
      const page = labelPage(format)
      expect(block * 2 + format.rows * format.height, format.id).toBeCloseTo(page.height)
      expect(inline * 2 + format.columns * format.width + (format.columns - 1) * format.gap, format.id).toBeCloseTo(
        page.width,
      )
      expect(Math.min(block, inline), format.id).toBeGreaterThanOrEqual(format.paper ? 3.9 : 0)
    }
  })

  it.each([
    // Dimensions given by manufacturers.
    ['a4-2x7', 15.15, 4.65],
    ['a4-3x7', 15.15, 7.21],
    ['a4-3x8', 12.9, 7.21],
    ['letter-3x10', 12.7, 4.76],
    ['letter-2x5', 12.7, 3.97],
  ])('start at the sheet’s offset: %s', (id, block, inline) => {
    const margins = labelMargins(labelFormat(id)!)
    expect(margins.block).toBeCloseTo(block, 1)
    expect(margins.inline).toBeCloseTo(inline, 1)
  })

  it('use the largest font that fits, smaller for more or longer lines', () => {
    const room = { width: 90, height: 33 }
    expect(fittingSize(['Lola Okonkwo', 'Flat 4, 27 Picton Street', 'Bristol', 'BS6 5PZ'], room)).toBe(14)
    expect(
      fittingSize(
        Array.from({ length: 8 }, () => 'A line'),
        room,
      ),
    ).toBe(9)
    expect(
      fittingSize(
        Array.from({ length: 90 }, () => 'A line'),
        room,
      ),
    ).toBe(6)
    const text = fc.array(fc.string({ maxLength: 60 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(text, fc.string({ maxLength: 60 }), (lines, more) => {
        expect(fittingSize([...lines, more], room)).toBeLessThanOrEqual(fittingSize(lines, room))
        expect(fittingSize(lines, { width: 57, height: 22 })).toBeLessThanOrEqual(fittingSize(lines, room))
      }),
    )
  })
})
