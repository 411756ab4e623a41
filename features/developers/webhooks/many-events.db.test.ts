import { addRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { day } from '#lib/duration.ts'
import { recordTestDelivery, removeOldDeliveries } from './deliveries-db.server.ts'
import { addEndpoint } from './endpoints-db.server.ts'
import { placeEvents, removeOldEvents } from './events-db.server.ts'

const now = new Date('2026-11-22T09:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * day)

const db = await testDatabase({ poolSize: 8 })

beforeEach(async () => {
  await db.owner.deleteFrom('events').execute()
  await db.owner.deleteFrom('webhook_deliveries').execute()
})

async function addEvents(sellers: readonly number[]) {
  const told = { type: 'listing.changed', happened_at: now, listing_id: 1 }
  await addRows(
    db.owner,
    'events',
    sellers.map((seller_id) => ({ ...told, seller_id })),
  )
}

const places = async () => {
  const rows = await db.owner.selectFrom('events').select('place').orderBy('id').execute()
  return rows.map(({ place }) => place)
}

it('events of any number of sellers are numbered by one statement', async () => {
  await sql
    .raw(`
    create sequence updates_seen;
    create function count_update() returns trigger language plpgsql as
      $$ begin perform nextval('hub.updates_seen'); return null; end $$;
    create trigger counted after update on events for each statement execute function count_update()`)
    .execute(db.owner)
  const [ann, bob, cay] = [await addTestSeller(db), await addTestSeller(db), await addTestSeller(db)]
  await addEvents([ann, bob, cay, ann])
  expect(await placeEvents(db, () => now)).toBe(4)
  const given = await places()
  expect(given.map((place) => place! - given[0]!)).toEqual([0, 1, 2, 3])
  const { rows } = await sql<{ last_value: number }>`select last_value from updates_seen`.execute(db.owner)
  expect(rows[0]!.last_value).toBe(1)
})

it('old events are deleted in batches with separate commits, whatever gaps they have', async () => {
  const shop = await addTestSeller(db)
  await addEvents(Array(7).fill(shop))
  await placeEvents(db, () => now)
  const [, second, third, , , last] = await places()
  await db.owner.deleteFrom('events').where('place', 'in', [second!, third!]).execute()
  const { removed } = await db.asOwner(async (tx) => {
    await tx.selectFrom('events').select('id').where('place', '=', last!).forUpdate().execute()
    const removing = removeOldEvents(db, later(31), 2)
    await expect.poll(() => waitingForLock(db.pool, '%delete from%events%')).toHaveLength(1)
    expect(await places()).toEqual([last, last! + 1])
    return { removed: removing }
  })
  await removed
  expect(await places()).toEqual([])
})

it('old deliveries are deleted in batches, and newer ones stay', async () => {
  const added = await addEndpoint(testServices(db), {
    sellerId: null,
    url: 'https://shop.example/',
    types: null,
    madeBy: 'Ada',
  })
  if (!added.ok) throw new Error(added.reason)
  const record = (at: Date) =>
    recordTestDelivery(db.owner, { endpointId: added.id, eventKey: 'evt', body: '{}', now: at })
  const ids = async () => {
    const rows = await db.owner.selectFrom('webhook_deliveries').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
  for (let count = 0; count < 5; count += 1) await record(now)
  await record(later(20))
  const [last, newer] = (await ids()).slice(-2)
  const { removed } = await db.asOwner(async (tx) => {
    await tx.selectFrom('webhook_deliveries').select('id').where('id', '=', last!).forUpdate().execute()
    const removing = removeOldDeliveries(db.owner, later(31), 2)
    await expect.poll(() => waitingForLock(db.pool, '%delete from%webhook_deliveries%')).toHaveLength(1)
    expect(await ids()).toEqual([last, newer])
    return { removed: removing }
  })
  await removed
  expect(await ids()).toEqual([newer])
})
