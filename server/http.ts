import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { bodyLimit } from 'hono/body-limit'
import { Hono, type Context } from 'hono'
import { apiRoot, createMarketplaceApi, type ApiAnswered } from '#api/marketplace-api.ts'
import { createApiPage } from '#api/reference/api-page.ts'
import { createSellApi, sellRoots } from '#api/sell/sell-api.ts'
import type { ServerEntry } from '#app/entry.server.tsx'
import { apiPagePath } from '#web/api-page-path.ts'
import { answerLabelWebhook } from '#features/shipping/labels/label-webhook.server.ts'
import { paths, serverPaths } from '#web/paths.ts'
import { answerPicture } from '#features/core/listing-pictures/answer-picture.server.ts'
import type { BeaconStore } from '#features/machinery/site-speed/beacon-store.server.ts'
import { failureLog } from '#web/failure-log.ts'
import { lastForwarded } from '#lib/forwarded-for.ts'
import { pageName } from '#lib/beacon.ts'
import type { ProcessHub } from './hub.ts'
import { chooseEncoding, compress } from './compression.ts'
import { closeIfLate } from './late-requests.ts'
import type { Metrics } from './metrics.ts'
import type { PageBuild } from '#web/router/page-build.ts'
import { createPageHandlers, type PageHandler } from '#web/router/page-handlers.ts'
import { headersOfAll, headersOfDecoder, headersOfPages, isDecoder } from './security-headers.ts'
import { takeBeacons } from './track.ts'
import { finishRequest } from './unread-body.ts'
import { keepAliveTimeout } from './front.ts'

export interface PageSource {
  build: () => Promise<PageBuild>
  /** Vite's middleware, which runs before ours; it also relaxes the Content-Security-Policy for inline scripts. */
  development?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

export function builtPages(): PageSource {
  const entry = new URL('../build/server/index.js', import.meta.url).href
  const build = import(entry) as Promise<PageBuild>
  return { build: () => build }
}

const clientRoot = './build/client'

/** Milliseconds after which `/readyz` responds at the latest; load balancers time out soon after. */
const readyWithin = 1_500

/** `Retry-After` seconds when the database is overloaded or the member has too many requests. */
const retryAfterSeconds = 30

/** The methods of pages and forms; for others the router might run a page's loader. */
const methods = ['GET', 'HEAD', 'POST']

/** Logged status when the client disconnected first, as proxies use it. */
const clientGone = 499

type HubContext = Context<{ Bindings: HttpBindings }>

export interface HttpServices {
  metrics: Metrics
  beacons: BeaconStore
  /** Aborts on a stop request; from then on each response closes its connection. */
  stopping: AbortSignal
}

/** Creates the hub's HTTP server, not yet listening. */
export function createHttpServer(hub: ProcessHub, pages: PageSource, services: HttpServices): Server {
  const listener = getRequestListener(createApp(hub, pages, services).fetch)
  const listen = (request: IncomingMessage, response: ServerResponse) => {
    request.url = publicAddress(request.url ?? '/', hub.config.publicUrl)
    closeIfLate(request, request.url.slice(hub.config.publicUrl.length))
    void listener(request, response)
  }
  return createServer({ keepAliveTimeout }, (request, response) => {
    if (pages.development) pages.development(request, response, () => listen(request, response))
    else listen(request, response)
  })
}

/** The URL as the browser requested it, on the hub's public origin; proxies may change or omit host and scheme. */
function publicAddress(target: string, origin: string): string {
  // PostgreSQL rejects NUL characters. Replaced by a space: removing one from `%%0000` could leave another.
  const [path = '', ...query] = target
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replaceAll('%00', '%20')
    .split(/(?=\?)/)
  return origin + (path.startsWith('/') ? '' : '/') + readable(path) + query.join('')
}

/** Replaces a path that cannot be decoded, which the router would report on the console. */
function readable(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}

function createApp(
  hub: ProcessHub,
  pages: PageSource,
  { metrics, beacons, stopping }: HttpServices,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const everywhere = Object.entries(headersOfAll({ https: hub.config.publicUrl.startsWith('https:') }))
  app.use('*', async (c, next) => {
    await next()
    // `c.header` would create a new response each time.
    for (const [name, value] of everywhere) c.res.headers.set(name, value)
    const isWhole = await finishRequest(c.env.incoming, c.req.raw.body)
    if (!isWhole || stopping.aborted) c.res.headers.set('Connection', 'close')
    // Stops producing the unread body.
    if (c.req.method === 'HEAD') await c.res.body?.cancel()
  })
  app.get(serverPaths.health, (c) => c.text('ok'))
  app.get(serverPaths.ready, async (c) => {
    if (stopping.aborted) return c.text('the hub is stopping', 503)
    const answered = hub.db.pool.query('select 1').then(
      () => true,
      () => false,
    )
    const ready = await Promise.race([answered, delay(readyWithin, false, { ref: false })])
    return ready ? c.text('ready') : c.text('the database does not answer', 503)
  })
  app.on(
    ['GET', 'POST'],
    [serverPaths.track],
    ...takeBeacons({
      hub,
      store: beacons,
      clientIp: (c) => clientIp(c, hub.config.trustProxy),
      isPage: async (name) => buildDataOf(await pages.build()).pages.has(name),
    }),
  )
  app.post(serverPaths.labelEvents(':account'), bodyLimit({ maxSize: 1_000_000 }), async (c) =>
    answerLabelWebhook(hub, c.req.param('account') ?? '', c.req.raw),
  )
  // Before the router: API clients use a key, without session or page.
  const noteAnswer = ({ seconds, ...answered }: ApiAnswered, root = '') => {
    metrics.observeRequest({ ...answered, route: root + answered.route, seconds })
    // Successful polls by connected shops are not logged: hundreds of lines an hour.
    const isPolling = ['/events', '/sellers'].includes(answered.route) && answered.status < 400
    hub.log[isPolling ? 'debug' : 'info']({ ...answered, ms: Math.round(seconds * 1000) }, 'request')
  }
  const answerApi = createMarketplaceApi(hub, (answer) => noteAnswer(answer, apiRoot))
  app.all(`${apiRoot}/*`, (c) => answerApi(c.req.raw))
  const answerApiPage = createApiPage(hub.config)
  app.on('GET', [apiPagePath, `${apiPagePath}/:name`], (c) => {
    const answer = answerApiPage(c.req.param('name'))
    if (!answer) return c.notFound()
    const encoding = chooseEncoding(c.req.header('accept-encoding'))
    return encoding ? compress(answer, encoding) : answer
  })
  const answerTool = createSellApi(hub, (answer) => noteAnswer(answer))
  for (const root of sellRoots) app.all(`${root}/*`, (c) => answerTool(c.req.raw))
  // Before the router: pictures need neither session nor database.
  app.get('/pictures/:name', (c) => answerPicture(hub, c.req.param('name')))
  if (!pages.development) {
    app.use('/assets/*', async (c, next) => {
      await next()
      // Do not cache a 404 for a year.
      if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable')
      if (isDecoder(c.req.path)) for (const [name, value] of Object.entries(headersOfDecoder)) c.header(name, value)
    })
    // By known paths; otherwise each request would query the file system.
    const files = serveStatic({ root: clientRoot, precompressed: true })
    for (const entry of readdirSync(clientRoot, { withFileTypes: true }))
      app.use(entry.isDirectory() ? `/${entry.name}/*` : `/${entry.name}`, files)
    app.all('/assets/*', (c) => c.notFound())
  }
  app.all('*', (c) => answerPage(c, hub, pages, metrics))
  return app
}

async function answerPage(c: HubContext, hub: ProcessHub, pages: PageSource, metrics: Metrics): Promise<Response> {
  const started = performance.now()
  const requestId = randomBytes(8).toString('hex')
  const nonce = randomBytes(16).toString('base64url')
  const build = await pages.build()
  const { outgoing } = c.env
  const whenAnswered = (work: () => void) => (outgoing.closed ? work() : void outgoing.once('close', work))
  let page: Buffer<ArrayBuffer> | null = null
  const arrival = {
    takePage: (whole: Buffer<ArrayBuffer> | null) => void (page = whole),
    hub,
    requestId,
    nonce,
    clientIp: clientIp(c, hub.config.trustProxy),
    logFailure: failureLog(hub.log, { requestId, path: c.req.path }),
    whenAnswered,
  }
  // The context keys of the bundle: importing them here would create different ones.
  const { provideArrival, sellerOf } = build.entry as unknown as ServerEntry
  const context = provideArrival(arrival)
  const { handlerOf, routes } = buildDataOf(build)
  const response = refusalOf(c.req.raw) ?? (await handlerOf(c.req.path)(withBody(c.req.raw), context))
  secure(response, hub, { nonce, path: c.req.path, development: pages.development !== undefined })
  response.headers.set('X-Request-Id', requestId)
  if ([429, 503].includes(response.status) && !response.headers.has('Retry-After'))
    response.headers.set('Retry-After', String(retryAfterSeconds))
  const seconds = (performance.now() - started) / 1000
  const answered = {
    method: c.req.method,
    route: routeOf(routes, c.req.path),
    status: c.req.raw.signal.aborted ? clientGone : response.status,
  }
  metrics.observeRequest({ ...answered, seconds })
  hub.log.info({ requestId, seller: sellerOf(context), ...answered, ms: Math.round(seconds * 1000) }, 'request')
  const encoding = isText(response) ? chooseEncoding(c.req.header('accept-encoding')) : null
  if (encoding) return compress(response, encoding, page)
  return page ? new Response(page, response) : response
}

/** Refuses requests that the router would log as internal errors, which would let anybody fill the log. */
function refusalOf({ method, headers }: Request): Response | null {
  if (!methods.includes(method))
    return new Response('The hub answers GET, HEAD and POST.', { status: 405, headers: { Allow: methods.join(', ') } })
  const origin = headers.get('origin') ?? 'null'
  if (origin === 'null' || URL.canParse(origin)) return null
  return new Response('The Origin of this request is no address.', { status: 400 })
}

/**
 * Turns HEAD into GET for the router and cancels the body later: the router would leave the body of a HEAD response
 * unread, and exports would wait. Loaders with side effects, such as one-time links, check the purpose header.
 */
function withBody(request: Request): Request {
  if (request.method !== 'HEAD') return request
  const { url, signal } = request
  const headers = new Headers(request.headers)
  headers.set('Purpose', 'preview')
  return new Request(url, { headers, signal })
}

interface RequestContext {
  nonce: string
  path: string
  development: boolean
}

function secure(response: Response, hub: ProcessHub, { nonce, path, development }: RequestContext): void {
  const { brand, productSummaryParents } = hub.config
  // The product summary is the only page that may be framed.
  const frameAncestors = path === paths.productSummary ? ["'self'", ...productSummaryParents] : []
  const imageOrigins = brand.logoUrl && URL.canParse(brand.logoUrl) ? [new URL(brand.logoUrl).origin] : []
  for (const [name, value] of Object.entries(headersOfPages({ nonce, imageOrigins, frameAncestors }))) {
    if (development && name === 'Content-Security-Policy') continue
    response.headers.set(name, value)
  }
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-cache')
}

/** Event streams are excluded: their small events must not be buffered. */
function isText(response: Response): boolean {
  return /^(text\/(?!event-stream)|application\/json|text\/x-script)/.test(response.headers.get('Content-Type') ?? '')
}

function clientIp(c: HubContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? lastForwarded(c.req.header('x-forwarded-for')) : null
  return forwarded ?? c.env.incoming.socket.remoteAddress ?? 'unknown'
}

interface BuildData {
  /** Request handlers by path, cached: ranking and sorting routes takes longer than a query. */
  handlerOf: (path: string) => PageHandler
  routes: Set<string>
  pages: Set<string>
}

const known = new WeakMap<PageBuild, BuildData>()

/** Data derived from a build, computed once; in development each change creates a new build. */
function buildDataOf(build: PageBuild): BuildData {
  const found = known.get(build)
  if (found) return found
  const routes = build.routes.flatMap(({ path }) => (path ? [`/${path}`] : []))
  const made = {
    handlerOf: createPageHandlers(build),
    routes: new Set(routes),
    pages: new Set(build.routes.map(({ id }) => pageName(id))),
  }
  known.set(build, made)
  return made
}

/** The route of a path for log and metrics; `other` for unknown paths, so that scanners cannot fill the memory. */
function routeOf(routes: BuildData['routes'], path: string): string {
  return path === '/' || routes.has(path) ? path : 'other'
}
