import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { changeable } from '#db/changeable.ts'
import { listenForChanges, type ChangeNotice } from '#features/machinery/live/listen-for-changes.ts'
import { untilDone } from '#features/machinery/live/until-done.ts'
import { changed } from '#features/machinery/live/use-live.ts'
import { paths } from '#web/paths.ts'
import type { LiveFrame } from './live-frame-resource.ts'
import type { ShellModel } from './shell-view.ts'
import { jsonOf } from '#lib/json-of.ts'

/**
 * The frame with live counts: read again on each change of the seller's data, after which the page is notified. A
 * hidden page catches up when shown, and so does one that lost its connection; failed reads are retried while visible.
 */
export function useLiveFrame<T extends ShellModel>(shell: T | null | undefined): T | null | undefined {
  const shop = shell?.account.shop ?? null
  const [fresh, keep] = useState<{ of: T; frame: LiveFrame['frame'] } | null>(null)
  const waiting = useRef(new Set<string>())
  const isReading = useRef(false)

  /** False if something remains to be read. */
  const catchUp = useEffectEvent(async () => {
    if (isReading.current || document.hidden) return true
    isReading.current = true
    let isRead = true
    while (waiting.current.size > 0) {
      const what = [...waiting.current]
      waiting.current.clear()
      const before = shell
      const now = await readFrame()
      if (!now) {
        what.forEach((each) => waiting.current.add(each))
        isRead = false
      }
      // The member or seller changed; the next request reports that.
      if (now?.shop !== shop) break
      if (before) keep({ of: before, frame: now.frame })
      window.dispatchEvent(new CustomEvent(changed, { detail: what }))
    }
    isReading.current = false
    return isRead
  })
  useEffect(() => {
    if (shop === null) return
    const gone = new AbortController()
    const { signal } = gone
    const follow = untilDone(() => catchUp(), signal)
    const hear = ({ shop: of, what }: ChangeNotice) => {
      if (of !== shop) return
      what.forEach((each) => waiting.current.add(each))
      follow()
    }
    const listen = () => listenForChanges({ url: paths.live, shop, hear })
    let hearing = listen()
    const look = () => {
      if (hearing.isDeaf()) changeable.forEach((each) => waiting.current.add(each))
      follow()
    }
    document.addEventListener('visibilitychange', look, { signal })
    window.addEventListener('online', look, { signal })
    window.addEventListener('focus', look, { signal })
    // An open stream would keep the page out of the back/forward cache.
    window.addEventListener('pagehide', () => hearing.stop(), { signal })
    window.addEventListener('pageshow', ({ persisted }) => void (persisted && (hearing = listen())), { signal })
    return () => {
      gone.abort()
      hearing.stop()
    }
  }, [shop])
  return shell && fresh?.of === shell ? { ...shell, ...fresh.frame } : shell
}

/** Null if the hub does not respond, or refuses. */
async function readFrame(): Promise<LiveFrame | null> {
  try {
    const { pathname, search } = window.location
    const response = await fetch(paths.liveFrame(pathname + search), { redirect: 'error' })
    return response.ok ? await jsonOf<LiveFrame>(response) : null
  } catch {
    return null
  }
}
