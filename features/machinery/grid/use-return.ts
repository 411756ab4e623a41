import { useState, useSyncExternalStore } from 'react'
import { NavigationType, useLocation, useNavigationType } from '#web/router/router.ts'

/** History state of a link back to a list. */
export interface ReturnState {
  cameBack: true
}
export const cameBack: ReturnState = { cameBack: true }

/**
 * How the reader returned to a list by Back or a back link: `inApp` if the router rendered it, `document` after a page
 * load (Back or reload); null for a new visit.
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
