import { useEffect, useRef, useState } from 'react'
import { useLocation } from '#web/router/router.ts'
import { focusHeading } from '#shui/focus.ts'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'

/**
 * Imitates a document load after each router navigation: focus moves to the h1 and the title is announced. Keeps focus
 * that the page set itself, such as on an opened row or a form error. If only the content changed, focus stays unless
 * its element is gone.
 */
export function PageArrival() {
  const { key, pathname } = useLocation()
  const last = useRef<{ key: string; page: string } | null>(null)
  const [said, say] = useState('')
  useEffect(() => {
    const page = `${pathname} ${document.querySelector('h1')?.textContent ?? ''}`
    const before = last.current
    last.current = { key, page }
    if (before === null || before.key === key) return
    const { activeElement, title } = document
    const isInPage = activeElement !== null && document.querySelector('main')?.contains(activeElement) === true
    const isElsewhere = before.page !== page
    if (isElsewhere ? !isInPage : activeElement === document.body) focusHeading()
    if (isElsewhere) say(title)
  }, [key, pathname])
  return (
    <VisuallyHidden>
      <span aria-live="polite">{said}</span>
    </VisuallyHidden>
  )
}
