import { useCallback, useSyncExternalStore } from 'react'
import { useShui } from './context.tsx'
import { keyName } from './key-name.ts'

const never = () => () => {}
const isApple = () => /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** Says keys as the reader's keyboard has them: `keyName('Control+K')`. The server does not know whose that is, and says it without Apple's signs. */
export function useKeyName(): (keys: string) => string {
  const { keys: words } = useShui().labels
  const onApple = useSyncExternalStore(never, isApple, () => false)
  return useCallback((keys) => keyName(keys, words, onApple), [words, onApple])
}
