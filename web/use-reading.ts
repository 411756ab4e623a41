import { useCallback, useEffect, useRef, useState } from 'react'
import { readPage } from './read-page.ts'

/** What is read beside a page, and how it stands. */
export interface Reading<Page> {
  /** Reads what the page of an address would show; an earlier one that has not come is given up. Keeps its identity. */
  load: (address: string) => Promise<void>
  /** Asks for the same once more. */
  again: () => void
  /** What came last. */
  data: Page | undefined
  isReading: boolean
  /** The last answer did not come: that of before, or nothing, is still there. Stays while it is asked for again. */
  isLost: boolean
}

/**
 * Reads a page's data while another page stands, which stays whatever becomes of it: a fetcher of the router, which
 * `.oxlintrc.json` forbids, would put its error page in that page's place where the connection is lost.
 *
 * @param route the router's name of the page's route: its file, as `app/routes.ts` spells it, without its ending
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
