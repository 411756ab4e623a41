import { isRunOpen, mayCancelRun, type FileRun } from '#features/machinery/file-runs/file-run.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { mayDo, type Role } from '#web/roles.ts'
import { hasResult } from '#features/machinery/records/record-plan.ts'

export interface RunModel {
  id: string
  name: string
  kind: string
  status: { tone: StatusTone; text: string }
  /** Why it failed, or why the file is not for the reader; null if nothing is to be said. */
  note: string | null
  /** Null unless it is being worked on. */
  progress: { done: number; all: number; text: string } | null
  rows: string
  errors: string
  member: string
  at: string
  /** The page of an upload; null for others. */
  href: string | null
  /** Null without a file, or if the reader's role may not have it. */
  fileHref: string | null
  mayCancel: boolean
}

export interface RunsModel {
  runs: RunModel[]
  note: string
  /** Whether a run is not over. */
  isOpen: boolean
  mayUpload: boolean
}

interface RunsReader {
  role: Role
  now: Date
}

export function runsModel(runs: readonly FileRun[], { role, now }: RunsReader, texts: Texts): RunsModel {
  return {
    runs: runs.map((run) => runModel(run, role, texts)),
    note: texts.t('reports.note', { zone: texts.zoneName(now) }),
    isOpen: runs.some(({ state }) => isRunOpen(state)),
    mayUpload: mayDo(role, 'files.upload'),
  }
}

const tones: Readonly<Partial<Record<FileRun['state'], StatusTone>>> = {
  DONE: 'good',
  DONE_WITH_ERRORS: 'warn',
  FAILED: 'bad',
}

function runModel(run: FileRun, role: Role, texts: Texts): RunModel {
  const { t, number } = texts
  const { id, state, totalRows, doneRows, errorRows } = run
  const isDone = state === 'DONE' || state === 'DONE_WITH_ERRORS'
  const mayRead = run.readers.includes(role)
  // The page of a report has its result, and stops it.
  const isOnOwnPage = run.direction === 'UPLOAD' && run.kind === 'transactions'
  const all = totalRows ?? 0
  // Between two slices of work a run waits again.
  const shown = state === 'QUEUED' && run.startedAt !== null ? 'RUNNING' : state
  return {
    id,
    name: run.fileName,
    kind: t(run.scheduleId === null ? 'reports.run' : 'reports.run.scheduled', {
      direction: run.direction,
      kind: t(`reports.of.${run.kind}`),
    }),
    status: { tone: tones[state] ?? 'neutral', text: t('reports.state', { state: shown }) },
    note:
      run.failure !== null
        ? t('reports.failure', { failure: run.failure.replaceAll('-', '_') })
        : isDone && !mayRead
          ? t('reports.notForYou')
          : null,
    progress:
      shown === 'RUNNING' && all > 0
        ? { done: doneRows, all, text: t('reports.progress', { done: number(doneRows), all: number(all) }) }
        : null,
    rows: isDone ? number(doneRows) : '–',
    errors: isDone ? number(errorRows) : '–',
    member: run.memberName,
    at: texts.moment(run.madeAt, 'dateTime'),
    href: mayRead && run.direction === 'UPLOAD' ? uploadHref(run) : null,
    fileHref: (isDone || hasResult(run)) && mayRead && !isOnOwnPage ? paths.reportFile(id) : null,
    mayCancel: mayRead && !isOnOwnPage && mayCancelRun(state),
  }
}

export function uploadHref({ id, kind }: FileRun): string {
  if (kind === 'bulk-edit') return paths.bulkEdit(id)
  return kind === 'transactions' ? paths.reconciliation(id) : paths.upload(id)
}
