import type { ServerBuild } from 'react-router'
import { expect } from 'vitest'
import type { Access } from '#web/guard.server.ts'

/** An address of the product, and who may read it or send to it. */
export interface GuardedRoute {
  url: string
  /** Somebody looks at it: it is no file, no answer to a script. */
  isPage: boolean
  loader?: Access
  action?: Access
}

/** The routes of the built product with what their loader and action say of who may call them. */
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
