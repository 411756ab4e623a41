import { expect, it } from 'vitest'
import { recheckPermission } from './recheck-permission.ts'

it('asks once for what takes no time, however long the answer took, and anew after a while; what failed is asked again at once', async () => {
  let time = 0
  const asked: string[] = []
  const ask = (what: string) => async () => {
    asked.push(what)
    if (what === 'begin') time += 300
    if (asked.length === 3) throw new Error('away')
    return asked.length
  }
  const whoAsks = recheckPermission(ask('again'), ask('begin'), { now: () => time })
  const later = (milliseconds: number) => {
    time += milliseconds
    return whoAsks()
  }
  expect([await later(0), await later(200), await later(50)]).toEqual([1, 1, 1])
  expect([await later(1), await later(250)]).toEqual([2, 2])
  await expect(later(1)).rejects.toThrow('away')
  expect(await later(0)).toBe(4)
  expect(asked).toEqual(['begin', 'again', 'again', 'again'])
})
