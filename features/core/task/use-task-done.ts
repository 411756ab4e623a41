import { useSearchParams } from '#web/router/router.ts'
import { useTexts } from '#texts/context.tsx'
import { findTaskDone } from '#web/task-done.ts'

export function useTaskDone(): string | null {
  const { t } = useTexts()
  const [params] = useSearchParams()
  const done = findTaskDone(params.get('done'))
  return done && t(`tasks.done.${done}`)
}
