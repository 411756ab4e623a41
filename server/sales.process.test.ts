import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { addStocked } from '#features/selling/inventory/testing.ts'
import { scheduleSale } from '#features/selling/sale-events/testing.ts'
import { hour } from '#lib/duration.ts'
import { startHub } from './testing-process.ts'

const sales = 240

it('two hub processes, one of which is killed, start and end each of many due sales once', async () => {
  const db = await testDatabase()
  const seller = await addTestSeller(db, {})
  const now = Date.now()
  const ended: number[] = []
  for (let n = 0; n < sales; n += 1) {
    const listing = await addStocked(db, seller, `S-${n}`, { price_minor: 5000 })
    const isOver = n % 2 === 0
    if (isOver) ended.push(listing)
    const span = { starts_at: new Date(now - 2 * hour), ends_at: new Date(isOver ? now - hour : now + hour) }
    await scheduleSale(db, seller, [listing], span)
  }
  const told = async () => {
    const { rows } = await sql<{ listing: number; n: number }>`
      select listing_id as listing, count(*)::integer as n from events where type = 'listing.changed' and seller_id = ${seller}
      group by 1 order by 1`.execute(db.owner)
    return new Map(rows.map(({ listing, n }) => [listing, n]))
  }
  const states = async () => {
    const { rows } = await sql<{ state: string; n: number }>`
      select state, count(*)::integer as n from sale_events where seller_id = ${seller} group by 1`.execute(db.owner)
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
  }
  const before = await told()
  const [first, second] = await Promise.all([startHub({ DATABASE_URL: db.url }), startHub({ DATABASE_URL: db.url })])
  await expect.poll(async () => (await states())['SCHEDULED'] ?? 0, { interval: 5 }).toBeLessThan(sales)
  first.child.kill('SIGKILL')
  await first.exited
  await second.ready
  const third = await startHub({ DATABASE_URL: db.url })
  await third.ready
  await expect.poll(states, { timeout: 150_000 }).toEqual({ ENDED: sales / 2, RUNNING: sales / 2 })
  const after = await told()
  for (const [listing, n] of after) expect(n - (before.get(listing) ?? 0)).toBe(ended.includes(listing) ? 2 : 1)
  expect(after.size).toBe(sales)
})
