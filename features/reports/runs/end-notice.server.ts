import { isRunOpen, isUndoOf, type FileKind, type FileRun } from '#features/machinery/file-runs/file-run.ts'
import { findRun, listRuns } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { noteTold } from '#features/machinery/file-runs/open-runs-db.server.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type { Texts } from '#texts/texts.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { paths } from '#web/paths.ts'
import type { Permission } from '#web/roles.ts'
import { unwatchedAfterMs, type ShopNotice } from '#web/shop-notice.ts'
import { recordRuns } from '#features/machinery/records/record-plan.ts'
import { stoppedWords } from '#features/selling/bulk-edit/edit-state.server.ts'
import { recordKinds } from './record-kinds.server.ts'
import { uploadHref } from './runs-view.ts'

/** Files among which others that ended are looked for. */
const mostLookedAt = 100

/**
 * Tells a shop that uploads have ended, unless somebody watches them. While another one is open nothing is told: once all
 * have ended, one message names them.
 */
export async function tellOfEnd(
  hub: Pick<Hub, 'db' | 'now'>,
  key: RunKey,
  tell: (notice: ShopNotice) => Promise<void>,
): Promise<void> {
  const { read, write } = ownRows(hub, key.sellerId)
  const run = await read((db) => findRun(db, { ...key, now: hub.now() }))
  if (run?.direction !== 'UPLOAD') return
  const all = await read((db) => listRuns(db, { sellerId: key.sellerId, now: hub.now(), limit: mostLookedAt }))
  const uploads = all.filter(({ direction }) => direction === 'UPLOAD')
  if (uploads.some(({ state }) => isRunOpen(state))) return
  const ended = uploads.filter(isUnwatched)
  const [first, ...others] = ended
  if (!first) return
  await tell(others.length > 0 ? noticeOfSeveral(ended) : noticeOf(first))
  await write((db) => noteTold(db, { sellerId: key.sellerId, ids: ended.map(({ id }) => id) }))
}

function noticeOf(run: FileRun): ShopNotice {
  const { sellerId, kind, fileName, doneRows, errorRows, failure } = run
  const of = { key: keyOf(run), sellerId, access: accessOf(kind), endsAt: run.keptUntil }
  if (kind === 'bulk-edit') return { ...of, words: ({ t }) => editWords(run, t) }
  return {
    ...of,
    words: ({ t }) => ({
      title: t('reports.message', { outcome: outcomeOf(run), file: fileName }),
      content:
        failure !== null
          ? [failureWords(failure, t)]
          : [
              t('reports.message.rows', { kind, n: doneRows }),
              ...(errorRows > 0 ? [t('reports.message.errors', { n: errorRows })] : []),
            ],
      link: { text: t('reports.message.open'), href: uploadHref(run) },
    }),
  }
}

function editWords(run: FileRun, t: Texts['t']): ReturnType<ShopNotice['words']> {
  const { doneRows, errorRows } = run
  const reason = stoppedWords(run, t)
  return {
    title: t(`bulkEdit.message.${outcomeOf(run)}`, { n: doneRows - errorRows }),
    content: [
      ...(reason === null ? [] : [reason]),
      ...(errorRows > 0 ? [t('bulkEdit.message.left', { n: errorRows })] : []),
    ],
    link: { text: t('bulkEdit.message.open'), href: uploadHref(run) },
  }
}

/** The notice that several uploads have ended, the latest first. */
function noticeOfSeveral(runs: readonly FileRun[]): ShopNotice {
  const first = assertDefined(runs[0], 'there are several')
  const kinds = runs.map(({ kind }) => accessOf(kind))
  return {
    key: keyOf(first),
    sellerId: first.sellerId,
    access: assertDefined(
      rarestFirst.find((access) => kinds.includes(access)),
      'each upload has one of them',
    ),
    words: ({ t }) => ({
      title: t('reports.message.several', { n: runs.length }),
      content: runs.map(({ fileName, kind, doneRows, errorRows: n, failure }) => {
        const file = kind === 'bulk-edit' ? t('reports.of.bulk-edit') : fileName
        const rows = failure === null ? t('reports.message.rows', { kind, n: doneRows }) : failureWords(failure, t)
        return t('reports.message.file', { file, rows, n: failure === null ? n : 0 })
      }),
      link: { text: t('reports.message.openAll'), href: paths.reports },
    }),
    endsAt: first.keptUntil,
  }
}

const outcomeOf = (run: FileRun) => (run.failure !== null ? 'FAILED' : isUndoOf(run) ? 'UNDONE' : 'DONE')

const keyOf = (run: FileRun) => `upload.${run.id}.${outcomeOf(run)}`

const failureWords = (failure: string, t: Texts['t']) => t('reports.failure', { failure: failure.replaceAll('-', '_') })

/** Permissions for uploads; those that fewest roles have come first. */
const rarestFirst = ['orders.refund', 'listings.edit', 'money.view', 'orders.ship'] as const satisfies Permission[]

function accessOf(kind: FileKind): Permission {
  if (kind === 'transactions') return 'money.view'
  return isOneOf(recordRuns, kind) ? recordKinds[kind].access : 'listings.edit'
}

/** Whether a run has ended while nobody looked at it. */
const isUnwatched = ({ finishedAt, lookedAt, state }: FileRun): boolean =>
  state !== 'CANCELLED' && finishedAt !== null && finishedAt.getTime() - lookedAt.getTime() > unwatchedAfterMs
