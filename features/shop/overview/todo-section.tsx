import CircleCheck from 'lucide-react/icons/circle-check'
import { TaskLines } from '#features/shop/tasks/task-lines.tsx'
import type { FirstTasksModel } from '#features/shop/tasks/tasks-read.server.ts'
import { Empty } from '#shui/empty/empty.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { paths } from '#web/paths.ts'

/** The most urgent tasks, and a link to all of them. */
export function TodoSection({ model: { count, all, lines } }: { model: FirstTasksModel }) {
  const { t } = useTexts()
  return (
    <Section
      title={t('tasks.title')}
      count={count}
      action={all === null ? null : { text: all, action: { type: 'NAV', URL: paths.tasks() } }}
    >
      {lines.length === 0 ? (
        <Empty title={t('tasks.none')} hint={t('tasks.noneHint')} icon={CircleCheck} level={3} />
      ) : (
        <TaskLines lines={lines} compact />
      )}
    </Section>
  )
}
