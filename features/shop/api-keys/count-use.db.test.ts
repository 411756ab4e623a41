import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { hour } from '#lib/duration.ts'
import { countUse, keyLimit } from './count-use.server.ts'

const db = await testDatabase()
const begun = new Date('2026-11-22T09:00:00Z')
const use = (keyId: string, milliseconds: number) => countUse(db.owner, keyId, new Date(begun.getTime() + milliseconds))

it('begins anew once its window is over, and where a clock that was ahead has begun it', async () => {
  const full = { left: keyLimit.requests - 1, isOver: false, resetsIn: keyLimit.window }
  expect(await use('over', 0)).toEqual(full)
  expect(await use('over', keyLimit.window)).toEqual(full)
  expect(await use('ahead', hour)).toEqual(full)
  expect(await use('ahead', 0)).toEqual(full)
  expect(await use('ahead', 1000)).toEqual({
    left: keyLimit.requests - 2,
    isOver: false,
    resetsIn: keyLimit.window - 1000,
  })
})

it('counts on within the window, also by a clock that is behind by less than it is long', async () => {
  await use('behind', 0)
  for (const [milliseconds, used] of [
    [keyLimit.window - 1, 2],
    [-1, 3],
    [-keyLimit.window, 4],
  ] as const)
    expect((await use('behind', milliseconds)).left).toBe(keyLimit.requests - used)
  expect((await use('behind', -keyLimit.window - 1)).left).toBe(keyLimit.requests - 1)
})
