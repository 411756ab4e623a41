import type { PageBuild } from '#web/router/page-build.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { Access } from '#web/guard.server.ts'

/** A loader or action: the access it requires, or that of each path of routes that share it. */
interface Handler {
  access?: Access
  accessAt?: (path: string) => Access
}

/** A route and who may read or post to it. */
export interface GuardedRoute {
  url: string
  /** A page, not a file or data response. */
  isPage: boolean
  loader?: Access
  action?: Access
}

/** The built routes with the permissions declared by loaders and actions. */
export async function guardedRoutes(): Promise<GuardedRoute[]> {
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as PageBuild
  return build.routes.flatMap((route) => {
    if (!route.path && !route.index) return []
    const { loader, action } = route.module as { loader?: Handler; action?: Handler }
    const isPage = route.module.default !== undefined
    const url = route.path === '*' ? '/no/such/page' : `/${route.path ?? ''}`
    const accessOf = (handler: Handler) => {
      const access = handler.access ?? handler.accessAt?.(url)
      return assertDefined(access, `loader and action of ${route.id} are made by a guard`)
    }
    return [
      { url, isPage, ...(loader ? { loader: accessOf(loader) } : {}), ...(action ? { action: accessOf(action) } : {}) },
    ]
  })
}
