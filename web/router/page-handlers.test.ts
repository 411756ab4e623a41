import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { BuiltRoute, PageBuild } from './page-build.ts'
import { createPageHandlers } from './page-handlers.ts'
import { allRoutes, pageDataHeader, pageRoutesHeader, type RouteEntry } from './page-state.ts'

/** A build with routes by id, each with path and parent; its pages are JSON. */
function buildOf(given: Record<string, { path?: string; index?: true; in?: string; isResource?: true }>): PageBuild {
  const routes = Object.entries(given).map(([id, { path, index, in: parentId, isResource }]): BuiltRoute => {
    const loader = () => id
    return { id, parentId, path, index, file: id, module: isResource ? { loader } : { default: () => null, loader } }
  })
  return {
    entry: {
      default: async ({ staticContext: { loaderData, errors }, status, routes: found }) =>
        Response.json({ loaderData, errors, found: found.map(({ id }) => id) }, { status }),
      sendData: async (answer, { status, headers }) => Response.json(answer, { status, headers }),
      handleError: () => {},
    },
    routes,
    files: {
      version: '1',
      entry: { module: '', imports: [] },
      pages: Object.fromEntries(
        routes.flatMap(({ id, module }) => (module.default ? [[id, { module: `/${id}.js`, imports: [] }]] : [])),
      ),
    },
  }
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
const handlerOf = createPageHandlers(build)

async function answerOf(path: string, headers: Record<string, string> = {}, handler = handlerOf(path)) {
  const request = new Request(`https://hub.example${path}`, { headers })
  const response = await handler(request, new RouterContextProvider())
  return { status: response.status, version: response.headers.get(pageDataHeader), text: await response.text() }
}

it.each([
  '/',
  '/sh/ord',
  '/sh/ord/details',
  '/sh/ord/export',
  '/sh/lst/active',
  '/sh',
  '/sh/ord/',
  '/SH/ord',
  '/sh/%6frd',
  '//sh/ord',
  '/toString',
  '/nowhere/at/all',
])('%s is answered by its own routes as by all', async (path) => {
  const all = handlerOf('/no/such/path')
  const asked: Record<string, string>[] = [{}, { [pageDataHeader]: allRoutes }, { [pageRoutesHeader]: '1' }]
  for (const headers of asked) expect(await answerOf(path, headers)).toEqual(await answerOf(path, headers, all))
})

it('a script gets the data of the routes that it names, and of no others', async () => {
  const { text, version } = await answerOf('/sh/ord', { [pageDataHeader]: 'orders,listings' })
  expect([JSON.parse(text), version]).toEqual([{ loaderData: { orders: 'orders' }, errors: null }, '1'])
  expect((await answerOf('/sh/ord', { [pageDataHeader]: 'listings' })).status).toBe(404)
  expect((await answerOf('/sh/ord/export', { [pageDataHeader]: allRoutes })).status).toBe(404)
})

it('a script gets the routes of a path, of an unknown one those that say so', async () => {
  const routesAt = async (path: string) =>
    (JSON.parse((await answerOf(path, { [pageRoutesHeader]: '1' })).text) as RouteEntry[]).map(({ id }) => id)
  expect(await routesAt('/sh/lst/active')).toEqual(['root', 'shell', 'listings', 'active'])
  expect(await routesAt('/no/such/page')).toEqual(['root', 'shell', 'nothing'])
  // Forms of pages send to routes without one.
  expect(await routesAt('/sh/ord/export')).toEqual(['root', 'file'])
})
