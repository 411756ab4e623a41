import { useEffect } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import { prefetchPage } from './prefetch.ts'
import type { ShuiLinkProps } from '#shui/context.tsx'

/** Milliseconds of hover or focus before a link's target is prefetched. */
const intentMs = 100

const followed = 'a[data-follow]'

/**
 * The kit's link: client-side navigation for our own pages, a plain link otherwise. Plain markup, since a page has a
 * hundred; `FollowLinks` handles clicks.
 */
export function RouterLink(props: ShuiLinkProps) {
  const { href, target } = props
  if (!href.startsWith('/') || href.startsWith('//') || target) return <a {...props} />
  return <a {...props} data-follow="" />
}

/** Handles clicks on every `RouterLink` and prefetches likely targets. Render once per document. */
export function FollowLinks() {
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const href = hrefAt(event.target)
      if (href === null || event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void navigate(href, { replace: href === createPath(location) })
    }
    // On `window`, outside React's root, so that a link's own handler runs first.
    window.addEventListener('click', follow)
    return () => window.removeEventListener('click', follow)
  }, [navigate, location])
  return <FetchIntended key={location.key} />
}

/** Prefetches the page of a link that is hovered, focused or touched. */
function FetchIntended() {
  useEffect(() => {
    let timer: number | undefined
    let noticed: string | null = null
    const notice = (href: string | null) => {
      // The pointer moved within the same link.
      if (href === noticed) return
      noticed = href
      clearTimeout(timer)
      if (href === null || !navigator.onLine) return
      // What fails is asked again at the click.
      timer = window.setTimeout(() => void prefetchPage(href).catch(() => {}), intentMs)
    }
    const come = ({ target }: Event) => notice(hrefAt(target))
    const leave = (event: MouseEvent | FocusEvent) => notice(hrefAt(event.relatedTarget))
    const starts = ['mouseover', 'focusin', 'touchstart']
    for (const type of starts) window.addEventListener(type, come, { passive: true })
    window.addEventListener('mouseout', leave)
    window.addEventListener('focusout', leave)
    return () => {
      notice(null)
      for (const type of starts) window.removeEventListener(type, come)
      window.removeEventListener('mouseout', leave)
      window.removeEventListener('focusout', leave)
    }
  }, [])
  return null
}

function hrefAt(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest(followed)?.getAttribute('href') ?? null) : null
}
