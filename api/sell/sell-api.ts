import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { isDatabaseUnavailable } from '#db/failure.ts'
import { recheckPermission } from '#web/recheck-permission.ts'
import type { Hub } from '#web/hub.ts'
import type { Caller } from '#api/caller.ts'
import type { ApiAnswered } from '#api/marketplace-api.ts'
import { ApiProblem } from '#api/problem.ts'
import { parseJson, readBody } from '#api/read-body.ts'
import { repeatedNames } from '#api/repeated-names.ts'
import { answerTokenRequest } from './oauth.ts'
import { sellRoutes } from './routes.ts'
import { isConcurrentChange } from './refusals.ts'
import { SellError, sellErrorOf, writeErrors, type SellErrorId } from './sell-error.ts'
import {
  accountRoot,
  callOf,
  financesRoot,
  inventoryRoot,
  marketingRoot,
  negotiationRoot,
  type SellAnswer,
} from './sell-route.ts'
import { authenticate, bearerOf, findTool, type Tool } from './tool.ts'
import type { ApiScope } from '#features/developers/api-keys/api-key.ts'
import { ownRows } from '#web/own-rows.ts'
import { getBestOffers, respondToBestOffer } from './trading-offers.ts'
import type { TradingCall } from './trading-call.ts'
import { tradingAnswer, TradingError, writeTradingError } from './trading-error.ts'
import { childrenOf, readXml, textIn, type XmlNode } from './xml.ts'

/** Path of eBay's Trading API, whose calls about offers have no counterpart in its REST APIs. */
const tradingPath = '/ws/api.dll'

const calls: Readonly<
  Record<string, { scope: ApiScope; answer: (call: TradingCall) => Promise<readonly XmlNode[]> } | undefined>
> = {
  GetBestOffers: { scope: 'offers:read', answer: getBestOffers },
  RespondToBestOffer: { scope: 'listings:write', answer: respondToBestOffer },
}

/** Answers a call of the Trading API, named by its header. The token stands in a header or in the document. */
async function answerTradingCall(
  hub: Hub,
  request: Request,
  seen: { requestId: string; caller: Caller | null },
): Promise<Response> {
  const named = request.headers.get('x-ebay-api-call-name') ?? ''
  const name = /^[A-Za-z]{1,60}$/.test(named) ? named : 'Unknown'
  try {
    const content = await answer(hub, request, { name, seen })
    return tradingAnswer(name, hub.now(), { ack: 'Success', content })
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.code === 10007) hub.log.error({ err: error, requestId: seen.requestId }, 'a trading call failed')
    const status = isDatabaseUnavailable(error) ? 503 : refusal.code === 10007 ? 500 : 200
    return tradingAnswer(name, hub.now(), { ack: 'Failure', content: [writeTradingError(refusal)], status })
  }
}

async function answer(
  hub: Hub,
  request: Request,
  { name, seen }: { name: string; seen: { caller: Caller | null } },
): Promise<readonly XmlNode[]> {
  const header = request.headers.get('x-ebay-api-iaf-token') ?? bearerOf(request)
  const early = header === '' ? null : await authenticate(hub, header, seen)
  const document = readXml(await readBody(request))
  const inDocument = document && childrenOf(document, 'RequesterCredentials')[0]
  const token = header || (inDocument && textIn(inDocument, 'eBayAuthToken')) || ''
  // The key may have been revoked while the body arrived.
  const { key, seller } = await (early ? findTool(hub, token) : authenticate(hub, token, seen))
  if (document?.name !== `${name}Request`) throw new TradingError(5)
  const call = calls[name]
  if (!call) throw new TradingError(2, `The API call "${name}" is not supported.`)
  if (!key.scopes.includes(call.scope)) throw new TradingError(1100, `The token lacks ${call.scope}.`)
  return call.answer({ hub, seller, request: document, ...ownRows(hub, seller.id) })
}

function refusalOf(error: unknown): TradingError {
  if (error instanceof TradingError) return error
  if (error instanceof SellError && error.id === 1001) return new TradingError(21916984)
  if (error instanceof ApiProblem)
    return new TradingError(error.code === 'rate-limited' ? 518 : 5, error.details.detail)
  return new TradingError(10007)
}

/** Root paths of the API for sellers' tools, in the format of eBay's REST APIs. */
export const sellRoots = ['/sell', '/identity', '/ws'] as const

export const tokenPath = '/identity/v1/oauth2/token'

/**
 * The API for sellers' tools as one handler: eBay's REST format over the hub's operations. Endpoints are declared in
 * `routes.ts`; this handles what they share: authentication, validation and error responses.
 */
export function createSellApi(
  hub: Hub,
  answered: (answer: ApiAnswered) => void = () => {},
): (request: Request) => Response | Promise<Response> {
  // Some clients add a trailing slash.
  const app = new Hono({ strict: false })
  app.post(tokenPath, (c) => observe(tokenPath, c.req.raw, () => answerTokenRequest(hub, c.req.raw)))
  app.post(tradingPath, (c) => observe(tradingPath, c.req.raw, (seen) => answerTradingCall(hub, c.req.raw, seen)))
  for (const route of sellRoutes)
    app.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) =>
      observe(route.path, c.req.raw, (seen) =>
        answerCall(hub, route, { request: c.req.raw, params: c.req.param(), seen }),
      ),
    )
  app.all('*', (c) =>
    observe('/sell/*', c.req.raw, async (seen) => {
      await authenticate(hub, bearerOf(c.req.raw), seen)
      const detail = `The hub does not offer ${c.req.method} ${c.req.path}; docs/ebay-tools.md has what there is.`
      throw new SellError(501, { detail })
    }),
  )
  return (request) => app.fetch(request)

  async function observe(route: string, request: Request, work: (seen: Seen) => Promise<Response>): Promise<Response> {
    const started = performance.now()
    const seen: Seen = { requestId: randomBytes(8).toString('hex'), caller: null, unreadable: 2004, failed: 30500 }
    const response = await work(seen).catch((error: unknown) => refuse(hub, error, seen))
    for (const [name, value] of Object.entries(seen.caller?.headers ?? {})) response.headers.set(name, value)
    response.headers.set('X-Request-Id', seen.requestId)
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-cache')
    const seconds = (performance.now() - started) / 1000
    const { requestId, caller } = seen
    answered({
      requestId,
      method: request.method,
      route,
      status: response.status,
      seconds,
      key: caller?.key.id ?? null,
    })
    return response
  }
}

interface Seen {
  requestId: string
  caller: Caller | null
  unreadable: SellErrorId
  failed: SellErrorId
}

interface Incoming {
  request: Request
  params: Record<string, string>
  seen: Seen
}

/** Error ids of internal failures by path, if not that of orders. */
const failures: readonly (readonly [root: string, id: SellErrorId])[] = [
  [inventoryRoot, 25001],
  [accountRoot, 20500],
  [financesRoot, 135000],
  [negotiationRoot, 150000],
  [marketingRoot, 38201],
]

async function answerCall(
  hub: Hub,
  route: (typeof sellRoutes)[number],
  { request, params, seen }: Incoming,
): Promise<Response> {
  const requireScope = (tool: Tool): Tool => {
    if (tool.key.scopes.includes(route.scope)) return tool
    throw new SellError(1100, { detail: `The token lacks ${route.scope}.` })
  }
  const bearer = bearerOf(request)
  const authorize = recheckPermission(
    async () => requireScope(await findTool(hub, bearer)),
    async () => requireScope(await authenticate(hub, bearer, seen)),
  )
  await authorize()
  seen.unreadable = route.body ?? 2004
  seen.failed = failures.find(([root]) => route.path.startsWith(root))?.[1] ?? seen.failed
  const url = new URL(request.url)
  checkQuery(url)
  if (route.hasLanguage) checkLanguage(request)
  const text = route.body === undefined ? null : await readBody(request)
  // Authenticate again after reading the body, which may take minutes.
  const tool = await authorize()
  const body = text === null ? null : parseJson(text)
  const requireStill = async () => void (await authorize())
  const call = {
    ...tool,
    params,
    url,
    headers: request.headers,
    body,
    requireStill,
    signal: request.signal,
    errorOf: (error: unknown) => errorOf(hub, error, seen),
  }
  return send(hub, await route.handle(callOf(hub, call)))
}

/** Refuses repeated query parameters: lists are separated by commas. */
function checkQuery(url: URL): void {
  const [name] = repeatedNames(url)
  if (name !== undefined)
    throw new SellError(2004, { detail: `${name} is given more than once.`, parameters: { parameter: name } })
}

/** Requires Content-Language as in eBay's contract, although the hub has one text for all languages. */
function checkLanguage({ headers }: Request): void {
  if (/^[a-z]{2}-[A-Z]{2}$/.test(headers.get('content-language') ?? '')) return
  const parameters = { fieldName: 'Content-Language' }
  throw new SellError(25709, { detail: 'Content-Language is a language and a country, such as en-GB.', parameters })
}

function send(hub: Hub, { status, body, location }: SellAnswer): Response {
  const headers = location === undefined ? undefined : { Location: hub.config.publicUrl + location }
  return body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers })
}

function refuse(hub: Hub, error: unknown, seen: Seen): Response {
  const refusal = errorOf(hub, error, seen)
  return Response.json({ errors: writeErrors(refusal) }, { status: refusal.status, headers: refusal.headers })
}

/** Converts a failure to an error. Internal errors are logged and not disclosed. */
function errorOf(hub: Hub, error: unknown, { requestId, unreadable, failed }: Seen): SellError {
  if (error instanceof SellError) return error
  if (error instanceof ApiProblem) return sellErrorOf(error, unreadable)
  if (failed === 25001 && isConcurrentChange(error)) return new SellError(25025)
  if (isDatabaseUnavailable(error)) return new SellError(503, {}, { 'Retry-After': '30' })
  hub.log.error({ err: error, requestId }, 'request to the API of sellers’ tools failed')
  return new SellError(failed)
}
