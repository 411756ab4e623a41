import { use, useCallback, useEffect } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useNavigate, useNavigation } from 'react-router'
import { refilterPath, type QueryChange, type QueryChanges } from '#lib/query.ts'

/** Fired on `window` before results are loaded; `preventDefault()` leaves everything as it is. */
export const beforeReload = 'hub:before-reload'
/** Fired on `window` once loaded results are in the page, or failed to come. A load that a newer one replaced fires nothing. */
export const afterReload = 'hub:after-reload'

export interface BeforeReloadDetail {
  url: string
  changes: readonly QueryChange[]
}
export interface AfterReloadDetail {
  url: string
  ok: boolean
  error?: unknown
}

/** Counts loads in this tab, so that an older one knows that a newer one has taken its place. */
let latest = 0

/** The router knows results some frames before React has drawn them: who waits for a location to be in the page. */
let awaited: { key: string; tell: () => void } | null = null
/** The location that is in the page. */
let drawn: string | null = null

/**
 * Re-filtering: loads the page's path with another query, as a partial navigation of the router.
 * - `refilter(changes, src?)` changes the present query; an offset goes back to 0.
 * - `load(url, changes, options?)` goes to a state whose address is known, such as another page of the same results;
 *   `changes` are what was asked for.
 * - `busy` is true while other results of this path are on their way.
 * Where loading fails, the page is loaded whole.
 */
export function useRefilter() {
  const router = use(UNSAFE_DataRouterContext)?.router
  const navigate = useNavigate()
  const navigation = useNavigation()
  const { key } = useLocation()

  useEffect(() => {
    drawn = key
    if (awaited?.key !== key) return
    awaited.tell()
    awaited = null
  }, [key])

  const load = useCallback(
    async (url: string, changes: readonly QueryChange[], { resetScroll = false } = {}) => {
      const before = new CustomEvent<BeforeReloadDetail>(beforeReload, { cancelable: true, detail: { url, changes } })
      if (!window.dispatchEvent(before)) return
      latest += 1
      const mine = latest
      awaited = null
      await navigate(url, { preventScrollReset: !resetScroll })
      const isReplaced = mine !== latest || router?.state.navigation.state !== 'idle'
      if (isReplaced) return
      const { location, errors } = router.state
      const error: unknown = Object.values(errors ?? {})[0]
      const detail: AfterReloadDetail = error === undefined ? { url, ok: true } : { url, ok: false, error }
      const tell = () => window.dispatchEvent(new CustomEvent(afterReload, { detail }))
      // Led elsewhere, to sign in for instance, no results will be drawn.
      const isToBeDrawn = detail.ok && location.pathname === new URL(url, window.location.href).pathname
      if (isToBeDrawn && location.key !== drawn) awaited = { key: location.key, tell }
      else tell()
      if (!detail.ok) window.location.assign(url)
    },
    [navigate, router],
  )

  const refilter = useCallback(
    (changes: QueryChanges, src?: string | null) => {
      const list = Array.isArray(changes) ? (changes as readonly QueryChange[]) : [changes as QueryChange]
      return load(refilterPath(window.location, list, src), list)
    },
    [load],
  )

  const busy = navigation.state !== 'idle' && navigation.location.pathname === router?.state.location.pathname
  return { refilter, load, busy }
}
