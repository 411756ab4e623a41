import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher, useLocation, useNavigation } from 'react-router'
import type { Changeable } from '#db/changeable.ts'

/** Fired on `window` where something of the page's seller has changed: `detail` says what. */
export const changed = 'hub:changed'

/**
 * What a page's loader found, read again whenever something that it concerns changes: what a colleague, another process,
 * another program or a job did is there without a reload. Nothing is read while the page is hidden, or while something is
 * typed into it.
 */
export function useLive<T>(loaded: T, concerns: readonly Changeable[]): T {
  const { pathname, search } = useLocation()
  const isIdle = useNavigation().state === 'idle'
  const fetcher = useFetcher<T>()
  const [fresh, keep] = useState<{ of: T; data: T } | null>(null)
  const asked = useRef<T | null>(null)
  /** What was loaded when something changed; null: nothing has. */
  const outdated = useRef<T | null>(null)
  const { load, reset, data, state } = fetcher

  const read = useEffectEvent(() => {
    // Whoever is on the way elsewhere, or acts, gets all anew anyway.
    if (outdated.current !== loaded || !isIdle || state !== 'idle' || document.hidden || isTyping()) return
    outdated.current = null
    asked.current = loaded
    void load(pathname + search)
  })
  const hear = useEffectEvent((event: Event) => {
    const what = (event as CustomEvent<readonly string[]>).detail
    if (!concerns.some((each) => what.includes(each))) return
    outdated.current = loaded
    read()
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener(changed, hear, { signal })
    document.addEventListener('visibilitychange', read, { signal })
    // Once what was typed is sent or taken back.
    document.addEventListener('focusout', () => setTimeout(read), { signal })
    return () => stop.abort()
  }, [])
  const take = useEffectEvent((found: T) => {
    // What the page itself has read since is newer. Under a field that was opened meanwhile nothing changes: what is typed
    // there is meant for what its reader has seen.
    if (asked.current === loaded && isTyping()) outdated.current = loaded
    else if (asked.current === loaded) keep({ of: loaded, data: found })
    // Else each action would have it read once more.
    reset()
  })
  useEffect(() => {
    if (state !== 'idle') return
    if (data !== undefined && data !== null) take(data as T)
    else read()
  }, [state, data])
  return fresh?.of === loaded ? fresh.data : loaded
}

/** Whether something has been typed that is not sent, or is about to be. */
function isTyping(): boolean {
  const fields = document.querySelectorAll<Field>('main :is(textarea, select, input:not([type=hidden], [name=keys]))')
  return [...fields].some(isTouched)
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return (
      [...field.options].some(({ selected, defaultSelected }) => selected && !defaultSelected) &&
      field.selectedIndex > 0
    )
  if (['checkbox', 'radio'].includes(field.type))
    return (field as HTMLInputElement).checked !== (field as HTMLInputElement).defaultChecked
  return field === document.activeElement || field.value !== field.defaultValue
}
