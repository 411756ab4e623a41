import { useShui } from '../context.tsx'
import type { TextAction } from './text-model.ts'

/** The function that reports an action which fires, where it carries `tracking`. */
export function useTrack(): (action: TextAction | null | undefined) => void {
  const { onTracking } = useShui()
  return (action) => {
    if (action?.tracking !== undefined) onTracking(action.tracking)
  }
}
