import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page's script runs: false on the server and while the browser takes over what the server drew. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
