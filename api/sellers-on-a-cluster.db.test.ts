import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { testApi } from './testing.ts'

const db = await testDatabase({ poolSize: 8 })
const api = await testApi(db)

it('an external id belongs to one seller also without a unique key, as on a cluster', async () => {
  await sql`alter table sellers drop constraint sellers_username_key, drop constraint sellers_external_id_key`.execute(
    db.owner,
  )
  const body = { displayName: 'A', country: 'GB', timeZone: 'Europe/London', currency: 'GBP' }
  const put = (username: string) => api.ask('PUT', '/sellers/m-1', { body: { ...body, username } })
  const { answers } = await db.asOwner(async (own) => {
    // Both wait in the same place, so neither has looked for the seller yet.
    await sql`select pg_advisory_xact_lock(lock_number('seller with id m-1'))`.execute(own)
    const both = Promise.all([put('m-one'), put('m-two')])
    await expect.poll(async () => (await waitingForLock(db.pool)).length).toBe(2)
    return { answers: both }
  })
  const statuses = (await answers).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 201]))
  expect(await db.owner.selectFrom('sellers').select('external_id').execute()).toEqual([{ external_id: 'm-1' }])
})
