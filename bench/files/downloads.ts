import { downloadKinds } from '#features/reports/downloads/download-kinds.server.ts'
import type { DownloadKind } from '#features/reports/downloads/download-kind.ts'
import { paths } from '#web/paths.ts'
import type { Setting } from '../setting.ts'
import type { Table } from '../table.ts'
import { count, megabytes, until, watched, type Poster } from './shop.ts'

export async function measureDownloads(setting: Setting, poster: Poster): Promise<Table> {
  const rows: string[][] = []
  for (const kind of downloadKinds) rows.push(await measureDownload(setting, poster, kind, 'CSV'))
  const [first] = downloadKinds
  if (first) rows.push(await measureDownload(setting, poster, first, 'XLSX'))
  return {
    title: 'Downloads',
    columns: ['file', 'format', 'rows', 's', 'rows/s', 'hub memory, MB'],
    rows,
  }
}

async function measureDownload(
  { db, hub, known, say }: Setting,
  poster: Poster,
  kind: DownloadKind,
  format: string,
): Promise<string[]> {
  say(`  download of ${kind.kind} as ${format}`)
  const latest = () =>
    db.owner
      .selectFrom('file_runs')
      .select(['state', 'done_rows'])
      .where('seller_id', '=', known.sellerId)
      .where('direction', '=', 'DOWNLOAD')
      .orderBy('made_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  const columns = kind.columns('owner').map(({ id }) => ['column', id] as const)
  const { seconds, mostBytes } = await watched(hub, async () => {
    await poster.post(paths.newDownload(), [['step', 'create'], ['kind', kind.kind], ['format', format], ...columns])
    await until(async () => {
      const { state } = await latest()
      if (state === 'FAILED') throw new Error(`the download of ${kind.kind} failed`)
      return state === 'DONE'
    })
  })
  const { done_rows: rows } = await latest()
  return [kind.kind, format, count(rows), seconds.toFixed(1), count(rows / seconds), megabytes(mostBytes)]
}
