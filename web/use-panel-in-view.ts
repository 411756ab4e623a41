import { useEffect, useRef, type RefObject } from 'react'

/**
 * A ref for a form that was opened on a page: it has the focus, and as much of it as there is room for is in view, the page
 * moved no further than that takes. A form that comes back with an answer says by itself what is to be seen.
 */
export function usePanelInView(isAnswered: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const isOpened = useRef(!isAnswered)
  // After the router has scrolled to where a page begins.
  useEffect(() => {
    const panel = form.current
    if (!isOpened.current || !panel) return
    if (!panel.contains(document.activeElement))
      panel.querySelector<HTMLElement>('input:not([type=hidden])')?.focus({ preventScroll: true })
    panel.scrollIntoView({ block: 'nearest' })
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  return form
}
