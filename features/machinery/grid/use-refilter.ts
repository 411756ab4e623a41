import { use, useCallback, useEffect } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useNavigate, useNavigation } from 'react-router'
import { refilterPath, type QueryChange, type QueryChanges } from '#lib/query.ts'

/** Dispatched on `window` before results load; `preventDefault()` cancels the load. */
export const beforeReload = 'hub:before-reload'
/** Dispatched on `window` when results are rendered or failed to load. Superseded loads dispatch nothing. */
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

/** Counts loads in this tab, to detect superseded ones. */
let latest = 0

/** Callback for the location awaited in the DOM, because the router knows results before React renders them. */
let awaited: { key: string; tell: () => void } | null = null
/** Location rendered in the DOM. */
let drawn: string | null = null

/**
 * Loads the page's path with another query through the router; falls back to a full page load.
 * - `refilter(changes, src?)` changes the current query and resets the offset.
 * - `load(url, changes, options?)` loads a known URL, such as another page; `changes` says what was requested.
 * - `busy` is true while results load.
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
      // Redirected elsewhere, such as to sign-in: no results will be rendered.
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
