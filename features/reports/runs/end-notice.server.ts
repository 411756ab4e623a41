import type { FileRun } from '#features/machinery/file-runs/file-run.ts'
import { findRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { unwatchedAfterMs, type ShopNotice } from '#web/shop-notice.ts'
import { recordRuns } from '../records/record-kind.ts'
import { recordKinds } from '../records/record-kinds.server.ts'
import { uploadKind, uploadOf } from '../uploads/upload-plans-db.server.ts'
import { uploadHref } from './runs-view.ts'

/** Tells a shop that an upload has ended, unless somebody watches it. */
export async function tellOfEnd(
  hub: Pick<Hub, 'db'>,
  key: RunKey,
  tell: (notice: ShopNotice) => Promise<void>,
): Promise<void> {
  const run = await ownRows(hub, key.sellerId).read((db) => findRun(db, key))
  const notice = run && endNotice(run)
  if (notice) await tell(notice)
}

/** The notice that an upload was applied, undone or has failed; null if somebody watched, or for other runs. */
function endNotice(run: FileRun): ShopNotice | null {
  const { sellerId, id, direction, kind, fileName, doneRows, errorRows, failure } = run
  if (direction !== 'UPLOAD' || !isUnwatched(run)) return null
  const outcome = failure !== null ? 'FAILED' : kind === uploadKind && uploadOf(run).plan.isUndo ? 'UNDONE' : 'DONE'
  return {
    key: `upload.${id}.${outcome}`,
    sellerId,
    access: isOneOf(recordRuns, kind) ? recordKinds[kind].access : 'listings.edit',
    words: ({ t }) => ({
      title: t('reports.message', { outcome, file: fileName }),
      content:
        failure !== null
          ? [t('reports.failure', { failure: failure.replaceAll('-', '_') })]
          : [
              t('reports.message.rows', { kind, n: doneRows }),
              ...(errorRows > 0 ? [t('reports.message.errors', { n: errorRows })] : []),
            ],
      link: { text: t('reports.message.open'), href: uploadHref(run) },
    }),
    // The link leads to it as long as it is kept.
    endsAt: run.keptUntil,
  }
}

/** Whether a run has ended while nobody looked at it. */
const isUnwatched = ({ finishedAt, lookedAt }: FileRun): boolean =>
  finishedAt !== null && lookedAt !== null && finishedAt.getTime() - lookedAt.getTime() > unwatchedAfterMs
