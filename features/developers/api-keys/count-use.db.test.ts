import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { hour } from '#lib/duration.ts'
import { countUse, keyLimit } from './count-use.server.ts'

const db = await testDatabase()
const begun = new Date('2026-11-22T09:00:00Z')
const use = (keyId: string, milliseconds: number) => countUse(db.owner, keyId, new Date(begun.getTime() + milliseconds))

it('starts a new window once the old one is over, or was started by a clock ahead', async () => {
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

it('continues the window, also with a clock slightly behind', async () => {
  await use('behind', 0)
  for (const [milliseconds, used] of [
    [keyLimit.window - 1, 2],
    [-1, 3],
    [-keyLimit.window, 4],
  ] as const)
    expect((await use('behind', milliseconds)).left).toBe(keyLimit.requests - used)
  expect((await use('behind', -keyLimit.window - 1)).left).toBe(keyLimit.requests - 1)
})
