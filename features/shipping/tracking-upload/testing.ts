import type { SellerDb } from '#db/client.ts'
import { workAtOnce, workOnRuns } from '#features/machinery/file-runs/work-runs.server.ts'
import { minute } from '#lib/duration.ts'
import type { ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { trackingUploads } from './apply-upload.server.ts'
import { matchFile } from './match-file.server.ts'
import { dialectOf } from './meanings.ts'
import { noAnswers } from './validate-rows.ts'
import { openTrackingFile } from './read-tracking-file.ts'
import { allVerdicts } from './upload-file.ts'
import { findUpload, keepUpload, listRows, type UploadRow } from './uploads-db.server.ts'

interface TestFile {
  sellerId: number
  text: string | Uint8Array
}

const bytesOf = (text: TestFile['text']) => (typeof text === 'string' ? new TextEncoder().encode(text) : text)

/** Stores a file like its page, to be checked; returns its id. */
export async function keepTestFile(hub: Hub, { sellerId, text }: TestFile): Promise<string> {
  const bytes = bytesOf(text)
  const opened = await openTrackingFile(bytes)
  if (!opened.ok) throw new Error(opened.reason)
  const { header } = opened.file
  const matching = { sellerId, header, rows: opened.sample, carriers: hub.config.carriers, chosen: null }
  return ownRows(hub, sellerId).write(async (db: SellerDb) =>
    keepUpload(db, {
      sellerId,
      member: { id: 'amira', name: 'Amira Farouk' },
      fileName: 'despatch.csv',
      form: {
        ...opened.file,
        ...noAnswers,
        ...(await matchFile(db, matching)),
        dialect: dialectOf(header),
        columnOrder: null,
        chosenAt: null,
      },
      bytes,
      rows: opened.count,
      now: hub.now(),
    }),
  )
}

/** Checks a queued file. */
export const checkKept = (hub: Hub, { sellerId, id }: { sellerId: number; id: string }): Promise<boolean> =>
  workAtOnce(
    hub,
    { sellerId, id },
    {
      workers: [trackingUploads],
      roleOf: () => Promise.resolve('owner'),
      report: rethrow,
      signal: new AbortController().signal,
      ms: minute,
    },
  )

/** Stores and checks a file; returns its id, how it is read, and its rows. */
export async function checkTestFile(hub: Hub, { sellerId, text }: TestFile) {
  const id = await keepTestFile(hub, { sellerId, text })
  await checkKept(hub, { sellerId, id })
  return ownRows(hub, sellerId).read(async (db) => {
    const rows: UploadRow[] = await listRows(db, { sellerId, id, verdicts: allVerdicts, limit: 100_000 })
    const upload = await findUpload(db, { sellerId, id, now: hub.now() })
    if (!upload) throw new Error('the upload is gone')
    return { id, form: upload.form, rows }
  })
}

/** Works on queued uploads as the job does; returns the number that ended. */
export const workOnUploads = (hub: Hub, report: ReportFailure = rethrow) =>
  workOnRuns(hub, {
    workers: [trackingUploads],
    roleOf: () => Promise.resolve('owner'),
    report,
    ended: () => Promise.resolve(),
    signal: new AbortController().signal,
  })

const rethrow: ReportFailure = (error) => {
  throw error
}
