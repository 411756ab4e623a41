import { useEffect, useState, type MouseEvent, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import styles from './back-to-list.module.css'
import { cameBack, type ReturnState } from './use-return.ts'
import { PageLink } from '#web/page-link.tsx'

interface BackToListProps {
  href: string
  /** The key that leads there too. */
  shortcut?: string
  children: ReactNode
}

/** Leads back to the list as it was. Opened from there, it is the browser's own Back, which restores scroll as well. */
export function BackToList({ href, shortcut, children }: BackToListProps) {
  const navigate = useNavigate()
  const isOpenedHere = useOpenedHere()
  const goBack = (event: MouseEvent) => {
    if (!isOpenedHere) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
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

/** What a page that takes the place of one opened from a list says of its way there. */
export interface OpenedState {
  isOpenedHere: boolean
}

/** How many ways back are on the page. */
let waysBack = 0

/**
 * Whether the entry before this one in the history is the list: it was opened from there, or took the place of one that was. Pages of one
 * row lead to each other, too, as a form to the order whose it is: what is drawn while another way back is still there has such a page before it.
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
