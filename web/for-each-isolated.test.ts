import { expect, it } from 'vitest'
import { forEachIsolated } from './for-each-isolated.ts'

const pieces = [1, 2, 3].map((sellerId) => ({ sellerId }))

it('goes on where one fails, and says which', async () => {
  const reported: unknown[] = []
  // A statement timeout does not mean that the database is unavailable.
  const no = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  const work = async ({ sellerId }: { sellerId: number }) => {
    if (sellerId === 2) throw no
    return sellerId * 10
  }
  const through = await forEachIsolated(pieces, work, (...failure) => void reported.push(failure))
  expect(through).toEqual({ done: [10, 30], failed: [{ piece: { sellerId: 2 }, error: no }] })
  expect(reported).toEqual([[no, 2]])
})

it('ends at the first where the database is away, and reports nothing', async () => {
  const tried: number[] = []
  const work = async ({ sellerId }: { sellerId: number }) => {
    tried.push(sellerId)
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }
  const reported: unknown[] = []
  await expect(forEachIsolated(pieces, work, (error) => void reported.push(error))).rejects.toThrow('ECONNREFUSED')
  expect([tried, reported]).toEqual([[1], []])
})
