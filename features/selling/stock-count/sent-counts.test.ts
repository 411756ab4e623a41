import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { readKept, takeNew, writeKept, type SentCount } from './sent-counts.ts'

describe('what devices send', () => {
  it('counts once and in order, whatever is sent again', () => {
    const sends = fc.array(fc.record({ from: fc.constantFrom('a', 'b'), begin: fc.nat(9), length: fc.nat(9) }), {
      maxLength: 30,
    })
    expectForAll(sends, (all) => {
      const taken: Record<string, number[]> = { a: [], b: [] }
      let remembered = ''
      for (const { from, begin, length } of all) {
        // A device sends on from what it knows to have arrived: never past what it has sent.
        const first = Math.min(begin, taken[from]!.length)
        const sent = Array.from({ length }, (_, nth): SentCount => ({ from, n: first + nth + 1 }))
        const { fresh, remembered: next } = takeNew(remembered, sent)
        remembered = next
        taken[from]!.push(...fresh.map(({ n }) => n))
      }
      for (const numbers of Object.values(taken)) expect(numbers).toEqual(numbers.map((_, nth) => nth + 1))
    })
  })

  it('is remembered for the latest senders', () => {
    let remembered = ''
    for (let from = 0; from < 201; from += 1)
      remembered = takeNew(remembered, [{ from: String(from), n: 1 }]).remembered
    expect(takeNew(remembered, [{ from: '0', n: 1 }]).fresh).toHaveLength(1)
    expect(takeNew(remembered, [{ from: '1', n: 1 }]).fresh).toEqual([])
  })
})

it('keeps a code as it is', () => {
  const counted = fc.option(fc.nat(1_000_000))
  const unassigned = fc.record({ code: fc.string(), counted, item: fc.constant(null) })
  const assigned = fc.record({ code: fc.string(), counted: fc.constant(null), item: fc.stringMatching(/^\d{10}$/) })
  expectForAll(fc.oneof(unassigned, assigned), (kept) => {
    expect(readKept(writeKept(kept))).toEqual(kept)
  })
})
