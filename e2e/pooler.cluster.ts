import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, expect, inject, it } from 'vitest'
import { apiRoot } from '#api/marketplace-api.ts'
import { withClient } from '#db/connection.ts'
import { oneRow } from '#db/one-row.ts'
import { jobsSchema } from '#server/jobs-schema.ts'
import { minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { addShop, clusterHub, clusterProcess, keptOrders, marketplaceKey, newOrder, send } from './cluster-testing.ts'
import { cookieOf } from './http-member.ts'
import { startPgBouncer } from './pgbouncer.ts'
import type { TestHub } from './testing.ts'

const market = inject('divided')
let test: TestHub
let api: { Authorization: string }

beforeAll(async () => {
  test = await clusterHub()
  api = await marketplaceKey(test)
})

const program = process.env.PGBOUNCER ?? ''
const isThere = existsSync(program)

it.skipIf(!isThere)(
  `two hubs work behind PgBouncer in transaction mode, with fewer connections than requests${isThere ? '' : ' (skipped: PGBOUNCER names no program)'}`,
  async () => {
    const shop = await addShop(test, api, 'pooled')
    const connections = 4
    const pooler = await startPgBouncer(program, market.coordinator, connections)
    const env = { DATABASE_POOLER_URL: pooler, LOG_LEVEL: 'warn', LOG_FORMAT: 'json' }
    const hubs = [await clusterProcess(env), await clusterProcess(env)]
    const urls = hubs.map(({ port }) => `http://127.0.0.1:${port}`)
    const cookie = await cookieOf(test, shop.owner)
    const ids = Array.from({ length: 60 }, (_, nth) => `pooled-${String(nth).padStart(2, '0')}`)
    const statuses = await Promise.all([
      ...ids.map(async (id, nth) => {
        const order = { api, body: newOrder(id, shop.item) }
        return (await send(`${urls[nth % 2]}${apiRoot}/sellers/pooled/orders`, order)).status
      }),
      ...ids.map(async (_, nth) => {
        const path = [paths.orders, paths.listings.active, paths.overview, paths.payments][nth % 4]
        return (await fetch(`${urls[nth % 2]}${path}`, { headers: { cookie } })).status
      }),
    ])
    const logged = () =>
      hubs.flatMap(({ output }) =>
        output()
          .split('\n')
          .filter((line) => /"level":[4-6]0/.test(line)),
      )
    const failed = statuses.filter((status) => status !== 200 && status !== 201)
    expect({ failed, logged: logged().slice(0, 3) }).toEqual({ failed: [], logged: [] })
    expect(await keptOrders(test, shop)).toEqual(ids)
    // A job of the queue has its own connections and works through the pooler.
    const waiting = () =>
      withClient(market.url, async (client) => {
        const { rows } = await client.query<{ failed: number; open: number }>(
          `select count(last_error)::int as failed, count(*)::int as open from ${jobsSchema(market.schema)}._private_jobs`,
        )
        return rows[0]
      })
    await expect.poll(waiting, { timeout: 2 * minute, interval: 500 }).toEqual({ failed: 0, open: 0 })
    const posted = sql<{ due: number }>`select count(*)::int as due from ledger_due where seller_id = ${shop.id}`
    expect((await oneRow(test.db.owner, posted)).due).toBe(0)
    expect(logged()).toEqual([])
  },
  5 * minute,
)
