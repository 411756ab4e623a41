import { sql } from 'kysely'
import { paths } from '#web/paths.ts'
import type { Goal } from '../goals.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import { count, megabytes, until, watched, type Poster } from './shop.ts'

const reports = [
  ['transaction report', 'Transaction creation date,Type,Order number,Net amount,Payout currency,Transaction ID'],
  ['order earnings', 'Order creation date,Order number,Order earnings,Payout currency'],
] as const

export async function measureReports(
  setting: Setting,
  poster: Poster,
  rows: number,
): Promise<{ table: Table; goals: Goal[] }> {
  const { db, hub, known, say } = setting
  const atStart = (await hub.memory()) ?? 0
  const measured: { row: string[]; bytes: number }[] = []
  for (const [name, header] of reports) {
    say(`  ${name}: ${count(rows)} rows`)
    const text = [header, ...(await linesOf(db, known.sellerId, name, rows))].join('\n')
    const { seconds, mostBytes, result } = await watched(hub, async () => {
      const page = await poster.post(
        paths.uploads,
        [
          ['step', 'read'],
          ['kind', 'report'],
        ],
        new File([text], 'report.csv'),
      )
      const id = page.searchParams.get('report') ?? ''
      const run = () => db.owner.selectFrom('file_runs').select(['state', 'done_rows as rows']).where('id', '=', id)
      await until(async () => !['QUEUED', 'RUNNING'].includes((await run().executeTakeFirstOrThrow()).state))
      return run().executeTakeFirstOrThrow()
    })
    if (result.state === 'FAILED') throw new Error(`${name} failed`)
    const bytes = mostBytes - atStart
    measured.push({ row: [name, count(result.rows), count(result.rows / seconds), megabytes(bytes)], bytes })
  }
  return {
    table: {
      title: 'Reports compared with the books',
      columns: ['file', 'rows', 'rows/s', 'hub memory above start, MB'],
      rows: measured.map(({ row }) => row),
    },
    goals: [
      {
        what: 'memory of a report that is compared',
        figure: Math.max(...measured.map(({ bytes }) => bytes)) / 1024 ** 2,
        unit: 'MB',
        most: 250,
      },
    ],
  }
}

async function linesOf(
  db: Setting['db'],
  sellerId: number,
  name: (typeof reports)[number][0],
  rows: number,
): Promise<string[]> {
  const isByOrder = name === 'order earnings'
  const found = await sql<{ line: string }>`
    select case when ${isByOrder}
      then concat_ws(',', happened_at::date, order_number, (net_minor / 100.0)::numeric(12, 2), currency)
      else concat_ws(',', happened_at::date, case when kind = 'SALE' then 'Order' else 'Other fee' end, order_number,
        (net_minor / 100.0)::numeric(12, 2), currency, transaction_number) end as line
    from transactions
    where seller_id = ${sellerId} and order_number is not null and (kind = 'SALE' or not ${isByOrder})
    order by happened_at, id limit ${rows}`.execute(db.owner)
  return found.rows.map(({ line }) => line)
}
