import { workAtOnce, workOnRuns } from '#features/machinery/file-runs/work-runs.server.ts'
import type { RecordVerdict } from '#features/machinery/records/record-kind.ts'
import type { RecordPlan } from '#features/machinery/records/record-plan.ts'
import { storeRecords } from '#features/machinery/records/receive-records.server.ts'
import { recordWorker } from '#features/machinery/records/record-worker.server.ts'
import { countRows, findRecordUpload, rowsOf } from '#features/machinery/records/records-db.server.ts'
import { queueRecords } from '#features/machinery/records/take-step.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { minute } from '#lib/duration.ts'
import type { ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { trackingKind } from './tracking-kind.server.ts'
import { listRows } from './tracking-rows-db.server.ts'

interface TestFile {
  sellerId: number
  text: string | Uint8Array
}

interface TestUpload {
  sellerId: number
  id: string
}

export const trackingWorker = recordWorker(trackingKind)

/** Stores a file like its page, to be checked; returns its id. */
export async function keepTestFile(hub: Hub, { sellerId, text }: TestFile): Promise<string> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const member = { id: 'amira', name: 'Amira Farouk' }
  const by = { hub, ...ownRows(hub, sellerId), seller: { id: sellerId, currency: 'GBP' }, member, locale: 'en' }
  const received = await storeRecords(by, trackingKind, { name: 'despatch.csv', bytes })
  if (!received.ok) throw new Error(received.reason)
  return received.id
}

/** Stores and checks a file; returns its id, how it is read, and its rows. */
export async function checkTestFile(hub: Hub, { sellerId, text }: TestFile) {
  const id = await keepTestFile(hub, { sellerId, text })
  const on = { roleOf: () => Promise.resolve('owner' as const), report: rethrow, signal: new AbortController().signal }
  await workAtOnce(hub, { sellerId, id }, { workers: [trackingWorker], ms: minute, ...on })
  return { id, ...(await uploadOf(hub, { sellerId, id })), rows: await rowsOfUpload(hub, { sellerId, id }) }
}

/** State of an upload, and how it is read. */
export async function uploadOf(hub: Hub, key: TestUpload): Promise<{ state: string; plan: RecordPlan }> {
  const found = await ownRows(hub, key.sellerId).read((db) => findRecordUpload(db, { ...key, now: hub.now() }))
  return assertDefined(found, 'the upload is kept')
}

const verdicts: RecordVerdict[] = ['CHANGE', 'SAME', 'SKIPPED', 'PROBLEM', 'DONE', 'REFUSED']

/** Rows with these verdicts, in file order. */
export const rowsOfUpload = (hub: Hub, key: TestUpload, of: readonly RecordVerdict[] = verdicts) =>
  ownRows(hub, key.sellerId).read((db) => listRows(db, { ...key, verdicts: of, offset: 0, limit: 100_000 }))

export async function countsOf(hub: Hub, { sellerId, id }: TestUpload): Promise<Record<string, number>> {
  const counts = await ownRows(hub, sellerId).read((db) => countRows(db, trackingKind, { sellerId, ids: [id] }))
  return Object.fromEntries(verdicts.map((verdict) => [verdict, rowsOf({ verdicts: [verdict] }, counts.get(id) ?? [])]))
}

/** Queues a checked upload to be applied; returns whether it did. */
export const queueTestFile = (hub: Hub, key: TestUpload): Promise<boolean> =>
  ownRows(hub, key.sellerId).write((db) => queueRecords(db, trackingKind, { ...key, now: hub.now() }))

/** Works on queued uploads as the job does; returns the number that ended. */
export const workOnUploads = (hub: Hub, report: ReportFailure = rethrow) =>
  workOnRuns(hub, {
    workers: [trackingWorker],
    roleOf: () => Promise.resolve('owner'),
    report,
    ended: () => Promise.resolve(),
    signal: new AbortController().signal,
  })

const rethrow: ReportFailure = (error) => {
  throw error
}
