import type { ServerBuild } from '#web/router/server.ts'
import { expect } from 'vitest'
import type { Access } from '#web/guard.server.ts'

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
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as ServerBuild
  return Object.values(build.routes).flatMap((route) => {
    if (!route || (!route.path && !route.index)) return []
    const { loader, action } = route.module as { loader?: { access?: Access }; action?: { access?: Access } }
    const isPage = 'default' in route.module && route.module.default !== undefined
    expect(!loader || loader.access, `loader of ${route.id} is made by a guard`).toBeTruthy()
    expect(!action || action.access, `action of ${route.id} is made by a guard`).toBeTruthy()
    const url = route.path === '*' ? '/no/such/page' : `/${route.path ?? ''}`
    return [{ url, isPage, ...(loader ? { loader: loader.access } : {}), ...(action ? { action: action.access } : {}) }]
  })
}
