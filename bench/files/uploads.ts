import { sql } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import { paths } from '#web/paths.ts'
import type { Goal } from '../goals.ts'
import { addOpenOrders, removeOpenOrders } from '../open-orders.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import { count, megabytes, until, watched, type AddedListing, type Poster } from './shop.ts'
import { listingFiles, trackingFile, type BenchFile } from './upload-files.ts'

export const uploadColumns = [
  'file',
  'rows',
  'check, rows/s',
  'changes',
  'apply, rows/s',
  'undo, rows/s',
  'hub memory, MB',
]

/** Number range of the orders that the file of tracking numbers ships. */
const range = 98

export async function measureUploads(
  setting: Setting,
  poster: Poster,
  listings: readonly AddedListing[],
): Promise<{ table: Table; goals: Goal[] }> {
  const { db, hub, known } = setting
  const atStart = (await hub.memory()) ?? 0
  const measured: Awaited<ReturnType<typeof measureFile>>[] = []
  const measure = (file: BenchFile) => measureFile(setting, { poster, sellerId: known.sellerId }, file)
  for (const file of listingFiles(listings)) measured.push(await measure(file))
  const own = { sellerId: known.sellerId, range }
  // Left by an interrupted run.
  await removeOpenOrders(db, own)
  try {
    const orders = await addOpenOrders(db, { ...own, count: listings.length })
    measured.push(await measure(trackingFile(orders)))
  } finally {
    await removeOpenOrders(db, own)
  }
  const growth = Math.max(...measured.map(({ mostBytes }) => mostBytes)) - atStart
  return {
    table: {
      title: 'Uploads',
      columns: uploadColumns,
      rows: measured.map(({ row }) => row),
      notes: [`The hub had ${megabytes(atStart)} MB before.`],
    },
    goals: [{ what: 'memory of an upload of 100,000 rows', figure: growth / 1024 ** 2, unit: 'MB', most: 150 }],
  }
}

/** Uploads a file of a seller, applies what it would change, and undoes that of listings. */
export async function measureFile(
  { db, hub, say }: Setting,
  { poster, sellerId }: { poster: Poster; sellerId: number },
  { name, kind, rows, text }: BenchFile,
): Promise<{ row: string[]; mostBytes: number; changes: number; rate: number }> {
  say(`  ${name}: ${count(rows)} rows`)
  const runOf = (id: string) =>
    db.owner
      .selectFrom('file_runs')
      .select(['state', sql<string>`plan ->> 'check'`.as('check')])
      .where('seller_id', '=', sellerId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const untilEnded = (id: string) =>
    until(async () => {
      const { state } = await runOf(id)
      if (state === 'FAILED') throw new Error(`${name} failed`)
      return state !== 'QUEUED' && state !== 'RUNNING'
    })
  const checked = await watched(hub, async () => {
    const file = new File([text], 'file.csv')
    const page = await poster.post(paths.uploads, Object.entries({ step: 'read', kind }), file)
    const id = page.searchParams.get('file') ?? ''
    await untilEnded(id)
    return id
  })
  const id = checked.result
  const changes = await countChanges(db, id)
  const { check } = await runOf(id)
  const take = (step: string) =>
    watched(hub, async () => {
      await poster.post(paths.uploads, Object.entries({ step, file: id, check }))
      await untilEnded(id)
    })
  const applied = await take('apply')
  const undone = kind === 'listings' ? await take('undo') : null
  const rate = (of: { seconds: number } | null) => (of ? count(changes / of.seconds) : '')
  const mostBytes = Math.max(checked.mostBytes, applied.mostBytes, undone?.mostBytes ?? 0)
  const speeds = [count(rows / checked.seconds), count(changes), rate(applied), rate(undone)]
  const row = [name, count(rows), ...speeds, megabytes(mostBytes)]
  return { row, mostBytes, changes, rate: changes / applied.seconds }
}

/** Rows of a file that change something; each kind of file has a table of its own. */
async function countChanges(db: Setting['db'], id: string): Promise<number> {
  const { n } = await oneRow(
    db.owner,
    sql<{ n: number }>`
      select (select count(*) from listing_upload_rows where run_id = ${id} and verdict = 'CHANGE')
        + (select count(*) from tracking_rows where run_id = ${id} and verdict = 'CHANGE')
        + (select count(*) from upload_records where run_id = ${id} and verdict = 'CHANGE') as n`,
  )
  return n
}
