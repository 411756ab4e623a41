import { use, useCallback } from 'react'
import { UNSAFE_DataRouterContext, useNavigate, useNavigation } from 'react-router'
import { refilterPath, type QueryChange, type QueryChanges } from '#lib/query.ts'
import { queryDifference } from './query-difference.ts'

/** Fired on `window` before results are loaded; `preventDefault()` leaves everything as it is. */
export const beforeReload = 'hub:before-reload'
/** Fired on `window` after results were loaded, or failed to be. A load that a newer one replaced fires nothing. */
export const afterReload = 'hub:after-reload'

export type BeforeReloadDetail = { url: string; changes: readonly QueryChange[] }
export type AfterReloadDetail = { url: string; ok: boolean; error?: unknown }

/** Counts loads in this tab, so that an older one knows that a newer one has taken its place. */
let latest = 0

/**
 * Re-filtering: loads the page's path with another query, as a partial navigation of the router.
 * - `refilter(changes, src?)` changes the present query; an offset goes back to 0.
 * - `load(url, resetScroll?)` goes to a state whose address is known, such as another page of the same results.
 * - `busy` is true while other results of this path are on their way.
 * Where loading fails, the page is loaded whole.
 */
export function useRefilter() {
  const router = use(UNSAFE_DataRouterContext)?.router
  const navigate = useNavigate()
  const navigation = useNavigation()

  const load = useCallback(
    async (url: string, resetScroll = false, given?: readonly QueryChange[]) => {
      const changes = given ?? queryDifference(window.location.search, new URL(url, window.location.href).search)
      const before = new CustomEvent<BeforeReloadDetail>(beforeReload, { cancelable: true, detail: { url, changes } })
      if (!window.dispatchEvent(before)) return
      latest += 1
      const mine = latest
      await navigate(url, { preventScrollReset: !resetScroll })
      const isReplaced = mine !== latest || router?.state.navigation.state !== 'idle'
      if (isReplaced) return
      const error: unknown = Object.values(router.state.errors ?? {})[0]
      const detail: AfterReloadDetail = error === undefined ? { url, ok: true } : { url, ok: false, error }
      window.dispatchEvent(new CustomEvent(afterReload, { detail }))
      if (!detail.ok) window.location.assign(url)
    },
    [navigate, router],
  )

  const refilter = useCallback(
    (changes: QueryChanges, src?: string | null) => {
      const list = Array.isArray(changes) ? (changes as readonly QueryChange[]) : [changes as QueryChange]
      return load(refilterPath(window.location, list, src), false, list)
    },
    [load],
  )

  const busy = navigation.state !== 'idle' && navigation.location.pathname === router?.state.location.pathname
  return { refilter, load, busy }
}
