import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { apiRoot } from '#api/marketplace-api.ts'
import { oneRow } from '#db/one-row.ts'
import { testDatabase } from '#db/testing.ts'
import { smallFiles, writeFiles } from '#marketplace/olist/testing.ts'
import { addShop, clusterHub, keptOrders, marketplaceKey, newOrder, otherSchema, send } from './cluster-testing.ts'
import { hubCommand } from '#server/testing-cluster.ts'
import type { TestHub } from './testing.ts'

const market = inject('divided')
let test: TestHub
let api: { Authorization: string }

beforeAll(async () => {
  test = await clusterHub()
  api = await marketplaceKey(test)
})

const inOrder = 'All checks passed.'

it('a migration can add a table of sellers', async () => {
  const adding = test.db.asOwner(async (tx) => {
    await sql`create table planted (seller_id bigint primary key)`.execute(tx)
    await sql`select place_by_seller('planted')`.execute(tx)
    await sql`alter table planted add foreign key (seller_id) references sellers on delete cascade`.execute(tx)
  })
  await expect(adding).resolves.toBeUndefined()
  await sql`drop table planted`.execute(test.db.owner)
})

it('a migration can add a column, and its constraint in the next statement', async () => {
  await sql`alter table orders add column planted text`.execute(test.db.owner)
  await sql`alter table orders add constraint orders_planted_check check (planted <> '')`.execute(test.db.owner)
  const refused = sql`update orders set planted = '' where seller_id = 1`.execute(test.db.owner)
  await expect(refused).rejects.toThrow('orders_planted_check')
  await sql`alter table orders drop column planted`.execute(test.db.owner)
})

describe('the Olist import on a cluster', () => {
  it('brings orders in once, counts them and finds sellers by their names', async () => {
    const folder = await writeFiles(smallFiles())
    expect(await hubCommand(market, ['import', 'olist', folder])).toMatch(/orders +3/)
    const seller = await test.db.owner
      .selectFrom('seller_names')
      .innerJoin('sellers', 'sellers.id', 'seller_names.seller_id')
      .select(['seller_names.username', 'sellers.feedback_score'])
      .where('seller_names.external_id', '=', 'sol00000aaaa')
      .executeTakeFirst()
    expect(seller).toEqual({ username: 'sao-paulo-sol00000', feedback_score: 1 })
    expect(await hubCommand(market, ['import', 'olist', folder])).toContain('Nothing')
    expect(await hubCommand(market, ['doctor'])).toContain(inOrder)
  })

  const folder = process.env.OLIST_DATA ?? ''
  const isThere = existsSync(path.join(folder, 'olist_orders_dataset.csv.gz'))
  it.skipIf(!isThere)(
    `takes the whole data set${isThere ? '' : ' (skipped: OLIST_DATA names no folder with the files)'}`,
    async () => {
      expect(await hubCommand(market, ['import', 'olist', folder])).toMatch(/orders +\S+/)
      expect(await hubCommand(market, ['doctor'])).toContain(inOrder)
    },
  )
})

it('a seller is removed with all that is theirs, on all servers', async () => {
  const shop = await addShop(test, api, 'removed')
  const at = `${test.url}${apiRoot}/sellers/removed`
  expect((await send(`${at}/orders`, { api, body: newOrder('r-1', shop.item) })).status).toBe(201)
  await test.db.owner.updateTable('sellers').set({ suspended_at: new Date() }).where('id', '=', shop.id).execute()
  expect(await hubCommand(market, ['seller', 'remove', 'removed', '--confirm', 'removed'])).toContain('removed')
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'seller_id'
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(
    test.db.owner,
  )
  const left: string[] = []
  for (const { name } of tables) {
    const counted = sql<{
      rows: number
    }>`select count(*)::int as rows from ${sql.table(name)} where seller_id = ${shop.id}`
    if ((await oneRow(test.db.owner, counted)).rows > 0) left.push(name)
  }
  expect(tables.length).toBeGreaterThan(50)
  expect(left).toEqual([])
  expect(await keptOrders(test, shop)).toEqual([])
})

it('a backup comes back on a cluster, which is divided then, and on a single server', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-cluster-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'hub.backup')
  await hubCommand(market, ['backup', file])
  const single = { coordinator: (await testDatabase({ onOneServer: true, forgetsSeller: true })).url, schema: 'hub' }
  const again = await otherSchema('hub_cluster_restored')
  for (const place of [single, again]) expect(await hubCommand(place, ['restore', file])).toContain('Restored')
  expect(await hubCommand(again, ['distribute'])).toContain('Done. You can start the hubs now.')
  for (const place of [single, again]) expect(await hubCommand(place, ['doctor'])).toContain(inOrder)
})
