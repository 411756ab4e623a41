import type { SellerDb } from '#db/client.ts'
import { createRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { formatTypes } from '#features/machinery/file-runs/write-file.ts'
import { exportFileName } from '#features/machinery/grid/export-file.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { mayDo, roles } from '#web/roles.ts'
import { mayHaveColumns, type DownloadKind, type DownloadPlan } from './download-kind.ts'

interface StartedDownload {
  sellerId: number
  /** The shop's zone. */
  zone: string
  kind: DownloadKind
  plan: DownloadPlan
  member: { id: string; name: string }
  schedule?: { id: string; dueAt: Date }
  now: Date
}

/** Queues a download; its file is for the roles that may have all of its columns. */
export async function startDownload(
  db: SellerDb,
  { sellerId, zone, kind, plan, member, schedule, now }: StartedDownload,
): Promise<void> {
  const texts = textsFor(plan.locale, zone)
  await createRun(db, {
    sellerId,
    direction: 'DOWNLOAD',
    kind: kind.kind,
    state: 'QUEUED',
    fileName: exportFileName(texts.t(kind.fileName), now, texts, formatTypes[plan.format].ending),
    format: plan.format,
    plan,
    readers: roles.filter((role) => mayDo(role, kind.access) && mayHaveColumns(kind, role, plan.columns)),
    hasBuyers: kind.hasBuyers,
    member,
    ...(schedule ? { schedule } : {}),
    now,
  })
}
