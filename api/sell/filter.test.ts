import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { busyFor } from '#lib/testing.ts'
import { readFilter, readTimeRange } from './filter.ts'
import { SellError } from './sell-error.ts'

const now = new Date('2026-11-22T12:00:00.000Z')
const errorOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof SellError) return error.id
    throw error
  }
  return null
}
const range = (text: string) => {
  const value = readFilter(`creationdate:${text}`).get('creationdate')!
  return readTimeRange('creationdate', value, now)
}

describe('a filter', () => {
  it('reads sets, ranges and single values, with any spacing', () => {
    const read = readFilter(
      'creationdate:[2026-01-01T00:00:00.000Z..], OrderFulfillmentStatus:{NOT_STARTED|IN_PROGRESS},a:b',
    )
    expect([...read]).toEqual([
      ['creationdate', { kind: 'range', from: '2026-01-01T00:00:00.000Z', to: null }],
      ['orderfulfillmentstatus', { kind: 'set', values: ['NOT_STARTED', 'IN_PROGRESS'] }],
      ['a', { kind: 'one', value: 'b' }],
    ])
  })

  it('is read back as it was written', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9_]{1,12}$/)
    const value = fc.oneof(
      word.map((one) => ({ text: one, value: { kind: 'one', value: one } })),
      fc
        .array(word, { minLength: 1, maxLength: 4 })
        .map((values) => ({ text: `{${values.join('|')}}`, value: { kind: 'set', values } })),
      fc.tuple(word, word).map(([from, to]) => ({ text: `[${from}..${to}]`, value: { kind: 'range', from, to } })),
    )
    const named = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { maxKeys: 5, noNullPrototype: true })
    expectForAll(named, (filters) => {
      const text = Object.entries(filters)
        .map(([name, each]) => `${name}:${each.text}`)
        .join(',')
      expect(Object.fromEntries(readFilter(text))).toEqual(
        Object.fromEntries(Object.entries(filters).map(([name, each]) => [name, each.value])),
      )
    })
  })

  it('rejects anything else without failing', () => {
    const mess = fc.string({ unit: fc.constantFrom(...'ab:,{}[]|. é\n') })
    expectForAll(mess, (text) => [null, 30700, 30800].includes(errorOf(() => readFilter(text))))
  })

  it('rejects one that is too long before parsing it', async () => {
    expect(errorOf(() => readFilter(`a:${'b'.repeat(998)}`))).toBeNull()
    expect(errorOf(() => readFilter(`a:${'b'.repeat(999)}`))).toBe(30700)
    const endless = () => expect(errorOf(() => readFilter(','.repeat(200_000)))).toBe(30700)
    expect(await busyFor(endless)).toBeLessThan(100)
  })

  it.each([
    ['[2026-11-01T00:00:00.000Z..]', null],
    ['[2024-11-22T12:00:00Z..2026-11-22T12:00:00Z]', null],
    ['[2026-11-01..]', 30810],
    ['[2026-13-01T00:00:00.000Z..]', 30810],
    ['[2026-02-30T00:00:00Z..]', 30810],
    ['[2026-11-01T24:00:00Z..]', 30810],
    ['[..2026-11-01T00:00:00.000Z]', 30820],
    ['[2024-11-22T11:59:59Z..2026-11-22T12:00:00Z]', 30830],
    ['[2024-11-22T11:59:59Z..]', 30830],
    ['[2026-11-02T00:00:00Z..2026-11-01T00:00:00Z]', 30840],
    ['[2026-11-01T00:00:00Z..2026-11-22T12:00:01Z]', 30850],
    ['{2026-11-01T00:00:00Z}', 30800],
  ])('accepts the time range %s or answers %s', (text, id) => {
    expect(errorOf(() => range(text))).toBe(id)
  })
})
