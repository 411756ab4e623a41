import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { connect, inSchema } from '#db/connection.ts'
import { dropSchema } from '#db/own-schema.ts'
import { afterTestFile } from '#db/testing-cleanup.ts'
import { copyListings } from '#features/selling/listings/copy-listings-db.server.ts'
import { replaceBins } from '#features/shipping/printing/bins-db.server.ts'
import { startRun } from '#features/shipping/printing/print-runs-db.server.ts'
import { findSellerId } from '#web/find-seller.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { httpMember } from './http-member.ts'
import { memberPages, shop } from './page-addresses.ts'
import { testHub, type TestHub } from './testing.ts'

/** A schema of its own beside that of a hub. */
const schema = 'hub_cluster_test'
const coordinator = process.env.CLUSTER_URL ?? ''

/** Not a page, and a page that does not run on a cluster yet (docs/scale-out.md). */
const notYet = ['/no/such/page', '/sh/product-insights']

const said: Record<string, string> = {}
let test: TestHub

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
    const pages = (await memberPages(test)).filter(({ path }) => !notYet.includes(path))
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
