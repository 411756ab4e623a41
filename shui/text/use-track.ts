import { useShui } from '../context.tsx'
import type { TextAction } from './text-model.ts'

/** Returns a function that reports an action's `tracking`. */
export function useTrack(): (action: TextAction | null | undefined) => void {
  const { onTracking } = useShui()
  return (action) => {
    if (action?.tracking !== undefined) onTracking(action.tracking)
  }
}
