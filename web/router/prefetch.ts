import { readAnswer, type Answered } from './page-answer.ts'
import { allRoutes, pageDataHeader, pageRoutesHeader, scriptsOf, type RouteEntry } from './page-state.ts'

/** Milliseconds after which prefetched data is too old to be shown. */
const freshMs = 5_000

interface RoutesAt {
  routes: readonly RouteEntry[]
  version: string | null
}

const asked = new Map<string, Promise<RoutesAt>>()

/** Requests the routes of a path once, and again after a failure. */
export function routesAt(path: string): Promise<RoutesAt> {
  const known = asked.get(path)
  if (known) return known
  const answer = askRoutes(path)
  asked.set(path, answer)
  answer.catch(() => asked.delete(path))
  return answer
}

async function askRoutes(path: string): Promise<RoutesAt> {
  const response = await fetch(path, { headers: { [pageRoutesHeader]: '1' }, cache: 'no-store' })
  const version = response.headers.get(pageDataHeader)
  // A proxy answered: the next request shows how.
  if (version === null) throw new TypeError('Failed to fetch the routes')
  return { routes: (await response.json()) as RouteEntry[], version }
}

let ahead: { href: string; until: number; answer: Promise<Answered | null>; stop: AbortController } | null = null

export function prefetchData(address: string): void {
  const { href } = new URL(address, location.href)
  if (ahead?.href === href && ahead.until > performance.now()) return
  dropPrefetched()
  const stop = new AbortController()
  const headers = { [pageDataHeader]: allRoutes, purpose: 'prefetch' }
  // Read at once: an unread body would hold one of the browser's few connections.
  const answer = fetch(href, { headers, cache: 'no-store', signal: stop.signal })
    .then(readAnswer)
    .then((answered) => (answered.status < 400 ? answered : null))
    .catch(() => null)
  ahead = { href, until: performance.now() + freshMs, answer, stop }
}

export async function prefetchPage(address: string): Promise<void> {
  prefetchData(address)
  const { routes } = await routesAt(new URL(address, location.href).pathname)
  preloadScripts(routes)
}

export function preloadScripts(routes: readonly RouteEntry[]): void {
  for (const href of scriptsOf(routes))
    if (!document.querySelector(`link[href="${href}"]`))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}

export async function takePrefetched(href: string): Promise<Answered | null> {
  if (ahead?.href !== href) return null
  const { until, answer } = ahead
  ahead = null
  return until > performance.now() ? answer : null
}

export function dropPrefetched(): void {
  ahead?.stop.abort()
  ahead = null
}
