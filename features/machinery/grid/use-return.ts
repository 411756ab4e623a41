import { useState, useSyncExternalStore } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** Says in the history that a link led back to a list. */
export interface ReturnState {
  cameBack: true
}
export const cameBack: ReturnState = { cameBack: true }

/**
 * Whether the reader comes back to a list, by Back or by the way back of one of its pages, and not for another task:
 * `inApp` for one that the router drew, `document` for one that the browser loaded anew (Back and reload).
 */
export function useReturn(): 'inApp' | 'document' | null {
  const type = useNavigationType()
  const { state } = useLocation() as { state: ReturnState | null }
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const [wasReturn] = useState((): 'inApp' | 'document' | null => {
    if (isHydrated) return type === NavigationType.Pop || state?.cameBack === true ? 'inApp' : null
    return isDocumentReturn() ? 'document' : null
  })
  return wasReturn
}

const never = () => () => {}

function isDocumentReturn(): boolean {
  if (typeof document === 'undefined') return false
  const [load] = performance.getEntriesByType('navigation')
  return load instanceof PerformanceNavigationTiming && ['back_forward', 'reload'].includes(load.type)
}
