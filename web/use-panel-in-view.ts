import { useEffect, useRef, type RefObject } from 'react'

/**
 * Ref for a form opened on a page: focuses it and scrolls no more than necessary to show it. Rejected forms handle
 * their own focus.
 */
export function usePanelInView(isAnswered: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const isOpened = useRef(!isAnswered)
  // After the router's scroll restoration.
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
