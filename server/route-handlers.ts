import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

/**
 * What answers for each path, by the routes that can be of any use there. The router tries all its routes in turn, five times a
 * page, and makes each of them anew to render one: with some 130 of them a tenth of what a page allocates. What a path finds is
 * what it finds among all; a path that is spelled otherwise than its route is left to all of them.
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
    const page = path.replace(/\.data$/, '')
    const made = handlers.get(page)
    if (made) return made
    if (!byPath.has(page)) return all
    // The paths above and what is said where nothing is found: a page tells the browser of them.
    const near = [page, ...above(page), '/*'].flatMap((each) => byPath.get(each) ?? [])
    const handler = createRequestHandler(withRoutes(build, near), mode)
    handlers.set(page, handler)
    return handler
  }
}

/** A route's address: its own part and those of the routes around it. */
function pathOf(id: string | undefined, routes: Routes): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return '/'
  return [pathOf(route.parentId, routes), route.path ?? '']
    .join('/')
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
}

/** `/sh/ord/details` lies below `/sh/ord`, `/sh` and `/`. */
function above(path: string): string[] {
  const parts = path.split('/').slice(1, -1)
  return [...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`), '/']
}

/** The build with some of its routes and those around them, in the order in which it has them. */
function withRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const kept = new Set<string>()
  for (const id of ids)
    for (let at: string | undefined = id; at !== undefined; at = build.routes[at]?.parentId) kept.add(at)
  const only = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)))
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } }
}
