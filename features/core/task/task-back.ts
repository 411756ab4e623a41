import { oneOf, textOf } from '#lib/form-fields.ts'
import { paths, type TaskDone } from '#web/paths.ts'

/** The pages that have lists of tasks; a form sent from one of them says which, in `back`. */
const pages = ['tasks', 'overview'] as const

/** Which of them an address is; null for any other. */
export const taskPageAt = (pathname: string) =>
  pathname === paths.tasks() ? 'tasks' : pathname === paths.overview ? 'overview' : null

/** Where a task was done that a form came from, to say there what was done; null where the form came from elsewhere. */
export function readTaskBack(form: FormData, done: TaskDone): string | null {
  const page = oneOf(form, 'back', pages)
  if (!page) return null
  if (page === 'overview') return paths.overviewDone(done)
  const sort = oneOf(form, 'backSort', ['money']) ?? undefined
  return paths.tasks({ kind: textOf(form, 'backKind') || undefined, sort, done })
}
