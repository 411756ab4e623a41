import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { PictureItem } from './picture-list.ts'

/**
 * Delays submitting the form around `zone` until uploads finish, so that they are included. If one is rejected, cancels
 * and focuses `why`. Returns the number of uploads it waits for, else 0.
 */
export function useHeldSubmit(
  zone: RefObject<HTMLElement | null>,
  why: RefObject<HTMLElement | null>,
  items: readonly PictureItem[],
): number {
  const pending = items.filter((item) => 'progress' in item).length
  const [waits, setWaits] = useState(false)
  const held = useRef<{ name?: string; value?: string } | null>(null)
  const before = useRef(items)
  const hold = useEffectEvent((event: SubmitEvent) => {
    setWaits(pending > 0)
    if (pending === 0) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const { submitter } = event
    held.current = submitter instanceof HTMLButtonElement ? { name: submitter.name, value: submitter.value } : {}
  })
  useEffect(() => {
    const stop = new AbortController()
    zone.current?.closest('form')?.addEventListener('submit', (event) => hold(event), { signal: stop.signal })
    return () => stop.abort()
  }, [zone])
  useEffect(() => {
    const isRefused = refusedSince(before.current, items)
    before.current = items
    const form = zone.current?.closest('form')
    const pressed = held.current
    if (!form || !pressed || (pending > 0 && !isRefused)) return
    held.current = null
    if (isRefused) {
      setWaits(false)
      why.current?.focus()
      return
    }
    // The pressed button may have been removed.
    const button = Object.assign(document.createElement('button'), { hidden: true, ...pressed })
    form.append(button)
    form.requestSubmit(button)
    button.remove()
  }, [zone, why, items, pending])
  return waits ? pending : 0
}

function refusedSince(before: readonly PictureItem[], items: readonly PictureItem[]): boolean {
  const refused = new Set(before.flatMap(({ id, state }) => (state === 'refused' ? [id] : [])))
  return items.some(({ id, state }) => state === 'refused' && !refused.has(id))
}
