import type { SellerDb } from '#db/client.ts'
import { uploadedSample } from '#features/machinery/file-runs/uploaded-file.server.ts'
import type { RecordForm, RecordReading, RecordShop } from './record-kind.ts'
import type { RecordUpload } from './record-plan.ts'

export async function shopForm(
  { hub, read }: RecordReading,
  upload: RecordUpload,
): Promise<{ form: RecordForm; shop: RecordShop }> {
  const { columns, choices, answers, header } = upload.plan
  const sample = await uploadedSample(read, upload)
  const shop = await read((db) => readShop(db, upload.sellerId))
  return {
    form: { columns, answers: { ...choices.answers, ...answers }, header, sample },
    shop: { ...shop, now: hub.now() },
  }
}

const readShop = (db: SellerDb, sellerId: number): Promise<Omit<RecordShop, 'now'>> =>
  db
    .selectFrom('sellers')
    .select(['currency', 'time_zone as timeZone'])
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
