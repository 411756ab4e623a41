import { expect, it } from 'vitest'
import { awaitProperties } from './await-properties.ts'

it('resolves every property by name, in whatever order they settle', async () => {
  const late = Promise.withResolvers<string>()
  const all = awaitProperties({ late: late.promise, soon: Promise.resolve(1), known: [true] })
  late.resolve('here')
  expect(await all).toEqual({ late: 'here', soon: 1, known: [true] })
})

it('rejects as soon as one rejects', async () => {
  const never = Promise.withResolvers<never>()
  await expect(awaitProperties({ never: never.promise, failed: Promise.reject(new Error('away')) })).rejects.toThrow(
    'away',
  )
})
