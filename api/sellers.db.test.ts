import { beforeAll, describe, expect, it } from 'vitest'
import { addTestSeller } from '#features/accounts/testing.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { testApi, type TestApi } from './testing.ts'

let db: TestDatabase
let api: TestApi

beforeAll(async () => {
  db = await testDatabase()
  api = await testApi(db)
})

it('a seller’s time zone is one that hub and database count in alike', async () => {
  const facts = { username: 'zoned', displayName: 'A', country: 'GB', currency: 'GBP' }
  const put = (timeZone: string) => api.ask('PUT', '/sellers/zoned', { body: { ...facts, timeZone } })
  // The first the database reads the other way round, the second it does not know.
  for (const zone of ['+01:00', 'US/Pacific-New'])
    expect(await put(zone)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/timeZone' }] } })
  for (const zone of ['Asia/Kolkata', 'Etc/GMT+5', 'UTC']) expect((await put(zone)).status, zone).toBeLessThan(300)
})

describe('a seller who is known by their user name alone', () => {
  it('is found as before once they have another one', async () => {
    const { id, username } = await db.owner
      .selectFrom('sellers')
      .select(['id', 'username'])
      .where('id', '=', await addTestSeller(db))
      .executeTakeFirstOrThrow()
    const path = `/sellers/${username}`
    const facts = { displayName: 'A', country: 'GB', timeZone: 'Europe/London', currency: 'GBP' }
    const rename = () => api.ask('PUT', path, { body: { ...facts, username: `renamed-${id}` } })
    const renamed = await rename()
    expect([renamed.status, renamed.body.username]).toEqual([200, `renamed-${id}`])
    expect((await api.ask('GET', path)).body).toEqual(renamed.body)
    expect(await rename()).toMatchObject({ status: 200, body: renamed.body })
  })
})
