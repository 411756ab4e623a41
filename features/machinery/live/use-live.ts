import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigation } from 'react-router'
import type { Changeable } from '#db/changeable.ts'
import { readPage } from '#web/read-page.ts'
import { untilDone } from './until-done.ts'

/** Fired on `window` where something of the page's seller has changed: `detail` says what. */
export const changed = 'hub:changed'

/**
 * What a page's loader found, read again whenever something that it concerns changes: what a colleague, another process,
 * another program or a job did is there without a reload. Nothing is read while the page is hidden, or while something is
 * typed into it; what could not be read is asked for again.
 */
export function useLive<T>(loaded: T, concerns: readonly Changeable[]): T {
  const { pathname, search } = useLocation()
  const route = useMatches().at(-1)?.id ?? ''
  const isIdle = useNavigation().state === 'idle'
  const [fresh, keep] = useState<{ of: T; data: T } | null>(null)
  const isReading = useRef(false)
  /** What was loaded when something changed; null: nothing has. */
  const outdated = useRef<T | null>(null)

  /** Whether there is something to read. Whoever is on the way elsewhere, or acts, gets all anew anyway. */
  const isDue = useEffectEvent(
    () => outdated.current === loaded && isIdle && !isReading.current && !document.hidden && !isTyping(),
  )
  const ask = useEffectEvent(async () => {
    outdated.current = null
    isReading.current = true
    const { data } = await readPage(pathname + search, route)
    isReading.current = false
    return { of: loaded, data: data as T | undefined }
  })
  /** False where it could not be read. */
  const take = useEffectEvent(({ of, data }: { of: T; data: T | undefined }) => {
    // What the page itself has read since is newer.
    if (of !== loaded) return true
    // Under a field that was opened meanwhile nothing changes: what is typed there is meant for what its reader has seen.
    if (data === undefined || isTyping()) outdated.current = loaded
    else keep({ of, data })
    return data !== undefined
  })
  const hear = useEffectEvent((event: Event) => {
    const what = (event as CustomEvent<readonly string[]>).detail
    if (!concerns.some((each) => what.includes(each))) return false
    outdated.current = loaded
    return true
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const read = untilDone(async () => {
      while (isDue()) if (!take(await ask())) return false
      return true
    }, signal)
    window.addEventListener(changed, (event) => hear(event) && read(), { signal })
    document.addEventListener('visibilitychange', read, { signal })
    // Once what was typed is sent or taken back.
    document.addEventListener('focusout', () => setTimeout(read), { signal })
    return () => stop.abort()
  }, [])
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
