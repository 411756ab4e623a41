import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { connect, inSchema } from '#db/connection.ts'
import { dropSchema } from '#db/own-schema.ts'
import { afterTestFile } from '#db/testing-cleanup.ts'
import { apiRoot } from '#api/marketplace-api.ts'
import { marketplaceScopes, newKeyId } from '#features/shop/api-keys/api-key.ts'
import { makeApiKey } from '#features/shop/api-keys/api-keys-db.server.ts'
import { copyListings } from '#features/selling/listings/copy-listings-db.server.ts'
import { replaceBins } from '#features/shipping/printing/bins-db.server.ts'
import { startRun } from '#features/shipping/printing/print-runs-db.server.ts'
import { findSellerId } from '#web/find-seller.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { minute } from '#lib/duration.ts'
import { httpMember } from './http-member.ts'
import { memberPages, shop, type MemberPage } from './page-addresses.ts'
import { testHub, type TestHub } from './testing.ts'

/** A schema of its own beside that of a hub. */
const schema = 'hub_cluster_test'
const coordinator = process.env.CLUSTER_URL ?? ''

/** Not a page, and a page that does not run on a cluster yet (docs/scale-out.md). */
const notYet = ['/no/such/page', '/sh/product-insights']

const said: Record<string, string> = {}
/** Statements of the hub that asked more than one server, as the cluster's own log of them says. */
const spread: string[] = []
let test: TestHub
let pages: MemberPage[]
let api: { Authorization: string }

/** Notes each statement that the cluster splits over servers, on all connections of the hub. */
async function watchServers(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const client of clients) {
    // Untyped field of the driver: the query that is answered now.
    const answered = () => Reflect.get(client, '_activeQuery') as { text?: string } | null
    client.on('notice', ({ message }) => {
      if (message?.startsWith('multi-task query')) spread.push(answered()?.text ?? '')
    })
    await client.query(`set citus.multi_task_query_log_level = 'notice'`)
    client.release()
  }
}

async function hub(...command: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: coordinator, DATABASE_SCHEMA: schema, NODE_ENV: 'production' }
  const { stdout } = await promisify(execFile)(process.execPath, ['cli/main.ts', ...command], { env })
  return stdout
}

beforeAll(async () => {
  if (coordinator === '') throw new Error('Set CLUSTER_URL to the coordinator of a cluster with workers.')
  const url = inSchema(coordinator, schema)
  const drop = async () => {
    const client = await connect(url)
    await dropSchema(client, schema)
    await client.end()
  }
  await drop()
  for (const command of ['migrate', 'distribute', 'demo', 'doctor']) said[command] = await hub(command)
  const db = openDatabase({ url })
  afterTestFile(async () => {
    await db.close()
    await drop()
  })
  test = await testHub({ beside: { db: { ...db, url } }, isCluster: true })
  await watchServers(test.hub.db.pool)
  pages = (await memberPages(test)).filter(({ path }) => !notYet.includes(path))
  const key = {
    id: newKeyId(),
    name: 'test',
    scopes: marketplaceScopes,
    sellerId: null,
    madeBy: null,
    days: 1,
    now: new Date(),
  }
  const { secret } = assertDefined(await makeApiKey(test.db.owner, key), 'its id is new')
  api = { Authorization: `Bearer ${secret}` }
})

describe('on a cluster divided by seller', () => {
  it('each table of sellers is divided, and dividing again changes nothing', async () => {
    expect(said.distribute).toContain('Divided. Hubs may start.')
    expect(await hub('distribute')).toBe('Everything is divided already.\n')
  })

  it('the demo is loaded and the doctor finds nothing wrong', () => {
    expect(said.demo).toContain('Loaded')
    expect(said.doctor).toContain('Everything the hub depends on is in order.')
  })

  it('a migration can add a table of sellers', async () => {
    const adding = test.db.asOwner(async (tx) => {
      await sql`create table planted (seller_id bigint primary key)`.execute(tx)
      await sql`select place_by_seller('planted')`.execute(tx)
      await sql`alter table planted add foreign key (seller_id) references sellers on delete cascade`.execute(tx)
    })
    await expect(adding).resolves.toBeUndefined()
    await sql`drop table planted`.execute(test.db.owner)
  })

  it('each page is there for its reader', async () => {
    const owner = await httpMember(test, 'owner@demo.example')
    const operator = await httpMember(test, 'operator@demo.example')
    const failed: string[] = []
    for (const { address, isOperators } of pages) {
      const { status } = await (isOperators ? operator : owner).get(address)
      if (status >= 400) failed.push(`${status} ${address}`)
    }
    expect(pages.length).toBeGreaterThan(50)
    expect(failed).toEqual([])
  })

  it('a page and a request of a seller find the member and the seller on the coordinator, and ask one server', async () => {
    const owner = await httpMember(test, 'owner@demo.example')
    const everywhere = '/* over all sellers */ select count(*) from orders'
    await test.hub.db.pool.query(everywhere)
    expect(spread).toContain(everywhere)
    spread.length = 0
    for (const { address } of pages.filter(({ isOperators }) => !isOperators)) await owner.get(address)
    const statuses: number[] = []
    for (const path of ['', '/orders', '/listings', '/cases'])
      statuses.push((await fetch(`${test.url}${apiRoot}/sellers/${shop}${path}`, { headers: api })).status)
    expect(statuses).toEqual([200, 200, 200, 200])
    expect([...new Set(spread)]).toEqual([])
  })

  it('orders and feedback come in, one or many, and are answered and counted as they are kept', async () => {
    const sellerId = assertDefined(await findSellerId(test.db.owner, shop), 'the demo has the shop')
    const offered = await test.db.owner
      .selectFrom('listings')
      .select(['item_number', 'currency'])
      .where('seller_id', '=', sellerId)
      .where('state', '=', 'ACTIVE')
      .where('format', '=', 'FIXED_PRICE')
      .where('quantity_available', '>', 3)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('listing_variations as v')
              .select('v.position')
              .where('v.seller_id', '=', sellerId)
              .whereRef('v.listing_id', '=', 'listings.id'),
          ),
        ),
      )
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const placed = (id: string, quantity: number) => ({
      id,
      placedAt: new Date(Date.now() - minute).toISOString(),
      buyer: { id: 'b-1', username: 'anna', name: 'Anna' },
      shipTo: { name: 'Anna', line1: '1 High Street', city: 'London', postalCode: 'SE1 1AA', country: 'GB' },
      currency: offered.currency,
      lines: [{ item: offered.item_number, quantity, unitPrice: { value: '45.00', currency: offered.currency } }],
    })
    const push = (body: string, type: string) =>
      fetch(`${test.url}${apiRoot}/sellers/${shop}/orders`, {
        method: 'POST',
        headers: { ...api, 'Content-Type': type },
        body,
      })
    const one = JSON.stringify(placed('one', 1))
    expect((await push(one, 'application/json')).status).toBe(201)
    expect((await push(one, 'application/json')).status).toBe(200)
    const scoreOf = async () =>
      (
        await test.db.owner
          .selectFrom('sellers')
          .select('feedback_score')
          .where('id', '=', sellerId)
          .executeTakeFirstOrThrow()
      ).feedback_score
    const scoreBefore = await scoreOf()
    const left = await fetch(`${test.url}${apiRoot}/sellers/${shop}/feedback/f-1`, {
      method: 'PUT',
      headers: { ...api, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        order: 'one',
        rating: 'POSITIVE',
        leftAt: new Date(Date.now() - minute / 2).toISOString(),
      }),
    })
    expect(left.status).toBe(201)
    expect(await scoreOf()).toBe(scoreBefore + 1)
    // More than there is: the stock of one listing is emptied.
    const lines = Array.from({ length: 200 }, (_, n) => JSON.stringify(placed(`many-${n}`, 1))).join('\n')
    const answers = (await (await push(lines, 'application/x-ndjson')).text()).trim().split('\n')
    const statuses = new Set(answers.map((line) => (JSON.parse(line) as { status: number }).status))
    expect(answers).toHaveLength(200)
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  it('rows are written by a page: bins, a print run, copies of listings', async () => {
    const sellerId = assertDefined(await findSellerId(test.db.owner, shop), 'the demo has the shop')
    await test.db.asSeller(sellerId, 'write', async (db) => {
      await replaceBins(db, sellerId, [
        { sku: 'A-1', bin: '1' },
        { sku: 'A-2', bin: '2' },
      ])
      const orders = await db.selectFrom('orders').select('id').where('seller_id', '=', sellerId).limit(3).execute()
      const orderIds = orders.map(({ id }) => id)
      await startRun(db, {
        sellerId,
        document: 'slip',
        orderIds,
        printedBy: 'Ada',
        label: null,
        now: new Date(),
      })
      const listings = await db.selectFrom('listings').select('id').where('seller_id', '=', sellerId).limit(3).execute()
      const ids = listings.map(({ id }) => id)
      expect((await copyListings(db, { sellerId, ids, isLinked: false, now: new Date() })).size).toBe(3)
    })
  })
})
