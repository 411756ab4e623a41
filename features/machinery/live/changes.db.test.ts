import { updateRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { openChanges } from '#db/changes.ts'
import { connect, withClient } from '#db/connection.ts'
import { afterTestFile } from '#db/testing-cleanup.ts'
import { openDatabaseProxy } from '#db/testing-proxy.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'

it('committed changes arrive once per transaction, rolled-back ones do not, and an interruption may have changed everything', async () => {
  const db = await testDatabase()
  const seller = await addSeller(db, 'harbour')
  const heard: string[] = []
  const failures: unknown[] = []
  const changes = openChanges({ url: db.url, onError: (error) => failures.push(error), again: 10 })
  afterTestFile(() => changes.stop())
  changes.start((change) => heard.push(change ? `${change.sellerId} ${change.what}` : 'all'))
  await expect.poll(() => heard).toEqual(['all'])

  /** Changes heard so far; they arrive in the order of commits. */
  const until = async (mark: string) => {
    await sql`select pg_notify('hub_changes', ${`${mark} feedback`})`.execute(db.owner)
    await expect.poll(() => heard).toContain(`${mark} feedback`)
    return heard.splice(0).slice(0, -1)
  }
  const { id } = await addOrderToShip(db, seller, [1])
  expect(new Set(await until('1'))).toEqual(new Set(['all', `${seller} orders`]))
  const twice = async (fails: boolean) =>
    db
      .asSeller(seller, 'write', async (own) => {
        for (const service of ['Tracked 48', 'Letter'])
          await updateRows(own, 'orders', { seller_id: seller, id }, { shipping_service: service })
        if (fails) throw new Error('taken back')
      })
      .catch(() => {})
  await twice(true)
  expect(await until('2')).toEqual([])
  await twice(false)
  expect(await until('3')).toEqual([`${seller} orders`])

  await withClient(db.url, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and pid <> pg_backend_pid()
      and datname = current_database()`),
  )
  await expect.poll(() => heard).toEqual(['all'])
  expect(failures.length).toBeLessThanOrEqual(1)
})

it('an unavailable server is reported once until it is back', async () => {
  const wire = await openDatabaseProxy((await testDatabase()).url)
  const failures: unknown[] = []
  const heard: unknown[] = []
  const changes = openChanges({ url: wire.url, onError: (error) => failures.push(error), again: 1 })
  afterTestFile(() => changes.stop())
  await wire.cut()
  changes.start((change) => heard.push(change))
  // Enough time to fail again.
  for (let tries = 0; tries < 20; tries += 1) await expect(connect(wire.url)).rejects.toThrow('ECONNREFUSED')
  expect(failures).toHaveLength(1)
  await wire.mend()
  await expect.poll(() => heard).toEqual([null])
})
