import { isRunOpen, mayCancelRun, type FileRun } from '#features/machinery/file-runs/file-run.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { mayDo, type Role } from '#web/roles.ts'
import { hasResult, recordUploadOf } from '#features/machinery/records/record-plan.ts'
import { countReady, type FileSize } from './uploaded-files.server.ts'

export type RunModel = ReturnType<typeof runModel>

interface RunsReader {
  role: Role
  now: Date
  texts: Texts
}

export function runsModel(
  runs: readonly FileRun[],
  sizes: ReadonlyMap<string, FileSize>,
  { role, now, texts }: RunsReader,
) {
  const mayUpload = mayDo(role, 'files.upload')
  const ready = mayUpload ? countReady(runs, sizes, role) : 0
  return {
    runs: runs.map((run) => runModel(run, sizes.get(run.id), { role, texts })),
    note: texts.t('reports.note', { zone: texts.zoneName(now) }),
    // Whether a run is not over.
    isOpen: runs.some(({ state }) => isRunOpen(state)),
    mayUpload,
    // Button that brings in all files that are checked; null if there are none.
    takeAll: ready > 0 ? texts.t('movingIn.takeAll', { n: ready }) : null,
  }
}

const tones: Readonly<Partial<Record<FileRun['state'], StatusTone>>> = {
  DONE: 'good',
  DONE_WITH_ERRORS: 'warn',
  FAILED: 'bad',
}

function runModel(run: FileRun, size: FileSize | undefined, { role, texts }: Omit<RunsReader, 'now'>) {
  const { t, number } = texts
  const { id, state, totalRows, doneRows } = run
  const isDone = state === 'DONE' || state === 'DONE_WITH_ERRORS'
  const mayRead = run.readers.includes(role)
  const isUpload = run.direction === 'UPLOAD'
  // The page of a report has its result, and stops it.
  const isOnOwnPage = isUpload && run.kind === 'transactions'
  const all = totalRows ?? 0
  return {
    id,
    name: run.fileName,
    kind: t(run.scheduleId === null ? 'reports.run' : 'reports.run.scheduled', {
      direction: run.direction,
      kind: t(`reports.of.${run.kind}`),
    }),
    status: { tone: tones[state] ?? 'neutral', text: stateWords(run, texts) },
    // Why it failed, or why the file is not for the reader; null if nothing is to be said.
    note:
      run.failure !== null
        ? t('reports.failure', { failure: run.failure.replaceAll('-', '_') })
        : isDone && !mayRead
          ? t('reports.notForYou')
          : null,
    // Null unless it is being worked on.
    progress:
      isBeingWorkedOn(run) && all > 0
        ? { done: doneRows, all, text: t('reports.progress', { done: number(doneRows), all: number(all) }) }
        : null,
    // What was found in the file, or what became of it.
    result: resultWords(run, size, texts),
    member: run.memberName,
    at: texts.moment(run.madeAt, 'dateTime'),
    // The page of an upload; null for others.
    href: mayRead && isUpload ? uploadHref(run) : null,
    // Null without a file, or if the reader's role may not have it.
    fileHref: (isDone || hasResult(run)) && mayRead && !isOnOwnPage ? paths.reportFile(id) : null,
    mayCancel: mayRead && !isOnOwnPage && mayCancelRun(state),
  }
}

/** Between two slices of work a run waits again. */
const isBeingWorkedOn = ({ state, startedAt }: FileRun): boolean =>
  state === 'RUNNING' || (state === 'QUEUED' && startedAt !== null)

const isChecked = (run: FileRun): boolean => recordUploadOf(run)?.plan.isChecked ?? false

function stateWords(run: FileRun, { t }: Texts): string {
  const { kind, state } = run
  if (run.direction === 'DOWNLOAD') return t('reports.state', { state: isBeingWorkedOn(run) ? 'RUNNING' : state })
  if (isRunOpen(state) && !isChecked(run)) return t('movingIn.state', { state: 'CHECKING' })
  return t('movingIn.state', { state: kind === 'unsorted' ? 'UNSORTED' : isBeingWorkedOn(run) ? 'RUNNING' : state })
}

function resultWords(run: FileRun, size: FileSize | undefined, { t }: Texts): string {
  const { direction, kind, state, doneRows: done, errorRows: errors } = run
  if (state === 'CREATED') return size ? t('movingIn.found', { kind, ...size }) : '–'
  const { same, left } = size ?? { same: 0, left: 0 }
  if (direction === 'UPLOAD')
    return isChecked(run) || kind === 'transactions' ? t('movingIn.taken', { kind, done, errors, same, left }) : '–'
  return state === 'DONE' ? t('movingIn.taken', { kind: 'rows', done, errors, same, left }) : '–'
}

export function uploadHref({ id, kind }: FileRun): string {
  if (kind === 'bulk-edit') return paths.bulkEdit(id)
  return kind === 'transactions' ? paths.reconciliation(id) : paths.upload(id)
}
