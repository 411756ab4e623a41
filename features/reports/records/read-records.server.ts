import type { SellerDb } from '#db/client.ts'
import type { Hub } from '#web/hub.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { uploadedRecords, uploadedSample } from '../uploads/uploaded-file.server.ts'
import type { FileRecord, RecordKind, RecordShop } from './record-kind.ts'
import type { RecordUpload } from './record-plan.server.ts'

/** Records of a part: they are checked in one transaction. */
const recordsAtOnce = 1_000

/** Records of a file, and the number of its rows so far. */
interface RecordPart {
  records: FileRecord[]
  rows: number
}

/** A file of records to read, from below a line. */
interface Reading {
  upload: RecordUpload
  after: number
}

/**
 * Reads the records of a stored file part by part, so that memory stays flat. The last part has `plan.lines` rows, unless
 * the file was erased meanwhile.
 */
export async function* readFileRecords(
  { hub, read }: Pick<OwnRows, 'read'> & { hub: Pick<Hub, 'now'> },
  kind: RecordKind,
  { upload, after }: Reading,
): AsyncGenerator<RecordPart> {
  const { columns, header } = upload.plan
  const sample = await uploadedSample(read, upload)
  const shop: RecordShop = { ...(await read((db) => readShop(db, upload.sellerId))), now: hub.now() }
  const reader = kind.reader({ columns, header, sample, after }, shop)
  let waiting: FileRecord[] = []
  let rows = 0
  for await (const records of uploadedRecords(read, upload)) {
    waiting.push(...reader.read(records))
    rows += records.length
    while (waiting.length >= recordsAtOnce) {
      yield { records: waiting.slice(0, recordsAtOnce), rows }
      waiting = waiting.slice(recordsAtOnce)
    }
  }
  yield { records: [...waiting, ...reader.end()], rows }
}

const readShop = (db: SellerDb, sellerId: number): Promise<Omit<RecordShop, 'now'>> =>
  db
    .selectFrom('sellers')
    .select(['currency', 'time_zone as timeZone'])
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
