import {
  createStaticHandler,
  isRouteErrorResponse,
  matchRoutes,
  type RouteObject,
  type RouterContextProvider,
  type StaticHandlerContext,
} from 'react-router'
import type { BrowserFiles, BuiltRoute, PageBuild, PageEntry } from './page-build.ts'
import { allRoutes, pageDataHeader, pageRoutesHeader, type ErrorAnswer, type RouteEntry } from './page-state.ts'
import { partsOf } from './route-module.ts'
import { replaceHeader } from './router.ts'

type Handler = ReturnType<typeof createStaticHandler>

export type PageHandler = (request: Request, context: RouterContextProvider) => Promise<Response>

/**
 * Creates handlers by path, each with only that path's routes: matching against all of them takes a tenth of a page's
 * time.
 */
export function createPageHandlers(build: PageBuild): (path: string) => PageHandler {
  const known = new Map(build.routes.map((route) => [route.id, route]))
  const all = createHandler(build, build.routes)
  const handlers = new Map<string, PageHandler>()
  const byPath = Map.groupBy(
    build.routes.filter(({ path, index }) => path || index),
    ({ id, index, parentId }) => pathOf(index ? parentId : id, known),
  )
  for (const [path, routes] of byPath) {
    const kept = new Set(routes.flatMap((route) => lineOf(route, known)))
    const some = build.routes.filter((route) => kept.has(route))
    handlers.set(path, createHandler(build, some))
  }
  return (path) => handlers.get(path) ?? all
}

/** A route and its parents. */
function lineOf(route: BuiltRoute | undefined, known: ReadonlyMap<string, BuiltRoute>): BuiltRoute[] {
  return route ? [route, ...lineOf(known.get(route.parentId ?? ''), known)] : []
}

function createHandler({ entry, files }: PageBuild, routes: readonly BuiltRoute[]): PageHandler {
  const known = new Map(routes.map((route) => [route.id, route]))
  const handler = createStaticHandler(routeObjects(routes))
  const { version } = files
  const entriesOf = (matches: readonly Matched[]) =>
    matches.flatMap(({ route }) => entryOf(known.get(route.id), files) ?? [])
  return async (request, context) => {
    const { headers, method } = request
    const matches = matchRoutes(handler.dataRoutes, new URL(request.url).pathname) ?? []
    if (headers.has(pageRoutesHeader))
      return Response.json(entriesOf(matches), { headers: { [pageDataHeader]: version } })
    const handleError = (error: unknown) => entry.handleError(error, { request, context })
    const asked = headers.get(pageDataHeader)
    const leaf = known.get(matches.at(-1)?.route.id ?? '')
    const isResource = leaf !== undefined && !leaf.module.default
    if (isResource && asked === null) return answerResource(handler, leaf.id, request, context, handleError)
    const isGet = method === 'GET'
    const only = isGet && asked !== null && asked !== allRoutes ? new Set(asked.split(',')) : null
    if (isGet && asked !== null && (isResource || matches.every(({ route }) => only && !only.has(route.id))))
      return new Response(null, { status: 404 })
    const give = async (staticContext: StaticHandlerContext): Promise<Response> => {
      const { loaderData, actionData, statusCode: status } = staticContext
      const errors = errorsOf(staticContext, handleError)
      staticContext.errors = errors
      const answerHeaders = headersOf(known, staticContext)
      const answering = { status, headers: answerHeaders, context, request }
      if (asked === null) {
        const { dataRoutes } = handler
        return entry.default({
          ...answering,
          staticContext,
          dataRoutes,
          routes: entriesOf(staticContext.matches),
          files,
        })
      }
      answerHeaders.set(pageDataHeader, version)
      if ([204, 205].includes(status)) return new Response(null, { status, headers: answerHeaders })
      const answer = isGet ? { loaderData, errors } : { loaderData: {}, actionData, errors }
      return entry.sendData(answer, answering)
    }
    try {
      const response = await handler.query(request, {
        requestContext: context,
        ...(asked !== null && { skipLoaderErrorBubbling: true, skipRevalidation: true }),
        ...(only && { filterMatchesToLoad: ({ route }) => only.has(route.id) }),
        generateMiddlewareResponse: async (query) => {
          const result = await query(request)
          return result instanceof Response ? result : give(result)
        },
      })
      if (!(response instanceof Response)) return await give(response)
      return asked === null ? response : await withRedirect(response, entry, { version, context, request })
    } catch (error) {
      if (error instanceof Response) return error
      handleError(error)
      return new Response('Unexpected Server Error', { status: 500 })
    }
  }
}

/** Sends redirects as data to scripts, because `fetch` would follow them. */
async function withRedirect(
  response: Response,
  entry: PageEntry,
  { version, ...rest }: { version: string; context: RouterContextProvider; request: Request },
): Promise<Response> {
  const to = response.headers.get('Location')
  if (to === null || response.status < 300 || response.status > 399) return response
  const headers = new Headers(response.headers)
  headers.delete('Location')
  headers.set(pageDataHeader, version)
  const redirect = { to, replace: headers.has(replaceHeader) }
  return entry.sendData({ loaderData: {}, redirect }, { status: 202, headers, ...rest })
}

async function answerResource(
  handler: Handler,
  routeId: string,
  request: Request,
  requestContext: RouterContextProvider,
  handleError: (error: unknown) => void,
): Promise<Response> {
  const give = (value: unknown) =>
    value instanceof Response ? value : typeof value === 'string' ? new Response(value) : Response.json(value)
  const refuse = (error: unknown) => {
    if (error instanceof Response) return error
    handleError(error)
    if (isRouteErrorResponse(error))
      return Response.json(
        { message: 'Unexpected Server Error' },
        { status: error.status, statusText: error.statusText },
      )
    return new Response('Unexpected Server Error', { status: 500 })
  }
  try {
    return give(
      await handler.queryRoute(request, {
        routeId,
        requestContext,
        generateMiddlewareResponse: async (query) => query(request).then(give, refuse),
      }),
    )
  } catch (error) {
    return refuse(error)
  }
}

/** Errors for the browser; unexpected ones are logged and their details withheld. */
function errorsOf(
  { errors }: StaticHandlerContext,
  handleError: (error: unknown) => void,
): Record<string, ErrorAnswer> | null {
  if (!errors) return null
  const safe = Object.entries(errors).map(([id, error]: [string, unknown]) => {
    const isAnswer = isRouteErrorResponse(error)
    if (!isAnswer) handleError(error)
    const { status, statusText, data } = isAnswer ? error : { status: 500, statusText: '', data: null as unknown }
    return [id, { status, statusText, internal: false, data } satisfies ErrorAnswer] as const
  })
  return Object.fromEntries(safe)
}

function headersOf(
  known: ReadonlyMap<string, BuiltRoute>,
  { matches, actionHeaders, loaderHeaders }: StaticHandlerContext,
): Headers {
  const headers = new Headers()
  for (const { route } of matches) {
    const own = known.get(route.id)?.module.headers
    const acted = actionHeaders[route.id]
    const given =
      own && acted
        ? own({ actionHeaders: acted, loaderHeaders: new Headers(), parentHeaders: headers, errorHeaders: undefined })
        : null
    if (given) new Headers(given).forEach((value, name) => name !== 'set-cookie' && headers.set(name, value))
    for (const each of [acted, loaderHeaders[route.id]])
      for (const cookie of each?.getSetCookie() ?? []) headers.append('Set-Cookie', cookie)
  }
  return headers
}

function routeObjects(routes: readonly BuiltRoute[], above?: string): RouteObject[] {
  return routes
    .filter(({ parentId }) => parentId === above)
    .map(({ id, path, index, module }) => {
      const { loader, action, middleware } = module
      const own = { id, path, loader, action, middleware, ...partsOf(module) }
      return index ? { ...own, index } : { ...own, children: routeObjects(routes, id) }
    })
}

interface Matched {
  route: { id: string }
}

function entryOf(route: BuiltRoute | undefined, { pages }: BrowserFiles): RouteEntry | null {
  if (!route) return null
  const { id, parentId, path, index, file, module } = route
  const { module: script, imports = [] } = pages[file] ?? {}
  return { id, parentId, path, index, hasLoader: !!module.loader, hasAction: !!module.action, module: script, imports }
}

function pathOf(id: string | undefined, known: ReadonlyMap<string, BuiltRoute>): string {
  const route = known.get(id ?? '')
  if (!route) return '/'
  return [pathOf(route.parentId, known), route.path ?? '']
    .join('/')
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
}
