import type { Texts } from '#texts/texts.ts'
import type { DueTasks } from './tasks-db.server.ts'

/** "6 late, 19 today", as the badge, the overview and the page of tasks say it. */
export function dueSummary({ late, today }: DueTasks, { t, number }: Texts): string {
  const parts = [
    ...(late > 0 ? [t('tasks.due.lateCount', { n: number(late) })] : []),
    ...(today > 0 ? [t('tasks.due.todayCount', { n: number(today) })] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : t('tasks.due.noneToday')
}
