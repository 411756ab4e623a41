import { useCallback, useState, useSyncExternalStore } from 'react'

/** Fired on `window` after a write, because `storage` is fired in other tabs only. */
const changed = 'shui-stored'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  window.addEventListener(changed, onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener(changed, onChange)
  }
}

/** Takes a text out of the browser's storage; whoever shows it is told. */
export function forgetStored(kind: 'localStorage' | 'sessionStorage', key: string): void {
  try {
    window[kind].removeItem(key)
    window.dispatchEvent(new Event(changed))
  } catch {
    // Refused: then nothing was kept either.
  }
}

/**
 * A text of the browser's storage and the way to change it; null on the server and where there is none. Where storage is
 * full or refused the text holds as long as the page.
 */
export function useStored(kind: 'localStorage' | 'sessionStorage', key: string) {
  const [unkept, setUnkept] = useState<string | null>(null)
  const read = useCallback(() => {
    try {
      return window[kind].getItem(key)
    } catch {
      return null
    }
  }, [kind, key])
  const stored = useSyncExternalStore(subscribe, read, () => null)
  const change = useCallback(
    (text: string) => {
      try {
        window[kind].setItem(key, text)
        setUnkept(null)
        window.dispatchEvent(new Event(changed))
      } catch {
        setUnkept(text)
      }
    },
    [kind, key],
  )
  return [unkept ?? stored, change] as const
}
