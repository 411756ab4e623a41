import { Fragment, useEffect, useState } from 'react'
import { createPath, PrefetchPageLinks, useLocation, useNavigate } from 'react-router'
import type { ShuiLinkProps } from '#shui/context.tsx'

/** Milliseconds that a pointer rests on a link, or focus, before what it leads to is fetched. */
const intentMs = 100

const followed = 'a[data-follow]'

/**
 * The kit's link: our own pages without a new document, everything else as a plain link. A page has a hundred, so it is
 * plain markup, which `FollowLinks` does the following for.
 */
export function RouterLink(props: ShuiLinkProps) {
  const { href, target } = props
  if (!href.startsWith('/') || href.startsWith('//') || target) return <a {...props} />
  return <a {...props} data-follow="" />
}

/** Follows every `RouterLink` of the page, and fetches what the reader is about to follow. Once a document. */
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
    // Beyond the document, where React listens: a link's own handler comes first.
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

/** Lets the router learn where the links of a page lead, once the reader does something: until then the page itself comes first. */
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

/** Fetches the page of the link that pointer or focus have been on for a moment. */
function FetchIntended() {
  const [intended, setIntended] = useState<string | null>(null)
  useEffect(() => {
    let timer: number | undefined
    let noticed: string | null = null
    const notice = (href: string | null) => {
      // Between the parts of a link pointers come and go.
      if (href === noticed) return
      noticed = href
      clearTimeout(timer)
      setIntended(null)
      // What cannot be fetched would have the router load the page anew.
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
