import { randomBytes } from 'node:crypto'
import { paths } from '#web/paths.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import { count, megabytes, watched, type AddedListing, type Poster } from './shop.ts'

/** SKUs of a count by file: the most that one may have. */
const counted = 5_000

/** Counts stock by a list: read and compared with what is expected, then applied. */
export async function measureCount(
  { hub, say }: Setting,
  poster: Poster,
  listings: readonly AddedListing[],
): Promise<Table> {
  const items = listings.slice(0, counted)
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
