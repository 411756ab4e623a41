import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

/**
 * While pictures are on their way (`pending`), the form around `zone` waits with whatever was to be sent, and sends it once
 * they are there: sent at once, it would go without them. Whether it waits is the result.
 */
export function useHeldSubmit(zone: RefObject<HTMLElement | null>, pending: number): boolean {
  const [waits, setWaits] = useState(false)
  const held = useRef<{ name?: string; value?: string } | null>(null)
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
    const form = zone.current?.closest('form')
    const pressed = held.current
    if (!form || !pressed || pending > 0) return
    held.current = null
    // The button that was pressed may be gone.
    const button = Object.assign(document.createElement('button'), { hidden: true, ...pressed })
    form.append(button)
    form.requestSubmit(button)
    button.remove()
  }, [zone, pending])
  return waits && pending > 0
}
