import { useSearchParams } from 'react-router'
import { useTexts } from '#texts/context.tsx'
import { findTaskDone } from '#web/paths.ts'

/** What was done just now in a list of tasks, in words; null where nothing was. */
export function useTaskDone(): string | null {
  const { t } = useTexts()
  const [params] = useSearchParams()
  const done = findTaskDone(params.get('done'))
  return done && t(`tasks.done.${done}`)
}
