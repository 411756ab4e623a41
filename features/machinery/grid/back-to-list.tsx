import { useEffect, useState, type MouseEvent, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType, useSearchParams } from '#web/router/router.ts'
import styles from './back-to-list.module.css'
import { cameBack, type ReturnState } from './use-return.ts'
import { PageLink } from '#web/page-link.tsx'

/** Until the browser has gone back. A second step in the meantime would leave the list, too. */
let isGoingBack = false

interface BackToListProps {
  href: string
  shortcut?: string
  children: ReactNode
}

/**
 * Link back to the list. If the page was opened from it, uses the browser's Back, which also restores the scroll
 * position.
 */
export function BackToList({ href, shortcut, children }: BackToListProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isOpenedHere = useOpenedHere()
  const goBack = (event: MouseEvent) => {
    if (!isOpenedHere) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (isGoingBack || window.location.pathname !== pathname) return
    isGoingBack = true
    window.addEventListener('popstate', () => void (isGoingBack = false), { once: true })
    void navigate(-1)
  }
  return (
    <PageLink
      to={href}
      state={cameBack satisfies ReturnState}
      onClick={goBack}
      className={styles.back}
      aria-keyshortcuts={shortcut}
    >
      <span aria-hidden="true">←</span> {children}
    </PageLink>
  )
}

/** History state of a page that replaces one opened from a list. */
export interface OpenedState {
  isOpenedHere: boolean
}

let waysBack = 0

/**
 * Whether the previous history entry is the list, directly or through replaced pages. A page rendered while another
 * back link is still mounted was reached from a page, not from the list.
 */
export function useOpenedHere(): boolean {
  const isPushed = useNavigationType() === NavigationType.Push
  const { state } = useLocation() as { state: OpenedState | null }
  const [params] = useSearchParams()
  const [isFirst] = useState(() => waysBack === 0)
  useEffect(() => {
    waysBack += 1
    return () => void (waysBack -= 1)
  }, [])
  return params.has('from') && ((isPushed && isFirst) || state?.isOpenedHere === true)
}
