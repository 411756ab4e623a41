import { useCallback, useSyncExternalStore } from 'react'
import { useShui } from './context.tsx'
import { keyName } from './key-name.ts'

const never = () => () => {}
const isApple = () => /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** Formats keys for the reader's keyboard: `keyName('Control+K')`. On the server without Apple symbols. */
export function useKeyName(): (keys: string) => string {
  const { keys: words } = useShui().labels
  const onApple = useSyncExternalStore(never, isApple, () => false)
  return useCallback((keys) => keyName(keys, words, onApple), [words, onApple])
}
