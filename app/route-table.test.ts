import { describe, expect, it } from 'vitest'
import { pageName, pageNamePattern } from '#lib/beacon.ts'
import { listPaths } from '#web/list-paths.ts'
import { paths, serverPaths } from '#web/paths.ts'
import routes from './routes.ts'

interface RouteNode {
  path?: string
  /** If several routes share a file. */
  id?: string
  file: string
  children?: RouteNode[]
}

/** All URL patterns of `routes.ts`. */
function routePaths(nodes: readonly RouteNode[]): string[] {
  return nodes.flatMap((node) => [...(node.path ? [`/${node.path}`] : []), ...routePaths(node.children ?? [])])
}

describe('paths', () => {
  it('lead to one route each, and each route except the catch-all has a path', () => {
    const ofLists = Object.values(paths.lists).flatMap((page) => Object.values(listPaths(page)))
    const spelled = [...Object.values<unknown>(paths), ofLists]
      .flatMap((path) => (typeof path === 'object' && path !== null ? Object.values(path) : [path]))
      .map((path) => (typeof path === 'function' ? (path as (text: string) => string)('x') : String(path)))
      .map((path) => new URL(path, 'http://hub').pathname)
    const routed = ['/', ...routePaths(routes)]
    // Tests use production routes; the gallery is routed in development only.
    expect(spelled.filter((path) => !routed.includes(path))).toEqual([paths.gallery])
    // Of pages that moved, and which lead on.
    const moved = ['/sh/ord/tracking', '/sh/reports/moving-in', '/sh/lst/bulk-edits', '/settings/stock-locations']
    expect(routed.filter((path) => path !== '/*' && !spelled.includes(path))).toEqual(moved)
  })

  it('of the server are not the router’s', () => {
    const routed = routePaths(routes)
    for (const path of Object.values(serverPaths)) expect(routed).not.toContain(path)
  })
})

describe('pages', () => {
  const files = (nodes: readonly RouteNode[]): string[] =>
    nodes.flatMap((node) => [node.id ?? node.file, ...files(node.children ?? [])])

  it('have one name each, from file or id, for tracking', () => {
    const names = files(routes).map((file) => pageName(file.replace(/\.tsx?$/, '')))
    expect(names).toEqual(expect.arrayContaining(['home', 'overview', 'orders', 'order-details', 'sign-in']))
    expect(names.filter((name) => !pageNamePattern.test(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })
})
