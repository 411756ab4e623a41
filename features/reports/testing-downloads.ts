import { rowOf } from '#db/testing-row.ts'
import type { TestDatabase } from '#db/testing.ts'
import type { FileKind } from '#features/machinery/file-runs/file-run.ts'
import { createRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { storedParts } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import type { DownloadPlan, PlannedColumn } from './downloads/download-kind.ts'
import { runFileJob } from './testing.ts'

/** Columns of a file by header: `prefix` and the name of each. */
export const named = (prefix: string, columns: Record<string, string>): PlannedColumn[] =>
  Object.entries(columns).map(([name, column]) => ({ name, column: column.includes('.') ? column : prefix + column }))

/** What a download has, as far as a test says. */
export type TestPlan = Partial<DownloadPlan> & Pick<DownloadPlan, 'columns'>

interface TestShop {
  db: TestDatabase
  hub: Hub
  sellerId: number
  now: Date
}

/** Downloads a file as its page and the job do; returns its text. */
export async function downloadFile(
  { db, hub, sellerId, now }: TestShop,
  kind: FileKind,
  plan: TestPlan,
): Promise<string> {
  const { member_id: id } = await rowOf(db.owner, 'memberships', { seller_id: sellerId })
  const { read, write } = ownRows(hub, sellerId)
  const usual = { rows: 'all', period: 'all', isPerOrder: false, format: 'CSV', locale: 'en' } as const
  const full: DownloadPlan = { ...usual, ...plan }
  const made = await write((own) =>
    createRun(own, {
      sellerId,
      direction: 'DOWNLOAD',
      kind,
      state: 'QUEUED',
      fileName: 'file.csv',
      format: full.format,
      plan: full,
      readers: ['owner'],
      hasBuyers: true,
      member: { id, name: 'Ann' },
      now,
    }),
  )
  await runFileJob(hub)
  const parts: Uint8Array[] = []
  const run = assertDefined(made, 'no schedule makes it')
  for await (const part of storedParts(read, { sellerId, id: run, file: 'RESULT' })) parts.push(part)
  return new TextDecoder().decode(Buffer.concat(parts))
}
