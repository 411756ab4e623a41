import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'
import { pagePath } from './data-address.ts'

type Routes = ServerBuild['routes']

/**
 * Request handlers limited to the routes that can match a path. The router matches all its routes five times a page and
 * rebuilds them per render: with some 130 routes, a tenth of a page's allocations. Results are the same; unusual
 * spellings of a path use all routes.
 */
export function createRouteHandlers(build: ServerBuild, mode: string): (path: string) => RequestHandler {
  const all = createRequestHandler(build, mode)
  const byPath = new Map<string, string[]>()
  for (const route of Object.values(build.routes)) {
    if (!route?.path && !route?.index) continue
    const path = route.index ? pathOf(route.parentId, build.routes) : pathOf(route.id, build.routes)
    byPath.set(path, [...(byPath.get(path) ?? []), route.id])
  }
  const handlers = new Map<string, RequestHandler>()
  return (path) => {
    const page = pagePath(path)
    const made = handlers.get(page)
    if (made) return made
    if (!byPath.has(page)) return all
    // The parent paths and the not-found route, which the page's manifest lists.
    const candidates = [page, ...above(page), '/*'].flatMap((each) => byPath.get(each) ?? [])
    const handler = createRequestHandler(withRoutes(build, candidates), mode)
    handlers.set(page, handler)
    return handler
  }
}

/** The full path of a route, including its parents. */
function pathOf(id: string | undefined, routes: Routes): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return '/'
  return [pathOf(route.parentId, routes), route.path ?? '']
    .join('/')
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
}

/** The parent paths: `/sh/ord/details` gives `/sh/ord`, `/sh` and `/`. */
function above(path: string): string[] {
  const parts = path.split('/').slice(1, -1)
  return [...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`), '/']
}

/** The build limited to some routes and their parents, in build order. */
function withRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const kept = new Set<string>()
  for (const id of ids)
    for (let at: string | undefined = id; at !== undefined; at = build.routes[at]?.parentId) kept.add(at)
  const only = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)))
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } }
}
