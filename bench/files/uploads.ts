import { sql } from 'kysely'
import { paths } from '#web/paths.ts'
import type { Goal } from '../goals.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import { listingFiles, type BenchFile } from './listing-files.ts'
import { count, megabytes, until, watched, type AddedListing, type Poster } from './shop.ts'

export async function measureUploads(
  setting: Setting,
  poster: Poster,
  listings: readonly AddedListing[],
): Promise<{ table: Table; goals: Goal[] }> {
  const { hub } = setting
  const atStart = (await hub.memory()) ?? 0
  const rows: string[][] = []
  let mostBytes = 0
  for (const file of listingFiles(listings)) {
    const measured = await measureFile(setting, poster, file)
    rows.push(measured.row)
    mostBytes = Math.max(mostBytes, measured.mostBytes)
  }
  return {
    table: {
      title: 'Uploads of listings',
      columns: [
        'file',
        'rows',
        'answer, s',
        'check, rows/s',
        'changes',
        'apply, rows/s',
        'undo, rows/s',
        'hub memory, MB',
      ],
      rows,
      notes: [
        `The hub had ${megabytes(atStart)} MB before. The answer is the page after the upload; the job does what it leaves.`,
      ],
    },
    goals: [
      { what: 'memory of an upload of 100,000 rows', figure: (mostBytes - atStart) / 1024 ** 2, unit: 'MB', most: 150 },
    ],
  }
}

async function measureFile(
  { db, hub, known, say }: Setting,
  poster: Poster,
  { name, rows, text }: BenchFile,
): Promise<{ row: string[]; mostBytes: number }> {
  say(`  ${name}: ${count(rows)} rows`)
  const isIn = (run: string, states: readonly string[]) => async () => {
    const { state } = await db.owner
      .selectFrom('file_runs')
      .select('state')
      .where('seller_id', '=', known.sellerId)
      .where('id', '=', run)
      .executeTakeFirstOrThrow()
    if (state === 'FAILED') throw new Error(`${name} failed`)
    return states.includes(state)
  }
  let answered = 0
  const checked = await watched(hub, async () => {
    const began = performance.now()
    const page = await poster.post(paths.uploads, [
      ['step', 'read'],
      ['kind', 'listings'],
      ['pasted', text],
    ])
    answered = (performance.now() - began) / 1_000
    const upload = page.searchParams.get('file') ?? ''
    await until(isIn(upload, ['CREATED']))
    return upload
  })
  const id = checked.result
  const changes = await countChanges(db, known.sellerId, id)
  const plan = await checkOf(db, known.sellerId, id)
  const step = (to: string) =>
    poster.post(paths.uploads, [
      ['step', to],
      ['file', id],
      ['check', plan],
    ])
  const ended = ['DONE', 'DONE_WITH_ERRORS']
  const taking = async (to: string) =>
    changes === 0
      ? null
      : watched(hub, async () => {
          await step(to)
          await until(isIn(id, ended))
        })
  const applied = await taking('apply')
  const undone = await taking('undo')
  const rate = (of: { seconds: number } | null) => (of ? count(changes / of.seconds) : '')
  const mostBytes = Math.max(checked.mostBytes, applied?.mostBytes ?? 0, undone?.mostBytes ?? 0)
  return {
    row: [
      name,
      count(rows),
      answered.toFixed(1),
      count(rows / checked.seconds),
      count(changes),
      rate(applied),
      rate(undone),
      megabytes(mostBytes),
    ],
    mostBytes,
  }
}

async function countChanges(db: Setting['db'], sellerId: number, id: string): Promise<number> {
  const { n } = await db.owner
    .selectFrom('listing_upload_rows')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('seller_id', '=', sellerId)
    .where('run_id', '=', id)
    .where('verdict', '=', 'CHANGE')
    .executeTakeFirstOrThrow()
  return n
}

async function checkOf(db: Setting['db'], sellerId: number, id: string): Promise<string> {
  const { check } = await db.owner
    .selectFrom('file_runs')
    .select(sql<string>`plan ->> 'check'`.as('check'))
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return check
}
