import { sql } from 'kysely'
import { paths } from '#web/paths.ts'
import type { Goal } from '../goals.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import { count, megabytes, until, watched, type Poster } from './shop.ts'

const columns = 'Transaction creation date,Type,Order number,Net amount,Payout currency,Transaction ID'

/** A transaction report, compared with the books. */
export async function measureReport(
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
