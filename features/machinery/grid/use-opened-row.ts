import { useEffect } from 'react'
import type { RefObject } from 'react'
import { useReturn } from './use-return.ts'

const links = 'tbody th a'

/** Focuses the link of the opened row after Back. The router restores the scroll position, the grid its selection. */
export function useOpenedRow(root: RefObject<HTMLElement | null>, path: string): void {
  // Only within the app; a reloaded page starts at the top.
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
    // Storage is blocked: start at the top.
  }
}
