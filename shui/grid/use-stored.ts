import { useCallback, useState, useSyncExternalStore } from 'react'

/** Fired on `window` after a write; `storage` fires only in other tabs. */
const changed = 'shui-stored'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  window.addEventListener(changed, onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener(changed, onChange)
  }
}

/** Removes a stored text and notifies its users. */
export function forgetStored(kind: 'localStorage' | 'sessionStorage', key: string): void {
  try {
    window[kind].removeItem(key)
    window.dispatchEvent(new Event(changed))
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

/**
 * A text in browser storage and its setter; null on the server or if absent. If storage is full or blocked, the text
 * lasts as long as the page.
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
