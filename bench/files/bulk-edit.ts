import { sql } from 'kysely'
import { stateOf, type BulkEditState } from '#features/selling/bulk-edit/bulk-edit.ts'
import { paths } from '#web/paths.ts'
import type { Goal } from '../goals.ts'
import { percentile } from '../percentiles.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import { count, megabytes, titleWord, until, watched, type AddedListing, type Poster } from './shop.ts'

const rowsOfPage = 50
const pagesMeasured = 200

const lowerPrices = [
  ['op.0.field', 'price'],
  ['op.0.kind', 'formula'],
  ['op.0.text', 'price * 0.95'],
  ['op.0.rounding', '.99'],
] as const

/** Listings of the edit with whose memory that of the long one is compared: memory is flat if it does not follow the rows. */
const few = 1_000

/** Edits all added listings at once: checked, shown, applied and undone. */
export async function measureBulkEdit(
  setting: Setting,
  poster: Poster,
  listings: readonly AddedListing[],
): Promise<{ table: Table; goals: Goal[] }> {
  const { hub, say } = setting
  say(`  bulk edit of ${count(listings.length)} listings`)
  const atStart = (await hub.memory()) ?? 0
  const keys = listings.slice(0, few).map(({ itemNumber }) => itemNumber)
  const short = await runEdit(setting, poster, [['keys', keys.join(',')]])
  const { opened, checked, pages, applied, undone } = await runEdit(setting, poster, [
    ['all', '1'],
    ['q', titleWord],
    ['sort', 'sku'],
  ])
  const row = (what: string, { seconds, mostBytes }: { seconds: number; mostBytes: number }) => [
    what,
    seconds.toFixed(1),
    count(listings.length / seconds),
    megabytes(mostBytes - atStart),
  ]
  const most = ({ mostBytes }: { mostBytes: number }) => mostBytes
  const growth = Math.max(most(applied), most(undone)) - Math.max(most(short.applied), most(short.undone))
  return {
    table: {
      title: `Bulk edit of ${count(listings.length)} listings`,
      columns: ['what', 's', 'listings/s', 'hub memory above start, MB'],
      rows: [
        row('opened', opened),
        row('checked', checked),
        row('applied', applied),
        row('undone', undone),
        [`applied to ${count(few)}`, short.applied.seconds.toFixed(1), '', megabytes(most(short.applied) - atStart)],
      ],
      notes: [
        `Preview, ms a page of ${rowsOfPage}: p50 ${percentile(pages, 0.5).toFixed(0)}, p95 ${percentile(pages, 0.95).toFixed(0)} of 100.`,
      ],
    },
    goals: [
      { what: 'page of the preview, p95', figure: percentile(pages, 0.95), unit: 'ms', most: 100 },
      { what: 'bulk edit applied', figure: listings.length / applied.seconds, unit: 'rows/s', least: 2_000 },
      {
        what: `memory of a bulk edit above one of ${count(few)} listings`,
        figure: growth / 1024 ** 2,
        unit: 'MB',
        most: 50,
      },
    ],
  }
}

/** Takes a bulk edit of the chosen listings from opening to undo. */
async function runEdit({ db, hub, known }: Setting, poster: Poster, chosen: readonly (readonly [string, string])[]) {
  const opened = await watched(hub, () => poster.post(`${paths.bulkEdit()}?step=open`, chosen))
  const edit = opened.result.searchParams.get('edit') ?? ''
  const send = (step: string, fields: readonly (readonly [string, string])[] = []) =>
    poster.post(paths.bulkEdit(), [['edit', edit], ['step', step], ...fields])
  const rowOf = async () => {
    const { checked, rows, ...run } = await db.owner
      .selectFrom('bulk_edits')
      .innerJoin('file_runs', (join) =>
        join.onRef('file_runs.seller_id', '=', 'bulk_edits.seller_id').onRef('file_runs.id', '=', 'bulk_edits.id'),
      )
      .select(['state', 'plan', 'checked', sql<number>`cardinality(listing_ids)`.as('rows')])
      .where('bulk_edits.seller_id', '=', known.sellerId)
      .where('bulk_edits.id', '=', edit)
      .executeTakeFirstOrThrow()
    return { state: stateOf(run), rows, isChecked: checked >= rows }
  }
  const checked = await watched(hub, async () => {
    await send('operations', lowerPrices)
    while (!(await rowOf()).isChecked) await send('continue')
  })
  const pages = await measurePages(poster, edit, (await rowOf()).rows)
  /** Takes a step and waits until the job has brought the edit into a state. */
  const through = (step: string, state: BulkEditState) =>
    watched(hub, async () => {
      await send(step, step === 'apply' ? lowerPrices : [])
      await until(async () => (await rowOf()).state === state)
    })
  const applied = await through('apply', 'DONE')
  const undone = await through('undo', 'UNDONE')
  return { opened, checked, pages, applied, undone }
}

/** Milliseconds of pages over the whole preview, on each of its tabs. */
async function measurePages({ get }: Poster, edit: string, listings: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < pagesMeasured; n += 1) {
    const page = 1 + ((n * 7919) % Math.ceil(listings / rowsOfPage))
    const { status, ms } = await get(paths.bulkEdit(edit, n % 2 === 0 ? 'all' : 'changes', String(page)))
    if (status !== 200) throw new Error(`a page of the preview was answered with ${status}`)
    times.push(ms)
  }
  return times
}
