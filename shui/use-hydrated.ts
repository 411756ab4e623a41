import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the script is running: false on the server and during hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
