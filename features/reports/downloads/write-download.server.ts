import type { SellerDb } from '#db/client.ts'
import type { FileWork, FileWorker, Worked } from '#features/machinery/file-runs/file-worker.ts'
import { reportProgress } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { keepPart, removeParts } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { writeFile } from '#features/machinery/file-runs/write-file.ts'
import { exportReader, type CellWriter, columnName } from '#features/machinery/grid/export-file.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { ownRows } from '#web/own-rows.ts'
import { planOf } from './templates-db.server.ts'
import { mayHaveColumns, type DownloadKind, type DownloadPlan, type OpenDownload } from './download-kind.ts'
import type { Texts } from '#texts/texts.ts'

/** Writes the downloads of a kind. A run that was interrupted is written anew, so that its rows are of one moment. */
export const downloadWorker = (kind: DownloadKind): FileWorker => ({
  direction: 'DOWNLOAD',
  kind: kind.kind,
  access: kind.access,
  work: (of) => writeDownload(kind, of),
})

/** Somebody cancelled the run or took it over. */
class RunLost extends Error {}
/** The process is stopping; another one writes the file. */
class WorkEnded extends Error {}

async function writeDownload(kind: DownloadKind, of: FileWork): Promise<Worked> {
  const { hub, run, role } = of
  const plan = planOf(run)
  if (!mayHaveColumns(kind, role, plan.columns)) return { outcome: 'failed', failure: 'no-access' }
  const { sellerId, id } = run
  const { read, write } = ownRows(hub, sellerId)
  await write((own) => removeParts(own, { sellerId, id, file: 'RESULT' }))
  try {
    await read((own) => writeParts(own, kind, of, plan))
    return { outcome: 'done', errorRows: 0 }
  } catch (error) {
    if (error instanceof RunLost) return { outcome: 'lost' }
    if (error instanceof WorkEnded) return { outcome: 'more' }
    throw error
  }
}

const partBytes = 500_000

/** Reads in the transaction of `own`, and stores what is written in others, so that progress is seen. */
async function writeParts(own: SellerDb, kind: DownloadKind, of: FileWork, plan: DownloadPlan): Promise<void> {
  const { hub, run, role, signal } = of
  const { sellerId, id, attempt } = run
  const { time_zone: zone } = await own
    .selectFrom('sellers')
    .select('time_zone')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  const { policyPack, publicUrl, listingUrl } = hub.config
  const links = { publicUrl, listingUrl }
  const opened = kind.open(plan, {
    sellerId,
    role,
    now: hub.now(),
    dueAt: run.dueAt ?? run.madeAt,
    zone,
    policyPack,
    links,
  })
  const totalRows = await opened.count(own)
  const progress = { rows: 0, records: 0 }
  const texts = textsFor(plan.locale, zone)
  const parts = <Cell>(cells: CellWriter<Cell>) =>
    counted(opened, own, {
      columns: plan.columns.map(({ column }) => column),
      reader: exportReader(texts, cells),
      progress,
    })
  let part = 0
  const keep = async (content: Uint8Array, isLast: boolean) => {
    if (signal.aborted) throw new WorkEnded()
    const { rows, records } = progress
    // The end shows the records of the file, which may be several for a row.
    const done = isLast ? { totalRows: records, doneRows: records } : { totalRows, doneRows: rows }
    await ownRows(hub, sellerId).write(async (db) => {
      await keepPart(db, { sellerId, id, file: 'RESULT', part, content })
      const key = { sellerId, id, attempt, now: hub.now() }
      if (!(await reportProgress(db, { ...key, ...done, position: null, errorRows: 0 }))) throw new RunLost()
    })
    part += 1
  }
  const content = { sheet: texts.t(kind.label), header: plannedNames(kind, plan, texts), parts }
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of writeFile(plan.format, content)) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < partBytes) continue
    await keep(Buffer.concat(waiting), false)
    waiting = []
    bytes = 0
  }
  await keep(Buffer.concat(waiting), true)
}

/** The records of the parts, which are counted as they are read. */
async function* counted<Cell>(
  { parts }: OpenDownload,
  own: SellerDb,
  {
    columns,
    reader,
    progress,
  }: {
    columns: readonly string[]
    reader: ReturnType<typeof exportReader<Cell>>
    progress: { rows: number; records: number }
  },
): AsyncGenerator<Cell[][]> {
  for await (const { rows, records } of parts(own, columns, reader)) {
    progress.rows += rows
    progress.records += records.length
    yield records
  }
}

function plannedNames(kind: DownloadKind, { columns }: DownloadPlan, texts: Texts): string[] {
  // The worker has checked them for the member's role; owners have them all.
  const known = new Map(kind.columns('owner').map((column) => [column.id, column]))
  return columns.flatMap(({ column, name }) => {
    const found = known.get(column)
    return found ? [name ?? columnName(found, texts)] : []
  })
}
