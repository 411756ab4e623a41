import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { directionOf, markAt, offsetOf, releaseOf, slop, speedOf, type Swipeable } from './swipe.ts'

const row: Swipeable = { tray: 168, markable: true }
const bare: Swipeable = { tray: 0, markable: false }

const pixels = fc.integer({ min: -600, max: 600 })
const speeds = fc.double({ min: -5, max: 5, noNaN: true })
const rows = fc.record({ tray: fc.constantFrom(0, 84, 168, 252), markable: fc.boolean() })

describe('a finger on a row', () => {
  it.each([
    [4, 4, 'undecided'],
    [-9, 0, 'undecided'],
    [-12, 3, 'row'],
    [12, 7, 'row'],
    [12, 9, 'page'],
    [-2, 30, 'page'],
  ] as const)('moved by %i along and %i across is a matter of: %s', (along, across, of) => {
    expect(directionOf(along, across)).toBe(of)
  })

  it('never takes the page from whoever scrolls: what goes down as far as sideways is no swipe', () => {
    fc.assert(
      fc.property(pixels, pixels, (along, across) => {
        const of = directionOf(along, across)
        expect(of).toBe(directionOf(-along, -across))
        if (Math.abs(across) >= Math.abs(along)) expect(of).not.toBe('row')
        if (Math.hypot(along, across) < slop) expect(of).toBe('undecided')
      }),
    )
  })
})

describe('a row under a finger', () => {
  it.each([
    [0, -100, row, -100],
    [0, 50, row, 50],
    [-168, 60, row, -108],
    // Beyond its ends it follows less: 40 of the first 80 pixels at most.
    [0, -248, row, -188],
    [0, 144, row, 84],
    [-168, 248, row, 20],
    [0, -80, bare, -20],
    [0, 80, bare, 20],
  ] as const)('from %i, moved by %i, of %o stands at %i', (from, moved, of, at) => {
    expect(offsetOf(from, moved, of)).toBe(at)
  })

  it('follows always, in the finger’s direction, never faster than it and never far beyond its ends', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), pixels, fc.nat(50), (of, isOpen, moved, more) => {
        const from = isOpen ? -of.tray : 0
        expect(offsetOf(from, 0, of)).toBeCloseTo(from, 9)
        const [at, further] = [offsetOf(from, moved, of), offsetOf(from, moved + more, of)]
        expect(further - at).toBeGreaterThanOrEqual(0)
        expect(further - at).toBeLessThanOrEqual(more + 1e-9)
        expect(at).toBeGreaterThan(-of.tray - 40)
        expect(at).toBeLessThan((of.markable && from === 0 ? markAt : 0) + 40)
      }),
    )
  })
})

describe('a row that is let go', () => {
  it.each([
    [-20, 0, row, 'closed'],
    [-83, 0, row, 'closed'],
    [-84, 0, row, 'open'],
    [-24, -0.4, row, 'open'],
    [-23, -2, row, 'closed'],
    [-160, 0.4, row, 'closed'],
    [40, 0, row, 'closed'],
    [40, 3, row, 'closed'],
    [64, 0, row, 'mark'],
    [90, -1, row, 'closed'],
    [-30, -3, bare, 'closed'],
    [30, 3, bare, 'closed'],
  ] as const)('at %i with %f px/ms, of %o, is %s', (offset, speed, of, is) => {
    expect(releaseOf(offset, speed, of)).toBe(is)
  })

  it('springs back where it has nothing to show, and where it hardly moved', () => {
    fc.assert(
      fc.property(rows, pixels, speeds, (of, offset, speed) => {
        const is = releaseOf(offset, speed, of)
        if (is === 'open') expect(of.tray).toBeGreaterThan(0)
        if (is === 'mark') expect(of.markable).toBe(true)
        if (is !== 'closed') expect(Math.abs(offset)).toBeGreaterThan(2 * slop)
        // A row goes the way it was moved.
        if (is === 'open') expect(offset).toBeLessThan(0)
        if (is === 'mark') expect(offset).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the speed of a finger', () => {
  it('is that of the last tenth of a second', () => {
    const places = [
      { at: 0, time: 0 },
      { at: -10, time: 1000 },
      { at: -60, time: 1050 },
    ]
    expect(speedOf(places, 1050)).toBe(-1)
    expect(speedOf(places, 1100)).toBe(-0.5)
    // It rested before it left.
    expect(speedOf(places, 1200)).toBe(0)
    expect(speedOf([], 0)).toBe(0)
  })
})
