import { useEffect } from 'react'
import type { RefObject } from 'react'
import { useReturn } from './use-return.ts'

const links = 'tbody th a'

/**
 * Brings the reader back to the row they opened: after Back its link has focus again. Scroll is the router's, selection
 * the grid's own.
 */
export function useOpenedRow(root: RefObject<HTMLElement | null>, path: string): void {
  // Only when coming back inside the app: a page that is loaded anew starts at its beginning.
  const cameBack = useReturn() === 'inApp'
  useEffect(() => {
    const element = root.current
    if (!element) return undefined
    const key = `hub-opened-row:${path}`
    const opened = stored(key)
    const link = [...element.querySelectorAll<HTMLElement>(links)].find((each) => each.getAttribute('href') === opened)
    if (cameBack && document.activeElement === document.body) link?.focus({ preventScroll: true })
    const remember = ({ target }: Event) => {
      const href = target instanceof Element ? target.closest(links)?.getAttribute('href') : null
      if (href) store(key, href)
    }
    element.addEventListener('click', remember)
    return () => element.removeEventListener('click', remember)
  }, [root, path, cameBack])
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Refused: the reader starts at the top of the page.
  }
}
