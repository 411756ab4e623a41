import { useEffect, useState } from 'react'

/**
 * Loads rarely used code on demand; null until loaded. `load` needs a stable identity. `onFailed` handles errors; the
 * next request retries.
 */
export function useLoaded<T extends object>(load: () => Promise<T>, isNeeded: boolean, onFailed: () => void): T | null {
  const [loaded, setLoaded] = useState<T | null>(null)
  useEffect(() => {
    if (!isNeeded || loaded !== null) return
    let current = true
    load().then(
      (module) => {
        if (current) setLoaded(module)
      },
      () => {
        if (current) onFailed()
      },
    )
    return () => {
      current = false
    }
  }, [load, isNeeded, loaded, onFailed])
  return loaded
}
