import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { day, hour, minute } from '#lib/duration.ts'
import { startDeliveries, takeTurn } from './deliver.server.ts'

const db = await testDatabase({ poolSize: 8 })

it('one process at a time looks for new events, and the turn ends early if a clock was set back', async () => {
  const turns = await Promise.all(Array.from({ length: 6 }, () => takeTurn(db.owner, minute)))
  expect(turns.filter(Boolean)).toHaveLength(1)
  const set = (resets_at: Date) =>
    db.owner.updateTable('rate_limits').set({ resets_at }).where('key', '=', 'webhook-turn').execute()
  await set(new Date(Date.now() - day))
  expect([await takeTurn(db.owner, minute), await takeTurn(db.owner, minute)]).toEqual([true, false])
  await set(new Date(Date.now() + day))
  expect(await takeTurn(db.owner, minute)).toBe(true)
})

it('of many idle processes, one looks for due deliveries', async () => {
  await db.owner.deleteFrom('rate_limits').execute()
  let polls = 0
  const services = testServices(db)
  const hub = { ...services, now: () => (polls++, services.now()) }
  const start = () => startDeliveries(hub, { pause: hour, write: async () => new Map() })
  // Each has polled once when it has stopped.
  await start().stop()
  const ofOne = polls
  await Promise.all(Array.from({ length: 5 }, () => start().stop()))
  expect(ofOne).toBeGreaterThan(0)
  expect(polls).toBe(ofOne)
})
