import { oneOf, textOf } from '#lib/form-fields.ts'
import { paths } from '#web/paths.ts'
import type { TaskDone } from '#web/task-done.ts'

const pages = ['tasks', 'overview'] as const

export const taskPageAt = (pathname: string) =>
  pathname === paths.tasks() ? 'tasks' : pathname === paths.overview ? 'overview' : null

/** URL that returns to the form's task page and reports what was done; null if it came from elsewhere. */
export function readTaskBack(form: FormData, done: TaskDone): string | null {
  const page = oneOf(form, 'back', pages)
  if (!page) return null
  if (page === 'overview') return paths.overviewDone(done)
  const sort = oneOf(form, 'backSort', ['money']) ?? undefined
  return paths.tasks({ kind: textOf(form, 'backKind') || undefined, sort, done })
}
