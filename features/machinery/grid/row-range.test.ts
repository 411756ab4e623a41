import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { nearerEnd } from './row-range.ts'

describe('a page read from the nearer end', () => {
  it.each([
    [0, 50, 120, { offset: 0, limit: 50, isFromEnd: false }],
    [50, 50, 120, { offset: 20, limit: 50, isFromEnd: true }],
    [100, 50, 120, { offset: 0, limit: 20, isFromEnd: true }],
    [150, 50, 120, { offset: 0, limit: 0, isFromEnd: true }],
    [0, 50, 0, { offset: 0, limit: 0, isFromEnd: false }],
  ])('from %i, %i of %i', (offset, limit, rows, stretch) => {
    expect(nearerEnd({ offset, limit }, rows)).toEqual(stretch)
  })

  it('has the same rows in the same order, and skips at most half of them', () => {
    const number = fc.nat({ max: 300 })
    expectForAll(number, number, number, (offset, limit, count) => {
      const rows = Array.from({ length: count }, (_, row) => row)
      const { isFromEnd, ...stretch } = nearerEnd({ offset, limit }, count)
      const inOrder = isFromEnd ? rows.toReversed() : rows
      const read = inOrder.slice(stretch.offset, stretch.offset + stretch.limit)
      expect(isFromEnd ? read.toReversed() : read).toEqual(rows.slice(offset, offset + limit))
      expect(stretch.offset).toBeLessThanOrEqual(count / 2)
    })
  })
})
