import { createRequestHandler, type EntryContext, type ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import { createRouteHandlers } from './route-handlers.ts'

type Route = ServerBuild['routes'][string]

/** A build with routes by id, each with path and parent. */
function buildOf(routes: Record<string, { path?: string; index?: true; in?: string; isResource?: true }>): ServerBuild {
  const entries = Object.entries(routes).map(([id, { path, index, in: parentId, isResource }]) => {
    const loader = () => id
    const module = isResource ? { loader } : { default: () => null, loader }
    return [id, { id, parentId, path, index, module } as unknown as Route] as const
  })
  /** The matched route, and the routes the manifest would contain. */
  const answer = ({ url }: Request, status: number, _headers: Headers, entry: EntryContext) => {
    const { matches, loaderData, _match } = entry.staticHandlerContext as typeof entry.staticHandlerContext & {
      _match: (path: string) => { route: { id: string } }[] | null
    }
    const found = matches.map(({ route }) => route.id)
    const parts = new URL(url).pathname.split('/')
    const above = parts.map((_, at) => _match(`/${parts.slice(1, at).join('/')}`)?.map(({ route }) => route.id))
    return Response.json({ status, found, loaderData, above, made: Object.keys(entry.manifest.routes).length })
  }
  return {
    entry: { module: { default: answer } },
    routes: Object.fromEntries(entries),
    assets: { routes: Object.fromEntries(entries), entry: { module: '', imports: [] }, url: '', version: '1' },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  } as unknown as ServerBuild
}

const build = buildOf({
  root: { path: '' },
  home: { index: true, in: 'root' },
  file: { path: 'sh/ord/export', in: 'root', isResource: true },
  shell: { in: 'root' },
  orders: { path: 'sh/ord', in: 'shell' },
  order: { path: 'sh/ord/details', in: 'shell' },
  listings: { path: 'sh/lst', in: 'shell' },
  active: { path: 'active', in: 'listings' },
  nothing: { path: '*', in: 'shell' },
})

const get = (path: string) => new Request(`https://hub.example${path}`)

it.each([
  '/',
  '/sh/ord',
  '/sh/ord/details',
  '/sh/ord/details.data',
  '/sh/ord/export',
  '/sh/lst/active',
  '/sh',
  '/sh/ord/',
  '/SH/ord',
  '/sh/%6frd',
  '//sh/ord',
  '/toString',
  '/nowhere/at/all',
  '/_root.data',
])('%s is answered as by all routes', async (path) => {
  const { made: few, ...own } = await markerOf(await createRouteHandlers(build, 'production')(path)(get(path)))
  const { made: all, ...same } = await markerOf(await createRequestHandler(build, 'production')(get(path)))
  expect(own).toEqual(same)
  expect(few).toBeLessThanOrEqual(all)
})

it('a page is made with its own routes and those above it, once', async () => {
  const handlerOf = createRouteHandlers(build, 'production')
  const { made } = await markerOf(await handlerOf('/sh/ord/details')(get('/sh/ord/details')))
  // root, home, shell, orders, order, nothing
  expect(made).toBe(6)
  expect(handlerOf('/sh/ord/details.data')).toBe(handlerOf('/sh/ord/details'))
})

async function markerOf(response: Response): Promise<{ made: number }> {
  const text = await response.text()
  const type = response.headers.get('Content-Type') ?? ''
  const known = type.includes('json') ? (JSON.parse(text) as { made?: number } | string) : text
  const data = typeof known === 'string' ? { text: known } : known
  return Object.assign({ made: 0, status: response.status }, data)
}
