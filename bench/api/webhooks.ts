import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { addEndpoint, pauseEndpoint, removeEndpoint } from '#features/shop/webhooks/endpoints-db.server.ts'
import type { Database } from '#db/client.ts'
import { portOf } from '#lib/listening.ts'
import { benchName } from '../pushed.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import type { Shop } from './shop.ts'

const ordersOfWebhooks = 500

export async function webhooksOut({ db, known, say }: Setting, shop: Shop): Promise<Table> {
  const rows: string[][] = []
  for (const endpoints of [1, 5]) {
    const { deliveries, rate } = await deliver(db, known.sellerId, { endpoints, shop })
    say(`  ${endpoints} endpoints: ${Math.round(rate)} deliveries/s`)
    rows.push([String(endpoints), deliveries.toLocaleString('en'), rate.toFixed(0)])
  }
  return {
    title: 'Webhooks out, one process',
    columns: ['endpoints', 'deliveries', 'deliveries/s'],
    rows,
    notes: [
      `The events of ${ordersOfWebhooks} orders that came while the endpoints were paused. The receiver answers at once.`,
    ],
  }
}

async function deliver(db: Database, sellerId: number, { endpoints, shop }: { endpoints: number; shop: Shop }) {
  const received: number[] = []
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(performance.now())
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  const kept = await db.owner
    .selectFrom('hub_settings')
    .select('value')
    .where('key', '=', 'secret')
    .executeTakeFirstOrThrow()
  const services = { db, secret: kept.value, now: () => new Date() }
  const ids: string[] = []
  for (let each = 0; each < endpoints; each += 1) {
    const endpoint = { sellerId, url: `http://127.0.0.1:${port}/${each}`, types: null, madeBy: benchName }
    const added = await addEndpoint(services, endpoint)
    if (!added.ok) throw new Error(`no endpoint was added: ${added.reason}`)
    ids.push(added.id)
    await pauseEndpoint(db.owner, added.id, new Date())
  }
  await shop.pushBatch(ordersOfWebhooks)
  const deliveries = await untilStill(() => countOf(db, ids))
  for (const id of ids) await pauseEndpoint(db.owner, id, null)
  await untilStill(async () => received.length, deliveries)
  for (const id of ids) await removeEndpoint(db.owner, id)
  server.close().closeAllConnections()
  return { deliveries, rate: ((deliveries - 1) * 1_000) / (received.at(-1)! - received[0]!) }
}

async function countOf(db: Database, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from webhook_deliveries where endpoint_id = any (${[...ids]})`.execute(db.owner)
  return rows[0]!.n
}

/** Waits for `wanted` items or, if unknown, until none arrive for two seconds. */
async function untilStill(count: () => Promise<number>, expected?: number): Promise<number> {
  const end = performance.now() + 300_000
  let last = -1
  let since = performance.now()
  for (;;) {
    const now = await count()
    if (now !== last) since = performance.now()
    last = now
    if (expected === undefined ? now > 0 && performance.now() - since > 2_000 : now >= expected) return now
    if (performance.now() > end) throw new Error(`${now} came within five minutes, ${expected ?? 'more'} were wanted`)
    await delay(100)
  }
}
