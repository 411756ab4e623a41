import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context } from 'hono'
import type { RequestHandler, ServerBuild } from 'react-router'
import { eventsPath } from '#api/events.ts'
import { apiRoot, createMarketplaceApi, type ApiAnswered } from '#api/marketplace-api.ts'
import { createSellApi, sellRoots } from '#api/sell/sell-api.ts'
import type { ServerEntry } from '#app/entry.server.tsx'
import { paths, serverPaths } from '#web/paths.ts'
import { answerPicture } from '#features/core/listing-pictures/answer-picture.server.ts'
import type { BeaconStore } from '#features/machinery/site-speed/beacon-store.server.ts'
import { failureLog } from '#web/failure-log.ts'
import { lastForwarded } from '#lib/forwarded-for.ts'
import { pageName } from '#lib/beacon.ts'
import type { ProcessHub } from './hub.ts'
import { chooseEncoding, compress } from './compression.ts'
import type { Metrics } from './metrics.ts'
import { createRouteHandlers } from './route-handlers.ts'
import { headersOfAll, headersOfPages } from './security-headers.ts'
import { takeBeacons } from './track.ts'
import { finishRequest } from './unread-body.ts'

/** How pages come to be rendered: from the build, or by Vite while developing. */
export interface PageSource {
  build: () => Promise<ServerBuild>
  /** Vite's own middleware, before ours; it also loosens the Content-Security-Policy for its inline scripts. */
  development?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

/** Pages as `react-router build` made them. */
export function builtPages(): PageSource {
  const entry = new URL('../build/server/index.js', import.meta.url).href
  const build = import(entry) as Promise<ServerBuild>
  return { build: () => build }
}

/** What browsers are sent as it is, as the build made it. */
const clientRoot = './build/client'

/** Milliseconds in which `/readyz` answers: whoever asks (a load balancer) gives up soon itself. */
const readyWithin = 1_500

/** Seconds after which it is worth asking again where the database had no time, or the member had too much at work. */
const retryAfterSeconds = 30

/** All that pages and forms use; for others the router may run a page's loader. */
const methods = ['GET', 'HEAD', 'POST']

/** Stands in the log for the answer to who did not wait for it, as in those of proxies. */
const clientGone = 499

type HubContext = Context<{ Bindings: HttpBindings }>

/** What the server needs besides the hub's services. */
export interface HttpServices {
  metrics: Metrics
  beacons: BeaconStore
  /** Aborts when the process is asked to stop: from then on each answer is the last one of its connection. */
  stopping: AbortSignal
}

/** The hub as a Node HTTP server, not listening yet. */
export function createHttpServer(hub: ProcessHub, pages: PageSource, services: HttpServices): Server {
  const listener = getRequestListener(createApp(hub, pages, services).fetch)
  const listen = (request: IncomingMessage, response: ServerResponse) => {
    request.url = publicAddress(request.url ?? '/', hub.config.publicUrl)
    void listener(request, response)
  }
  return createServer((request, response) => {
    if (pages.development) pages.development(request, response, () => listen(request, response))
    else listen(request, response)
  })
}

/**
 * The address that the browser asked for: where the hub is public, whatever a proxy before it, or nobody, says of host
 * and scheme.
 */
function publicAddress(target: string, origin: string): string {
  // PostgreSQL keeps no text with the character NUL, which nobody types. A space stands in: cut out of `%%0000`, one
  // would leave another.
  const [path = '', ...query] = target
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replaceAll('%00', '%20')
    .split(/(?=\?)/)
  return origin + (path.startsWith('/') ? '' : '/') + readable(path) + query.join('')
}

/** A path that cannot be decoded names nothing; as it is, the router would say so on the console each time. */
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
    // Not by `c.header`, which makes a new answer each time.
    for (const [name, value] of everywhere) c.res.headers.set(name, value)
    const isWhole = await finishRequest(c.env.incoming, c.req.raw.body)
    if (!isWhole || stopping.aborted) c.res.headers.set('Connection', 'close')
    // Nobody reads it: whatever makes it is to stop.
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
      isPage: async (name) => knownOf(await pages.build(), hub.config.nodeEnv).pages.has(name),
    }),
  )
  // Before the router, too: who asks here is another program with a key, and no session or page.
  const noteAnswer = ({ seconds, ...answered }: ApiAnswered, root = '') => {
    metrics.observeRequest({ ...answered, route: root + answered.route, seconds })
    // Connected shops ask what happened again and again: hundreds of lines an hour that say nothing.
    const isPolling = answered.route === eventsPath && answered.status < 400
    hub.log[isPolling ? 'debug' : 'info']({ ...answered, ms: Math.round(seconds * 1000) }, 'request')
  }
  const answerApi = createMarketplaceApi(hub, (answer) => noteAnswer(answer, apiRoot))
  app.all(`${apiRoot}/*`, (c) => answerApi(c.req.raw))
  const answerTool = createSellApi(hub, (answer) => noteAnswer(answer))
  for (const root of sellRoots) app.all(`${root}/*`, (c) => answerTool(c.req.raw))
  // Before the router: a picture needs no session, and asks the database nothing.
  app.get('/pictures/:name', (c) => answerPicture(hub, c.req.param('name')))
  if (!pages.development) {
    app.use('/assets/*', async (c, next) => {
      await next()
      // A file that is gone must not be remembered as gone for a year.
      if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable')
    })
    // By name: otherwise the system would be asked on each request whether the page is a file.
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
  // The bundle's own keys: this module would make other ones.
  const { provideArrival, sellerOf } = build.entry.module as unknown as ServerEntry
  const context = provideArrival(arrival)
  const { handlerOf, routes } = knownOf(build, hub.config.nodeEnv)
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

/** What the router would call a failure of ours, and anybody could write into the log. */
function refusalOf({ method, headers }: Request): Response | null {
  if (!methods.includes(method))
    return new Response('The hub answers GET, HEAD and POST.', { status: 405, headers: { Allow: methods.join(', ') } })
  const origin = headers.get('origin') ?? 'null'
  if (origin === 'null' || URL.canParse(origin)) return null
  return new Response('The Origin of this request is no address.', { status: 400 })
}

/**
 * The router would throw the body of an answer to HEAD away unread: an export, a page would wait for its reader. Ours ends it.
 * To loaders it is a GET then; what must not happen by looking, such as using a link up, asks for the purpose.
 */
function withBody(request: Request): Request {
  if (request.method !== 'HEAD') return request
  const { url, signal } = request
  const headers = new Headers(request.headers)
  headers.set('Purpose', 'preview')
  return new Request(url, { headers, signal })
}

interface Answering {
  nonce: string
  path: string
  development: boolean
}

function secure(response: Response, hub: ProcessHub, { nonce, path, development }: Answering): void {
  const { brand, productSummaryParents } = hub.config
  // The one page that is made to be framed.
  const frameAncestors = path === paths.productSummary ? ["'self'", ...productSummaryParents] : []
  const imageOrigins = brand.logoUrl && URL.canParse(brand.logoUrl) ? [new URL(brand.logoUrl).origin] : []
  for (const [name, value] of Object.entries(headersOfPages({ nonce, imageOrigins, frameAncestors }))) {
    if (development && name === 'Content-Security-Policy') continue
    response.headers.set(name, value)
  }
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-cache')
}

/** Events are a few letters each, and none is to be gathered. */
function isText(response: Response): boolean {
  return /^(text\/(?!event-stream)|application\/json|text\/x-script)/.test(response.headers.get('Content-Type') ?? '')
}

function clientIp(c: HubContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? lastForwarded(c.req.header('x-forwarded-for')) : null
  return forwarded ?? c.env.incoming.socket.remoteAddress ?? 'unknown'
}

interface Known {
  /** What answers for a path: made once, since it ranks and sorts its routes, which takes longer than a query. */
  handlerOf: (path: string) => RequestHandler
  /** The paths of its routes. */
  routes: Set<string>
  /** The names of its pages. */
  pages: Set<string>
}

const known = new WeakMap<ServerBuild, Known>()

/** What follows from a build, made once: while developing, each change makes a new one. */
function knownOf(build: ServerBuild, mode: string): Known {
  const found = known.get(build)
  if (found) return found
  const routes = Object.values(build.routes).flatMap((route) => (route?.path ? [`/${route.path}`] : []))
  const made = {
    handlerOf: createRouteHandlers(build, mode),
    routes: new Set(routes),
    pages: new Set(Object.keys(build.routes).map(pageName)),
  }
  known.set(build, made)
  return made
}

/** The route a path belongs to, for log and metrics; anything else is `other`, or scanners would fill the memory. */
function routeOf(routes: Known['routes'], path: string): string {
  const route = path.replace(/\.data$/, '')
  return route === '/' || routes.has(route) ? route : 'other'
}
