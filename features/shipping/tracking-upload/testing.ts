import type { SellerDb } from '#db/client.ts'
import { workOnRuns } from '#features/machinery/file-runs/work-runs.server.ts'
import { testCarriers } from '#features/shipping/fulfilment/testing.ts'
import type { ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { trackingUploads } from './apply-upload.server.ts'
import { checkRows } from './check-rows.server.ts'
import { noAnswers } from './validate-rows.ts'
import { readTrackingFile } from './read-tracking-file.ts'
import { fileFacts } from './receive-file.server.ts'
import { keepUpload } from './uploads-db.server.ts'

interface TestFile {
  sellerId: number
  text: string | Uint8Array
  now: Date
}

/** Checks a file like its page and stores it; returns its id, columns and verdicts. */
export async function checkTestFile(db: SellerDb, { sellerId, text, now }: TestFile) {
  const outcome = await readTrackingFile(typeof text === 'string' ? new TextEncoder().encode(text) : text)
  if (!outcome.ok) throw new Error(outcome.reason)
  const { file } = outcome
  const facts = { ...fileFacts(file), ...noAnswers, chosenAt: null }
  const on = { sellerId, rows: file.rows, carriers: testCarriers, zone: 'Europe/London', now }
  const { form, verdicts } = await checkRows(db, { ...on, facts, columns: null })
  const member = { id: 'amira', name: 'Amira Farouk' }
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const kept = { sellerId, member, fileName: 'despatch.csv', form, bytes, rows: file.rows, verdicts, now }
  return { id: await keepUpload(db, kept), form, verdicts }
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
