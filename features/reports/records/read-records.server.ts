import type { SellerDb } from '#db/client.ts'
import type { Hub } from '#web/hub.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { uploadedParts, uploadedSample, type FileLine } from '#features/machinery/file-runs/uploaded-file.server.ts'
import type { FileRecord, RecordKind, RecordQuestion, RecordShop } from './record-kind.ts'
import { recordKinds } from './record-kinds.server.ts'
import type { RecordUpload } from './record-plan.server.ts'

/** Records of a part: they are checked in one transaction. */
const recordsAtOnce = 1_000

/** Records of a file. */
interface RecordPart {
  records: FileRecord[]
  /** Rows of the file that were read so far. */
  rows: number
  /** Where the records begin. */
  from: FileLine
  /** Where those of the next part begin. */
  next: FileLine
}

/** A file of records to read, from the beginning of a record. */
interface Reading {
  upload: RecordUpload
  from: FileLine
}

/**
 * Reads the records of a stored file part by part, so that memory stays flat. The last part has `plan.lines` rows, unless
 * the file was erased meanwhile.
 */
export async function* readFileRecords(
  { hub, read }: Pick<OwnRows, 'read'> & { hub: Pick<Hub, 'now'> },
  kind: RecordKind,
  { upload, from }: Reading,
): AsyncGenerator<RecordPart> {
  const { columns, choices, header } = upload.plan
  const sample = await uploadedSample(read, upload)
  const shop: RecordShop = { ...(await read((db) => readShop(db, upload.sellerId))), now: hub.now() }
  const reader = kind.reader({ columns, choices, header, sample }, shop)
  let waiting: FileRecord[] = []
  let rows = 0
  let [begin, end] = [from, from]
  for await (const part of uploadedParts(read, upload, from)) {
    waiting.push(...reader.read(part.records))
    rows = part.rows
    const last = part.records.at(-1)
    if (last) end = part.lineAt(last.line + 1)
    for (let after = waiting[recordsAtOnce]; after; after = waiting[recordsAtOnce]) {
      const next = part.lineAt(after.line)
      yield { records: waiting.slice(0, recordsAtOnce), rows, from: begin, next }
      begin = next
      waiting = waiting.slice(recordsAtOnce)
    }
  }
  yield { records: [...waiting, ...reader.end()], rows, from: begin, next: end }
}

/** What the first records of a stored file leave open. */
export async function readQuestions(
  { hub, read }: Pick<OwnRows, 'read'> & { hub: Pick<Hub, 'now'> },
  upload: RecordUpload,
): Promise<RecordQuestion[]> {
  const { columns, choices, header } = upload.plan
  const shop = { ...(await read((db) => readShop(db, upload.sellerId))), now: hub.now() }
  const sample = await uploadedSample(read, upload)
  return recordKinds[upload.kind].questions({ columns, choices, header, sample }, shop)
}

const readShop = (db: SellerDb, sellerId: number): Promise<Omit<RecordShop, 'now'>> =>
  db
    .selectFrom('sellers')
    .select(['currency', 'time_zone as timeZone'])
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
