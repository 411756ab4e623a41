import { expect, it } from 'vitest'
import { stringifyPageData } from './page-data.ts'

const copied = async (data: unknown) => JSON.parse(await stringifyPageData(data)) as unknown

it('keeps texts, numbers and lists', async () => {
  const data = {
    name: 'Lens',
    count: 3,
    isNew: false,
    none: null,
    at: 1.5,
    tags: ['a', ['b']],
  }
  expect(await copied(data)).toEqual(data)
  expect(await copied(null)).toBeNull()
})

it('waits for promises, also for those that a promise brings', async () => {
  const late = Promise.resolve({ state: 'ready', at: 0, more: Promise.resolve([1]) })
  expect(await copied({ late, again: late, others: [late] })).toEqual({
    late: { state: 'ready', at: 0, more: [1] },
    again: { state: 'ready', at: 0, more: [1] },
    others: [{ state: 'ready', at: 0, more: [1] }],
  })
})

it('leaves out what is undefined', async () => {
  expect(await copied({ name: 'Lens', none: undefined })).toStrictEqual({ name: 'Lens' })
})

it('refuses a date, which would come back as a text', async () => {
  await expect(stringifyPageData({ at: new Date(0) })).rejects.toThrow('the date at')
})
