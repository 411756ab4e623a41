import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { createRandom } from './random.ts'

function draw(seed: string): number[] {
  const random = createRandom(seed)
  return Array.from({ length: 20 }, () => random.next())
}

const ascending = (a: number, b: number) => a - b

describe('createRandom', () => {
  it('gives the same numbers for the same seed and others for another', () => {
    expect(draw('a')).toEqual(draw('a'))
    expect(draw('a')).not.toEqual(draw('b'))
    expect(draw('ab')).not.toEqual(draw('ba'))
  })

  it('stays within its bounds', () => {
    expectForAll(fc.string(), fc.integer({ min: -1000, max: 1000 }), fc.nat(1000), (seed, min, span) => {
      const random = createRandom(seed)
      for (let drawn = 0; drawn < 20; drawn += 1) {
        const number = random.int(min, min + span)
        expect(Number.isInteger(number) && number >= min && number <= min + span).toBe(true)
      }
    })
  })

  it('is evenly distributed', () => {
    const random = createRandom(1)
    const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    for (let drawn = 0; drawn < 20_000; drawn += 1) counts[random.int(0, 9)]! += 1
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200)
  })

  it('follows weights and never picks a weight of zero', () => {
    const random = createRandom(2)
    const drawn = Array.from({ length: 4000 }, () => random.weighted([['a', 3] as const, ['b', 1], ['c', 0]]))
    expect(drawn).not.toContain('c')
    expect(drawn.filter((letter) => letter === 'a').length / 4000).toBeCloseTo(0.75, 1)
    expect(() => random.weighted([['a', 0]])).toThrow(RangeError)
    expect(() => random.pick([])).toThrow(RangeError)
  })

  it('forks independently of the numbers drawn before', () => {
    const one = createRandom('s')
    const other = createRandom('s')
    one.next()
    expect(one.fork('part').next()).toBe(other.fork('part').next())
    expect(one.fork('part').next()).not.toBe(one.fork('other').next())
  })

  it('shuffles without losing anything', () => {
    expectForAll(fc.string(), fc.array(fc.integer()), (seed, list) => {
      expect(createRandom(seed).shuffle(list).toSorted(ascending)).toEqual(list.toSorted(ascending))
    })
  })
})
