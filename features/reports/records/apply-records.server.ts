import type { TakenRun } from '#features/machinery/file-runs/file-run.ts'
import type { FileWork, FileWorker, Worked } from '#features/machinery/file-runs/file-worker.ts'
import { ownRows } from '#web/own-rows.ts'
import { keepResult } from '../uploads/keep-result.server.ts'
import { lineOf, positionOf, workOnUpload } from '../uploads/upload-part.server.ts'
import { firstLine, type FileLine } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { checkRecords } from './check-records.server.ts'
import { readFileRecords } from './read-records.server.ts'
import type { GoodRecord, RecordKind } from './record-kind.ts'
import { recordUploadOf, type RecordUpload } from './record-plan.server.ts'
import { recordResultParts } from './record-result.server.ts'
import { countRecords, markRecords, recordsBetween } from './records-db.server.ts'

/**
 * Checks files of records; once the seller wants it, takes them in and writes their result files. A part that is repeated
 * after a crash changes nothing.
 */
export const recordWorker = (kind: RecordKind): FileWorker => ({
  direction: 'UPLOAD',
  kind: kind.run,
  access: kind.access,
  async work(work) {
    const upload = recordUploadOf(work.run)
    if (!upload) return { outcome: 'failed', failure: 'unknown' }
    return upload.plan.isChecked ? takeFile(work, kind, upload) : checkRecords(work, kind, upload)
  },
})

async function takeFile(work: FileWork, kind: RecordKind, upload: RecordUpload): Promise<Worked> {
  const { hub } = work
  const { sellerId, id, plan } = upload
  const { read } = ownRows(hub, sellerId)
  let run = work.run
  let isFirst = true
  let seen = 0
  // Records that an earlier slice took are marked.
  const reading = { upload, from: positionOf(run)?.from ?? firstLine }
  for await (const { records, rows, from: place } of readFileRecords({ hub, read }, kind, reading)) {
    seen = rows
    const [first, last] = [records[0], records.at(-1)]
    if (!first || !last) continue
    const stored = await read((db) => recordsBetween(db, { sellerId, id, from: first.line, to: last.line }))
    const wanted = records.flatMap(({ line, good }) =>
      good && stored.get(line)?.verdict === 'CHANGE' ? [{ line, value: good.value }] : [],
    )
    for (let from = 0; from < wanted.length; from += kind.atOnce) {
      // However slow the machine is, each slice takes a part.
      if (!isFirst && work.isOver()) return { outcome: 'more' }
      isFirst = false
      const taken = await takePart(work, kind, { run, place, records: wanted.slice(from, from + kind.atOnce) })
      if (!taken) return { outcome: 'lost' }
      run = taken
    }
  }
  if (seen < plan.lines) return { outcome: 'failed', failure: 'file-erased' }
  const counts = await read((db) => countRecords(db, { sellerId, ids: [id] }))
  const { PROBLEM = 0, REFUSED = 0 } = counts.get(id) ?? {}
  const errorRows = PROBLEM + REFUSED
  const isKept = await keepResult({ ...work, run: { ...run, errorRows } }, recordResultParts(read, upload))
  return isKept ? { outcome: 'done', errorRows } : { outcome: 'lost' }
}

/** Takes records of the part at a place and reports the progress; null if the run was cancelled or taken over. */
async function takePart(
  { hub }: FileWork,
  kind: RecordKind,
  { run, place, records }: { run: TakenRun; place: FileLine; records: readonly GoodRecord[] },
): Promise<TakenRun | null> {
  const { sellerId, id, memberName } = run
  const outcomes = await kind.take({ hub, sellerId, memberName, records })
  const part = await workOnUpload(hub, run, async (db) => {
    await markRecords(db, { sellerId, id }, outcomes)
    return {
      position: { line: records.at(-1)?.line ?? lineOf(run), from: place },
      doneRows: run.doneRows + records.length,
      errorRows: run.errorRows + outcomes.filter(({ problems }) => problems.length > 0).length,
    }
  })
  return part.outcome === 'done' ? part.run : null
}
