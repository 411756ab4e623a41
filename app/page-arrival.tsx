import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '#shui/focus.ts'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'

/**
 * What a browser does by itself where a page is a document: after each navigation of the router focus is at the new page's
 * beginning, its h1, and its title is said. A page that puts focus elsewhere (the row that was opened, what is wrong with
 * a form) keeps it there; where the same page only shows something else, focus stays unless what had it is gone.
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
