import { day } from '#lib/duration.ts'
import { takeStep, type StateTable } from '#lib/state-table.ts'
import type { Role } from '#web/roles.ts'

export type FileDirection = 'UPLOAD' | 'DOWNLOAD'

/**
 * Subjects of runs; each has a worker (`FileWorker`), but `unsorted`: a file whose subject the seller has to say. A bulk
 * edit is an upload without a file.
 */
export const fileKinds = [
  'orders',
  'listings',
  'transactions',
  'tracking',
  'product-feed',
  'costs',
  'unsorted',
  'bulk-edit',
] as const
export type FileKind = (typeof fileKinds)[number]

export const fileFormats = ['CSV', 'CSV_SEMICOLON', 'TSV', 'XLSX'] as const
export type FileFormat = (typeof fileFormats)[number]

/**
 * State of a run. CREATED waits for the seller, such as an upload to be reviewed; QUEUED waits for the job.
 * DONE_WITH_ERRORS has rows that were refused.
 */
export type FileRunState = 'CREATED' | 'QUEUED' | 'RUNNING' | 'DONE' | 'DONE_WITH_ERRORS' | 'FAILED' | 'CANCELLED'

export type FileRunEvent = 'QUEUE' | 'TAKE' | 'RELEASE' | 'REVIEW' | 'FINISH' | 'FAIL' | 'CANCEL' | 'UNDO' | 'REOPEN'

/**
 * The states of a run. A run that was taken and abandoned may be taken again; one that was prepared goes back to the
 * seller, and so does one that the seller corrects once it is over.
 */
export const fileRunStates: StateTable<FileRunState, FileRunEvent, { errors: number }, 'over' | 'not-yet'> = {
  ways: {
    CREATED: { QUEUE: [{ next: 'QUEUED' }], CANCEL: [{ next: 'CANCELLED' }] },
    QUEUED: { TAKE: [{ next: 'RUNNING' }], CANCEL: [{ next: 'CANCELLED' }] },
    RUNNING: {
      TAKE: [{ next: 'RUNNING' }],
      RELEASE: [{ next: 'QUEUED' }],
      REVIEW: [{ next: 'CREATED' }],
      FINISH: [{ next: 'DONE_WITH_ERRORS', when: ({ errors }) => errors > 0 }, { next: 'DONE' }],
      FAIL: [{ next: 'FAILED' }],
      CANCEL: [{ next: 'CANCELLED' }],
    },
    DONE: { UNDO: [{ next: 'QUEUED' }], REOPEN: [{ next: 'CREATED' }] },
    DONE_WITH_ERRORS: { UNDO: [{ next: 'QUEUED' }], REOPEN: [{ next: 'CREATED' }] },
    FAILED: { UNDO: [{ next: 'QUEUED' }], REOPEN: [{ next: 'CREATED' }] },
    CANCELLED: { UNDO: [{ next: 'QUEUED' }], REOPEN: [{ next: 'CREATED' }] },
  },
  refusalOf: (state) => (state === 'CREATED' || state === 'QUEUED' ? 'not-yet' : 'over'),
}

export const statesBefore = (event: FileRunEvent): FileRunState[] =>
  (Object.keys(fileRunStates.ways) as FileRunState[]).filter((state) => fileRunStates.ways[state][event])

export const mayCancelRun = (state: FileRunState): boolean =>
  takeStep(fileRunStates, { state, event: 'CANCEL', facts: { errors: 0 } }).ok

export const isRunOpen = (state: FileRunState): boolean => state === 'QUEUED' || state === 'RUNNING'

export const fileRunLifetimeMs = 30 * day

/** A run of the engine. `Plan` and `Position` are JSON that only its kind knows. */
export interface FileRun<Plan = object, Position = object> {
  sellerId: number
  id: string
  direction: FileDirection
  kind: FileKind
  state: FileRunState
  fileName: string
  format: FileFormat
  plan: Plan
  /** Position of the next part; null at the beginning. */
  position: Position | null
  /** Null until counted. */
  totalRows: number | null
  doneRows: number
  errorRows: number
  failure: string | null
  readers: readonly Role[]
  memberId: string
  memberName: string
  scheduleId: string | null
  /** The time for which its schedule made it. */
  dueAt?: Date | null
  madeAt: Date
  startedAt: Date | null
  /** When somebody looked at it last, or wanted it. */
  lookedAt: Date
  finishedAt: Date | null
  keptUntil: Date
}

/** A run that a job works on. `attempt` identifies the work, so that work begun earlier can no longer report. */
export interface TakenRun<Plan = object, Position = object> extends FileRun<Plan, Position> {
  attempt: number
}

/** Whether a run undoes what it applied; runs that cannot be undone do not say. */
export const isUndoOf = ({ plan }: Pick<FileRun, 'plan'>): boolean => 'isUndo' in plan && plan.isUndo === true

/** Until when what a run changed can be undone; null while it is not over. */
export const undoableUntil = ({ finishedAt }: Pick<FileRun, 'finishedAt'>): Date | null =>
  finishedAt && new Date(finishedAt.getTime() + day)
