import { useCallback, useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from '#web/router/router.ts'
import { refilterPath, type QueryChange, type QueryChanges } from '#lib/query.ts'
import { loadFailure } from '#web/load-failure.ts'
import { beforeReload } from './before-reload.ts'

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

/** Callback for the address awaited in the DOM, because the router knows results before React renders them. */
let awaited: { address: string; tell: () => void } | null = null
/** Location rendered in the DOM; a new object for each. */
let drawn: { key: string; address: string } | null = null

/**
 * Loads the page's path with another query through the router; falls back to a full page load.
 * - `refilter(changes, src?)` changes the current query and resets the offset.
 * - `load(url, changes, options?)` loads a known URL, such as another page; `changes` says what was requested.
 * - `busy` is true while results load.
 */
export function useRefilter() {
  const navigate = useNavigate()
  const navigation = useNavigation()
  const { key, pathname, search } = useLocation()

  useEffect(() => {
    drawn = { key, address: pathname + search }
    if (awaited?.address !== drawn.address) return
    awaited.tell()
    awaited = null
  }, [key, pathname, search])

  const load = useCallback(
    async (url: string, changes: readonly QueryChange[], { resetScroll = false } = {}) => {
      const asks = new CustomEvent<BeforeReloadDetail>(beforeReload, { cancelable: true, detail: { url, changes } })
      if (!window.dispatchEvent(asks)) return
      latest += 1
      const mine = latest
      awaited = null
      const { href } = window.location
      const before = drawn
      const to = new URL(url, href)
      loadFailure.error = undefined
      await navigate(url, { preventScrollReset: !resetScroll })
      const { error } = loadFailure
      const here = window.location
      // A navigation that gives way to another leaves the address as it was.
      const isReplaced = mine !== latest || (here.href === href && href !== to.href)
      if (isReplaced) return
      const detail: AfterReloadDetail = error === undefined ? { url, ok: true } : { url, ok: false, error }
      const tell = () => window.dispatchEvent(new CustomEvent(afterReload, { detail }))
      const address = here.pathname + here.search
      // Redirected elsewhere, such as to sign-in: no results will be rendered.
      const isToBeDrawn = detail.ok && here.pathname === to.pathname
      const isDrawn = drawn !== before && drawn?.address === address
      if (isToBeDrawn && !isDrawn) awaited = { address, tell }
      else tell()
      if (!detail.ok) here.assign(url)
    },
    [navigate],
  )

  const refilter = useCallback(
    (changes: QueryChanges, src?: string | null) => {
      const list = [changes].flat()
      return load(refilterPath(window.location, list, src), list)
    },
    [load],
  )

  const busy = navigation.location?.pathname === pathname
  return { refilter, load, busy }
}
