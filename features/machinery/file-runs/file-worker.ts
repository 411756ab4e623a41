import type { Hub } from '#web/hub.ts'
import type { Permission, Role } from '#web/roles.ts'
import type { FileDirection, FileKind, TakenRun } from './file-run.ts'

export type Worked =
  /** The time was over; the run goes on in the next slice, from its `position`. */
  | { outcome: 'more' }
  /** It is prepared: the seller decides how it goes on, with this plan. */
  | { outcome: 'review'; plan: object }
  /** All rows are through; `errorRows` of them were refused. */
  | { outcome: 'done'; errorRows: number }
  /** It cannot be done; a code that the page explains. */
  | { outcome: 'failed'; failure: string }
  /** `reportProgress` returned false: somebody cancelled it or another process took it over. */
  | { outcome: 'lost' }

export interface FileWork {
  hub: Hub
  run: TakenRun
  /** The current role of the member whose run it is; the engine has checked `access`. */
  role: Role
  /** Whether the time of the slice is over, or the process is stopping. */
  isOver: () => boolean
  /** The process is stopping: for work that cannot be continued from a position. */
  signal: AbortSignal
}

export interface FileWorker {
  direction: FileDirection
  kind: FileKind
  /** Permission that the member must still have. */
  access: Permission
  /**
   * Works until the run is done or `isOver` returns true, in transactions that each report their progress
   * (`reportProgress`). Work may be repeated from the last reported position after a crash.
   */
  work: (of: FileWork) => Promise<Worked>
}
