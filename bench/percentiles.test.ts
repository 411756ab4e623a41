import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { percentile, slopeOf, spreadOf } from './percentiles.ts'

const times = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 })

describe('percentile', () => {
  it('takes the nearest rank', () => {
    const values = Array.from({ length: 40 }, (_, index) => 40 - index)
    expect(spreadOf(values)).toEqual({ count: 40, p50: 20, p95: 38, p99: 40 })
    expect(percentile([7], 0.99)).toBe(7)
    expect(percentile([], 0.5)).toBeNaN()
  })

  it('is one of the values, and at least that share does not exceed it', () => {
    expectForAll(times, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, share) => {
      const found = percentile(values, share)
      expect(values).toContain(found)
      expect(values.filter((value) => value <= found).length).toBeGreaterThanOrEqual(share * values.length - 1e-9)
    })
  })
})

it('slopeOf finds a straight growth, and none', () => {
  expect(slopeOf([1, 3, 5, 7])).toBeCloseTo(2)
  expect(slopeOf([4, 4, 4])).toBe(0)
  expect(slopeOf([9])).toBe(0)
})
