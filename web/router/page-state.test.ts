import fc from 'fast-check'
import { expect, it } from 'vitest'
import { collectWaits, dataReader, writeData } from './page-state.ts'

/** Data as it arrives, with all values that come later. */
async function copied(data: unknown): Promise<unknown> {
  const { waits, onWait } = collectWaits()
  const { read, settle } = dataReader()
  const copy = read(writeData(data, onWait))
  // Values may bring further ones.
  for (const { id, value } of waits) settle(id, writeData(await value, onWait))
  return copy
}

it('keeps texts, numbers, lists, dates and patterns', async () => {
  const data = {
    name: 'Lens',
    count: 3,
    isNew: false,
    none: null,
    at: new Date(5),
    code: /^a"?$/iu,
    tags: ['a', ['b']],
  }
  expect(await copied(data)).toEqual(data)
  expect(await copied(null)).toBeNull()
})

it('keeps all data, whatever its keys and however it is nested', async () => {
  const key = fc.oneof(fc.string(), fc.constantFrom('$', '$wait', '$date', '$pattern', '$number', '$$wait', '$$$date'))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.string(),
      // JSON has one zero.
      fc.double().map((number) => number || (Number.isNaN(number) ? number : 0)),
      fc.constantFrom(null, true, /^\$wait/u),
      fc.date({ noInvalidDate: false }),
      fc.array(tie('value')),
      fc.dictionary(key, tie('value')),
    ),
  }))
  await fc.assert(
    fc.asyncProperty(value, async (data) => {
      expect(await copied(data)).toEqual(data)
    }),
  )
})

it('refuses what would arrive empty', () => {
  for (const data of [{ sizes: new Map() }, { sizes: new Set() }])
    expect(() => writeData(data, collectWaits().onWait)).toThrow('would arrive empty')
})

it('leaves out what is undefined', async () => {
  expect(await copied({ name: 'Lens', none: undefined })).toStrictEqual({ name: 'Lens' })
})

it('sends later values as promises, also those that a promise brings, each once', async () => {
  const late = Promise.resolve({ state: 'ready', more: Promise.resolve([1]) })
  const data = (await copied({ late, again: late })) as Record<'late' | 'again', Promise<{ more: Promise<number[]> }>>
  expect(data.late).toBe(data.again)
  expect(await (await data.late).more).toEqual([1])
})

it('fails values that do not come', async () => {
  const { onWait } = collectWaits()
  const { read, fail } = dataReader()
  const data = read(writeData({ late: new Promise(() => {}) }, onWait)) as { late: Promise<unknown> }
  fail(new TypeError('network'))
  await expect(data.late).rejects.toThrow('network')
})
