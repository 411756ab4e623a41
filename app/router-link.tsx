import { Fragment, useEffect, useState } from 'react'
import { createPath, PrefetchPageLinks, useLocation, useNavigate } from 'react-router'
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
  return (
    <Fragment key={location.key}>
      <DiscoverLinks />
      <FetchIntended />
    </Fragment>
  )
}

const ownLinks = 'a[href^="/"]:not([target])'
const inputs = ['pointermove', 'pointerdown', 'keydown'] as const
let hasInput = false

/** Lets the router discover the page's links at the first interaction, so that page load comes first. */
function DiscoverLinks() {
  useEffect(() => {
    const begin = () => {
      hasInput = true
      stop()
      for (const link of document.querySelectorAll(ownLinks)) link.setAttribute('data-discover', '')
    }
    const stop = () => {
      for (const type of inputs) window.removeEventListener(type, begin)
    }
    if (hasInput) begin()
    else for (const type of inputs) window.addEventListener(type, begin, { passive: true })
    return stop
  }, [])
  return null
}

/** Prefetches the page of a hovered or focused link. */
function FetchIntended() {
  const [intended, setIntended] = useState<string | null>(null)
  useEffect(() => {
    let timer: number | undefined
    let noticed: string | null = null
    const notice = (href: string | null) => {
      // The pointer moved within the same link.
      if (href === noticed) return
      noticed = href
      clearTimeout(timer)
      setIntended(null)
      // A failed prefetch would make the router reload the page.
      if (href !== null) timer = window.setTimeout(() => navigator.onLine && setIntended(href), intentMs)
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
  return intended === null ? null : <PrefetchPageLinks page={intended} />
}

function hrefAt(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest(followed)?.getAttribute('href') ?? null) : null
}
