import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { createExportSlots, exportsPerMember, takeMemberSlot } from './export-slots.server.ts'

describe('parallel exports', () => {
  const database = testDatabase()

  it('are limited to two per member across processes, and another may start when one has ended', async () => {
    const db = await database
    const running: { taken: boolean; end: () => void; ended: Promise<void> }[] = []
    // Each in its own transaction like exports; PostgreSQL does not distinguish processes.
    const begin = async (memberId: string) => {
      const { promise: over, resolve: end } = Promise.withResolvers<void>()
      const { promise: taken, resolve } = Promise.withResolvers<boolean>()
      const ended = db.asSeller(1, 'read', async (seller) => {
        resolve(await takeMemberSlot(seller, memberId))
        await over
      })
      running.push({ taken: await taken, end, ended })
      return taken
    }
    for (let times = 0; times < exportsPerMember; times += 1) expect(await begin('ann')).toBe(true)
    expect(await begin('ann')).toBe(false)
    expect(await begin('ben')).toBe(true)
    running[0]!.end()
    await running[0]!.ended
    expect(await begin('ann')).toBe(true)
    for (const { end } of running) end()
    await Promise.all(running.map(({ ended }) => ended))
  })

  it.each([
    [12, 5],
    [13, 6],
    [5, 2],
    [2, 1],
  ])('with a pool of %i are limited to %i, fewer than half, over all members', (poolSize, most) => {
    const slots = createExportSlots(poolSize)
    const taken = Array.from({ length: most }, () => slots.take())
    expect(taken.every((release) => release !== null)).toBe(true)
    expect(slots.take()).toBeNull()
    for (const release of taken) release?.()
    expect(slots.take()).not.toBeNull()
  })
})
