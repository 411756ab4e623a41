import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { removeSeller } from '#features/operator/console/remove-seller-db.server.ts'
import { paths } from '#web/paths.ts'
import type { Goal } from '../goals.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import { count, megabytes, openPoster, until, watched } from './shop.ts'

const mover = { username: 'bench-mover', email: 'mover@bench.example' }

interface RecordFile {
  name: string
  rows: number
  text: string
}

const isoDay = (n: number) => new Date(Date.UTC(2024, 0, 1 + (n % 600))).toISOString().slice(0, 10)

/** An order as Shopify writes it: one item, shipped the day after. */
function shopifyOrder(n: number): string {
  const [at, next] = [isoDay(n), isoDay((n % 600) + 1)]
  const buyer = n % 50_000
  return [
    `#${n + 1001},buyer-${buyer}@example.com,paid,${at} 10:00:10 +0000,fulfilled,${next} 09:00:00 +0000,GBP`,
    `20.00,5.00,0.00,25.00,${at} 10:00:00 +0000,1,Mug ${n % 900},20.00,MUG-${n % 900}`,
    `Buyer ${buyer},${1 + (buyer % 90)} Main Street,Leeds,LS1 1AA,GB`,
  ].join(',')
}

const fileOf = (name: string, rows: number, header: string, row: (n: number) => string): RecordFile => ({
  name,
  rows,
  text: [header, ...Array.from({ length: rows }, (_, n) => row(n))].join('\n'),
})

const orderColumns = [
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Total,Created at',
  'Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku',
  'Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country',
].join(',')

/** The reports that a seller moves in with: a shorter one first, whose memory that of the longest is compared with. */
const recordFiles = (orders: number): RecordFile[] => [
  fileOf('Shopify orders, a fifth', orders / 5, orderColumns, shopifyOrder),
  fileOf('Shopify orders', orders, orderColumns, shopifyOrder),
  fileOf('unit costs', orders, 'SKU,Unit cost,Currency', (n) => `COST-${n},${(n % 50) + 1}.25,GBP`),
]

/** Moves in reports of other programs, each by a new seller: checked, taken in, and removed again. */
export async function measureOrders(setting: Setting, orders: number): Promise<{ table: Table; goals: Goal[] }> {
  const atStart = (await setting.hub.memory()) ?? 0
  const measured: Awaited<ReturnType<typeof measureRecords>>[] = []
  for (const file of recordFiles(orders)) measured.push(await measureRecords(setting, file))
  const [long, short] = [true, false].map((isLong) => measured.filter(({ rows }) => (rows === orders) === isLong))
  const most = (of: typeof measured = []) => Math.max(...of.map(({ mostBytes }) => mostBytes))
  return {
    table: {
      title: 'Reports moved in',
      columns: ['file', 'rows', 'check, rows/s', 'taken in, rows/s', 'hub memory above start, MB'],
      rows: measured.map(({ row, mostBytes }) => [...row, megabytes(mostBytes - atStart)]),
    },
    goals: [
      { what: 'orders of a file taken in', figure: long?.[0]?.rate ?? 0, unit: 'orders/s', least: 1_000 },
      { what: 'memory of reports moved in', figure: (most(measured) - atStart) / 1024 ** 2, unit: 'MB', most: 150 },
      {
        what: 'memory of reports moved in above those of a fifth of the rows',
        figure: (most(long) - most(short)) / 1024 ** 2,
        unit: 'MB',
        most: 50,
      },
    ],
  }
}

async function measureRecords({ db, hub, say, visit }: Setting, { name, rows, text }: RecordFile) {
  say(`  ${name}: ${count(rows)} rows`)
  await removeMover(db)
  const sellerId = await addMover(db)
  const poster = await openPoster({ hub, visit }, mover.email)
  try {
    const run = () =>
      db.owner
        .selectFrom('file_runs')
        .select(['state', 'done_rows'])
        .where('seller_id', '=', sellerId)
        .executeTakeFirstOrThrow()
    const isIn = (wanted: string) => async () => {
      const { state } = await run()
      if (state === 'FAILED' || state === 'DONE_WITH_ERRORS') throw new Error(`${name} ended as ${state}`)
      return state === wanted
    }
    const checked = await watched(hub, async () => {
      await poster.post(paths.uploads, [['step', 'read']], new File([text], 'report.csv'))
      await until(isIn('CREATED'))
    })
    const taken = await watched(hub, async () => {
      await poster.post(paths.uploads, [['step', 'all']])
      await until(isIn('DONE'))
    })
    const { done_rows: done } = await run()
    if (done !== rows) throw new Error(`${done} of ${rows} rows of ${name} came in`)
    const rate = rows / taken.seconds
    return {
      row: [name, count(rows), count(rows / checked.seconds), count(rate)],
      rows,
      rate,
      mostBytes: Math.max(checked.mostBytes, taken.mostBytes),
    }
  } finally {
    poster.close()
    await removeMover(db)
  }
}

async function addMover({ owner }: Database): Promise<number> {
  const { username, email } = mover
  const { id } = await oneRow(
    owner,
    sql<{ id: number }>`
    insert into sellers (username, display_name, registered_at, country, time_zone, currency)
    values (${username}, ${username}, now(), 'GB', 'Europe/London', 'GBP') returning id`,
  )
  await sql`
    insert into members (id, name, email, email_verified) values (${username}, ${username}, ${email}, true)
    on conflict (id) do nothing`.execute(owner)
  await sql`insert into memberships (seller_id, member_id, role) values (${id}, ${username}, 'owner')`.execute(owner)
  return id
}

/** Removes the seller, also of an earlier run that was interrupted. */
async function removeMover({ owner }: Database): Promise<void> {
  const found = await owner.selectFrom('sellers').select('id').where('username', '=', mover.username).executeTakeFirst()
  if (found) await removeSeller(owner, found.id, () => {})
}
