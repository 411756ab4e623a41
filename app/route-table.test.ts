import { describe, expect, it } from 'vitest'
import { paths } from './paths.ts'
import routes from './routes.ts'

interface RouteNode {
  path?: string
  children?: RouteNode[]
}

/** Every URL pattern of the product, as in `routes.ts`. */
function routePaths(nodes: readonly RouteNode[]): string[] {
  return nodes.flatMap((node) => [...(node.path ? [`/${node.path}`] : []), ...routePaths(node.children ?? [])])
}

describe('paths', () => {
  it('lead to a route each, and each route but the last resort is spelled by a path', () => {
    const spelled = Object.values(paths).map(
      (path) => new URL(typeof path === 'function' ? path('x') : path, 'http://hub').pathname,
    )
    const routed = ['/', ...routePaths(routes)]
    expect(spelled.filter((path) => !routed.includes(path))).toEqual([])
    expect(routed.filter((path) => path !== '/*' && !spelled.includes(path))).toEqual([])
  })
})
