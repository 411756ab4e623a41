import { measureBulkEdit } from '#bench/files/bulk-edit.ts'
import { measureDownloads } from '#bench/files/downloads.ts'
import {
  addListings,
  count,
  openPoster,
  removeListings,
  megabytes,
  until,
  watched,
  type Poster,
  type AddedListing,
} from '#bench/files/shop.ts'
import { measureUploads, measureFile, uploadColumns } from '#bench/files/uploads.ts'
import { goalTable, type Goal } from './goals.ts'
import type { RunSuite, Setting } from './setting.ts'
import { warmHub } from './warm.ts'
import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { removeSeller } from '#features/operator/console/remove-seller-db.server.ts'
import type { Table } from './table.ts'
import { costFile, orderFile, type BenchFile } from '#bench/files/upload-files.ts'
import { paths } from '#web/paths.ts'
import { randomBytes } from 'node:crypto'

/** SKUs of a count by file: the most that one may have. */
const countedSkus = 5_000

/** Counts stock by a list: read and compared with what is expected, then applied. */
async function measureCount({ hub, say }: Setting, poster: Poster, listings: readonly AddedListing[]): Promise<Table> {
  const items = listings.slice(0, countedSkus)
  say(`  count of ${count(items.length)} SKUs by list`)
  const atStart = (await hub.memory()) ?? 0
  const key = randomBytes(8).toString('hex')
  const compared = await watched(hub, () =>
    poster.post(paths.stockCount(), [
      ['step', 'add'],
      ['key', key],
      ['codes', items.map(({ sku }) => `${sku},25`).join('\n')],
    ]),
  )
  const applied = await watched(hub, async () => {
    let end: URL
    do end = await poster.post(paths.stockCount(key), [['step', 'apply']])
    while (end.searchParams.get('done') === 'partly')
  })
  const row = (what: string, { seconds, mostBytes }: Pick<typeof applied, 'seconds' | 'mostBytes'>) => [
    what,
    seconds.toFixed(1),
    count(items.length / seconds),
    megabytes(mostBytes - atStart),
  ]
  return {
    title: `Stock of ${count(items.length)} SKUs counted by file`,
    columns: ['what', 's', 'SKUs/s', 'hub memory above start, MB'],
    rows: [row('compared', compared), row('applied', applied)],
  }
}

const columns = 'Transaction creation date,Type,Order number,Net amount,Payout currency,Transaction ID'

/** A transaction report, compared with the books. */
async function measureReport(
  { db, hub, known, say }: Setting,
  poster: Poster,
  rows: number,
): Promise<{ table: Table; goals: Goal[] }> {
  const atStart = (await hub.memory()) ?? 0
  say(`  transaction report: ${count(rows)} rows`)
  const text = [columns, ...(await linesOf(db, known.sellerId, rows))].join('\n')
  const { seconds, mostBytes, result } = await watched(hub, async () => {
    const fields = Object.entries({ step: 'read', kind: 'report' })
    const page = await poster.post(paths.uploads, fields, new File([text], 'report.csv'))
    const id = page.searchParams.get('report') ?? ''
    const run = () => db.owner.selectFrom('file_runs').select(['state', 'done_rows as rows']).where('id', '=', id)
    await until(async () => !['QUEUED', 'RUNNING'].includes((await run().executeTakeFirstOrThrow()).state))
    return run().executeTakeFirstOrThrow()
  })
  if (result.state === 'FAILED') throw new Error('the transaction report failed')
  const bytes = mostBytes - atStart
  return {
    table: {
      title: 'Transaction report compared with the books',
      columns: ['rows', 'rows/s', 'hub memory above start, MB'],
      rows: [[count(result.rows), count(result.rows / seconds), megabytes(bytes)]],
    },
    goals: [{ what: 'memory of a report that is compared', figure: bytes / 1024 ** 2, unit: 'MB', most: 250 }],
  }
}

async function linesOf(db: Setting['db'], sellerId: number, rows: number): Promise<string[]> {
  const found = await sql<{ line: string }>`
    select concat_ws(',', happened_at::date, case when kind = 'SALE' then 'Order' else 'Other fee' end, order_number,
      (net_minor / 100.0)::numeric(12, 2), currency, transaction_number) as line
    from transactions where seller_id = ${sellerId} and order_number is not null
    order by happened_at, id limit ${rows}`.execute(db.owner)
  return found.rows.map(({ line }) => line)
}

const mover = { username: 'bench-mover', email: 'mover@bench.example' }

/** Takes in the reports of a seller who moves in, each by a new one: a short one first, to compare the memory with. */
async function measureOrders(setting: Setting, orders: number): Promise<{ table: Table; goals: Goal[] }> {
  const atStart = (await setting.hub.memory()) ?? 0
  const short = await moveIn(setting, orderFile('orders, a fifth', orders / 5))
  const long = await moveIn(setting, orderFile('orders', orders))
  const costs = await moveIn(setting, costFile(orders))
  const inMegabytes = (bytes: number) => bytes / 1024 ** 2
  return {
    table: { title: 'Reports moved in', columns: uploadColumns, rows: [short, long, costs].map(({ row }) => row) },
    goals: [
      { what: 'orders of a file taken in', figure: long.rate, unit: 'orders/s', least: 1_000 },
      { what: 'memory of reports moved in', figure: inMegabytes(long.mostBytes - atStart), unit: 'MB', most: 150 },
      {
        what: 'memory of reports moved in above that of a fifth of the rows',
        figure: inMegabytes(long.mostBytes - short.mostBytes),
        unit: 'MB',
        most: 50,
      },
    ],
  }
}

async function moveIn(setting: Setting, file: BenchFile) {
  const { db } = setting
  await removeMover(db)
  const sellerId = await addMover(db)
  const poster = await openPoster(setting, mover.email)
  try {
    const measured = await measureFile(setting, { poster, sellerId }, file)
    if (measured.changes !== file.rows) throw new Error(`${measured.changes} rows of ${file.name} came in`)
    return measured
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

/** Listings of a bulk edit, and rows of the longest files; a quick run has a tenth of them. */
const sizes = (orders: number): [number, number] => (orders < 100_000 ? [5_000, 10_000] : [50_000, 100_000])

/**
 * Bulk edits, uploads and downloads of the largest seller, and the orders of one who moves in: rows a second, and the
 * memory of the hub meanwhile.
 */
export const filesSuite: RunSuite = async (setting) => {
  const { db, known, options, say } = setting
  const [edited, uploaded] = sizes(options.orders)
  const poster = await openPoster(setting)
  try {
    // As for pages: a hub takes as much for its first ones as for thousands of rows.
    await warmHub(poster)
    say(`  ${count(edited)} listings to edit`)
    const bulkEdit = await measureBulkEdit(setting, poster, await addListings(db, known.sellerId, edited))
    await removeListings(db, known.sellerId)
    say(`  ${count(uploaded)} listings to change by files`)
    const listings = await addListings(db, known.sellerId, uploaded)
    const counted = await measureCount(setting, poster, listings)
    const uploads = await measureUploads(setting, poster, listings)
    const downloads = await measureDownloads(setting, poster)
    const report = await measureReport(setting, poster, uploaded)
    const orders = await measureOrders(setting, uploaded)
    const goals = goalTable([...bulkEdit.goals, ...uploads.goals, ...report.goals, ...orders.goals])
    return [bulkEdit.table, counted, uploads.table, downloads, report.table, orders.table, goals]
  } finally {
    poster.close()
    await removeListings(db, known.sellerId)
  }
}
