import { useEffect, useState } from 'react'

/**
 * Code that few pages need, loaded when it is first wanted; null until it is there. `load` must keep its identity.
 * Where it cannot be loaded, `onFailed` decides what to do instead; wanting it anew tries again.
 */
export function useLoaded<T extends object>(load: () => Promise<T>, wanted: boolean, onFailed: () => void): T | null {
  const [loaded, setLoaded] = useState<T | null>(null)
  useEffect(() => {
    if (!wanted || loaded !== null) return
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
  }, [load, wanted, loaded, onFailed])
  return loaded
}
