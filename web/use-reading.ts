import { useCallback, useEffect, useRef, useState } from 'react'
import { readPage } from './read-page.ts'

export interface Reading<Page> {
  /** Loads the data of a URL and cancels an earlier load. Stable identity. */
  load: (address: string) => Promise<void>
  again: () => void
  data: Page | undefined
  isReading: boolean
  /** Whether the last load failed; earlier data stays. Kept during a retry. */
  isLost: boolean
}

/**
 * Reads another page's data beside the current page. Not a fetcher, which `.oxlintrc.json` forbids: on a lost
 * connection the router would show an error page.
 * @param route the router's id of the route: its file as in `app/routes.ts`, without extension
 */
export function useReading<Page>(route: `../features/${string}-page`): Reading<Page> {
  const [state, set] = useState<Pick<Reading<Page>, 'data' | 'isReading' | 'isLost'>>({
    data: undefined,
    isReading: false,
    isLost: false,
  })
  const asked = useRef<{ address: string; stop: AbortController } | null>(null)
  const load = useCallback(
    async (address: string) => {
      asked.current?.stop.abort()
      const stop = new AbortController()
      asked.current = { address, stop }
      set((before) => ({ ...before, isReading: true }))
      const { data, leadsTo } = await readPage(address, route, stop.signal)
      if (stop.signal.aborted) return
      if (leadsTo !== undefined) return window.location.assign(leadsTo)
      const isLost = data === undefined
      set((before) => ({ data: isLost ? before.data : (data as Page), isReading: false, isLost }))
    },
    [route],
  )
  const again = useCallback(() => {
    if (asked.current) void load(asked.current.address)
  }, [load])
  useEffect(() => () => asked.current?.stop.abort(), [])
  return { ...state, load, again }
}
