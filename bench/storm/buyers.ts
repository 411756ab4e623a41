import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { apiScopes } from '#features/developers/api-keys/api-key.ts'
import type { Database } from '#db/client.ts'
import { startHub, type HubProcess } from '../hub-process.ts'
import { addListing, makeKey, orderOf, ordersUrl, removePushed } from '../pushed.ts'
import type { Table } from '../table.ts'

const buyers = 200
const units = 100
const processes = 2
/** Milliseconds before a retry after a 503 or a failed connection. */
const again = 100

interface Rush {
  db: Database
  databaseUrl: string
  dataDir: string
  sellerId: number
}

/** 200 buyers compete for 100 units on two processes, of which one is killed. Returns errors and a table. */
export async function rushOfBuyers(rush: Rush): Promise<{ wrong: string[]; table: Table }> {
  const { db, sellerId } = rush
  await removePushed(db, sellerId)
  const { id: listing, item_number: item } = await addListing(db, sellerId, units)
  const { secret } = await makeKey(db, apiScopes, null)
  const hub = await startHub({
    DATABASE_URL: rush.databaseUrl,
    DATA_DIR: rush.dataDir,
    HUB_PROCESSES: String(processes),
  })
  const url = await ordersUrl(db, hub.url, sellerId)
  await untilListening(db, processes)
  const totals = { answered: 0, unanswered: 0, busy: 0 }
  const started = performance.now()
  const statuses = await Promise.all(Array.from({ length: buyers }, (_, buyer) => buy(buyer)))
  const seconds = (performance.now() - started) / 1_000
  await hub.stop()

  const stock = db.owner.selectFrom('listings').select(['on_hand', 'reserved', 'state']).where('id', '=', listing)
  const left = await stock.where('seller_id', '=', sellerId).executeTakeFirstOrThrow()
  const lines = db.owner.selectFrom('line_items').select('id').where('seller_id', '=', sellerId)
  const orders = (await lines.where('listing_id', '=', listing).execute()).length
  const taken = statuses.filter((status) => status === 200 || status === 201).length
  const refused = statuses.filter((status) => status === 409).length
  const wrong = [
    ...(orders === units ? [] : [`${orders} orders of ${units} units`]),
    ...(taken === units && refused === buyers - units ? [] : [`${taken} buyers were served, ${refused} refused`]),
    ...(left.on_hand === units && left.reserved === units && left.state === 'OUT_OF_STOCK'
      ? []
      : [`the stock says ${JSON.stringify(left)}`]),
    ...(hub.output().includes('ended (SIGKILL)') ? [] : ['no process was killed']),
  ]
  return {
    wrong,
    table: {
      title: `${buyers} buyers at once for ${units} units, over two processes of which one is killed`,
      columns: ['', 'buyers'],
      rows: [
        ['served', String(taken)],
        ['refused: nothing left', String(refused)],
      ],
      notes: [
        `Inconsistencies: ${wrong.length}. ${seconds.toFixed(1)} s; ${totals.unanswered} requests without an answer and ${totals.busy} with 503 were repeated.`,
      ],
    },
  }

  /** Pushes an order, repeating it until accepted or refused. */
  async function buy(buyer: number): Promise<number> {
    const named = `${item}-${buyer}`
    const body = JSON.stringify(orderOf({ id: named, buyer: named, item, isPaid: false }))
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', connection: 'close' }
    for (;;) {
      const status = await fetch(url, { method: 'POST', headers, body }).then(
        async (response) => (await response.text(), response.status),
        () => null,
      )
      if (status !== null && status !== 503) {
        totals.answered += 1
        // Half-way, one of the two is killed with its current requests.
        if (totals.answered === units / 2) process.kill(await aWorkerOf(hub), 'SIGKILL')
        return status
      }
      if (status === null) totals.unanswered += 1
      else totals.busy += 1
      await delay(again)
    }
  }
}

/** Waits until `wanted` processes listen for changes: otherwise the rush would end before later ones serve. */
async function untilListening(db: Database, expected: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and query like 'listen %'`.execute(db.owner)
    if (rows.length >= expected) return
    await delay(again)
  }
}

async function aWorkerOf({ pid }: HubProcess): Promise<number> {
  const pids = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return Number(pids.split(' ').find(Boolean))
}
