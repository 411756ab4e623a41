import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigation } from '#web/router/router.ts'
import type { Changeable } from '#db/changeable.ts'
import { readPage } from '#web/read-page.ts'
import { untilDone } from './until-done.ts'

/** Dispatched on `window` when data of the page's seller changes; `detail` says what. */
export const changed = 'hub:changed'

/**
 * Reloads a page's loader data when something it concerns changes. Pauses while the page is hidden or has unsaved
 * input; retries failed reads.
 */
export function useLive<T>(loaded: T, concerns: readonly Changeable[]): T {
  const { pathname, search } = useLocation()
  const route = useMatches().at(-1)?.id ?? ''
  const isIdle = useNavigation().state === 'idle'
  const [fresh, keep] = useState<{ of: T; data: T } | null>(null)
  const isReading = useRef(false)
  /** Data on screen when something changed; null if up to date. */
  const outdated = useRef<T | null>(null)

  /** Whether to reload. Navigations and submissions reload data anyway. */
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
  /** False if the read failed. */
  const take = useEffectEvent(({ of, data }: { of: T; data: T | undefined }) => {
    // The page has since loaded newer data.
    if (of !== loaded) return true
    // Do not change data under a field being edited.
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
    // After the input was submitted or reverted.
    document.addEventListener('focusout', () => setTimeout(read), { signal })
    return () => stop.abort()
  }, [])
  return fresh?.of === loaded ? fresh.data : loaded
}

/** Whether there is unsaved input, or a field with text is being edited. */
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
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type))
    return field.checked !== field.defaultChecked
  return (field === document.activeElement && field.value !== '') || field.value !== field.defaultValue
}
