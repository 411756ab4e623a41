import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { ApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { scopesOf } from '#features/developers/api-keys/api-key.ts'
import { isConcurrencyConflict, isDatabaseUnavailable, retryWhen } from '#db/failure.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { answerBatch, ndjson, oneByOne } from './answer-batch.ts'
import { recheckPermission } from '#web/recheck-permission.ts'
import { countCall, findCaller, findKey, type Caller } from './caller.ts'
import { canBeNamed, etagOf, type Answer, type Endpoint, type LineOutcome } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { answerIdempotently, fingerprintOf, type WrittenAnswer } from './idempotency.ts'
import { openApi } from './openapi.ts'
import { ApiProblem, writeProblem } from './problem.ts'
import { parseJson, readBody, requirePlain, type Line } from './read-body.ts'
import { checkBody, readQuery } from './read-input.ts'
import { findSellerId, opens, selectSeller } from './sellers-by-id.ts'
import { assertDefined } from '#lib/assert-defined.ts'

export const apiRoot = '/marketplace/v1'

export interface ApiAnswered {
  requestId: string
  method: string
  /** Path template, as documented. */
  route: string
  status: number
  seconds: number
  key: string | null
}

/**
 * The marketplace API as one handler. Endpoints are declared in `endpoints.ts`; this handles what they share:
 * authentication, validation, idempotency and error responses.
 */
export function createMarketplaceApi(
  hub: Hub,
  answered: (answer: ApiAnswered) => void = () => {},
): (request: Request) => Response | Promise<Response> {
  const app = new Hono().basePath(apiRoot)
  let documentation: string | undefined
  app.get('/openapi.json', () => {
    // On the first request: a start need not wait for it.
    documentation ??= JSON.stringify(openApi(endpoints, hub.config.publicUrl + apiRoot))
    return new Response(documentation, { headers: { 'Content-Type': 'application/json' } })
  })
  for (const endpoint of endpoints)
    app.on(endpoint.method, endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) =>
      observe(endpoint.path, c.req.raw, (seen) =>
        answerCall(hub, endpoint, { request: c.req.raw, params: c.req.param(), seen }),
      ),
    )
  for (const [path, methods] of methodsOf(endpoints))
    app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) =>
      observe(path, c.req.raw, async (seen) => {
        seen.caller = await findCaller(hub, c.req.raw)
        throw new ApiProblem(
          'method-not-allowed',
          { detail: `Allowed methods: ${methods.join(', ')}.` },
          { Allow: methods.join(', ') },
        )
      }),
    )
  app.all('*', (c) =>
    observe('other', c.req.raw, async (seen) => {
      seen.caller = await findCaller(hub, c.req.raw)
      throw new ApiProblem('not-found')
    }),
  )
  return (request) => app.fetch(request)

  async function observe(route: string, request: Request, work: (seen: Seen) => Promise<Response>): Promise<Response> {
    const started = performance.now()
    const seen: Seen = { requestId: randomBytes(8).toString('hex'), caller: null }
    const response = await work(seen).catch((error: unknown) => send(keepRefusal(hub, error, seen)))
    for (const [name, value] of Object.entries(seen.caller?.headers ?? {})) response.headers.set(name, value)
    response.headers.set('X-Request-Id', seen.requestId)
    response.headers.set('Cache-Control', 'private, no-cache')
    const { method } = request
    const seconds = (performance.now() - started) / 1000
    const { status } = response
    answered({ requestId: seen.requestId, method, route, status, seconds, key: seen.caller?.key.id ?? null })
    return response
  }
}

/** Methods of each path; GET includes HEAD. */
function methodsOf(all: readonly Endpoint[]): [path: string, methods: string[]][] {
  const byPath = Map.groupBy(all, ({ path }) => path)
  return [...byPath].map(([path, own]) => [
    path,
    own.flatMap(({ method }): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  ])
}

interface Seen {
  requestId: string
  caller: Caller | null
}

interface Incoming {
  request: Request
  params: Record<string, string>
  seen: Seen
}

/** Endpoints outside a seller are for the marketplace's keys only; sellers' keys are refused, whatever their scopes. */
const mayAsk = ({ scopes, sellerId }: ApiKey, { scope, ofSeller }: Endpoint): boolean =>
  scopes.includes(scope) && (ofSeller || sellerId === null || scopesOf(true).includes(scope))

async function authorize(
  hub: Hub,
  endpoint: Endpoint,
  { key, namedSellerId, params }: { key: ApiKey; namedSellerId: number | null; params: Incoming['params'] },
) {
  if (!mayAsk(key, endpoint))
    throw new ApiProblem('missing-scope', { detail: `The key lacks the scope ${endpoint.scope}.` })
  const given = endpoint.params.safeParse(params)
  if (!given.success) throw new ApiProblem('not-found')
  const seller =
    endpoint.ofSeller && namedSellerId !== null && opens(key, namedSellerId)
      ? ((await selectSeller(hub.db.owner, namedSellerId).executeTakeFirst()) ?? null)
      : null
  if (endpoint.ofSeller && !seller) throw new ApiProblem('not-found', { detail: 'There is no such seller.' })
  return { key, params: given.data, ...(seller && { seller, ...ownRows(hub, seller.id) }) }
}

async function answerCall(hub: Hub, endpoint: Endpoint, { request, params, seen }: Incoming): Promise<Response> {
  const checked = recheckPermission(
    async () => authorize(hub, endpoint, { ...(await findKey(hub, request, params.seller)), params }),
    async () => {
      const found = await findKey(hub, request, params.seller)
      seen.caller = await countCall(hub, found.key)
      return authorize(hub, endpoint, { ...found, params })
    },
  )
  const { key, seller } = await checked()
  const query = readQuery(endpoint, request)
  const ifMatch = request.headers.get('if-match')
  const requireStill = async () => void (await checked())
  /** Authenticates again after reading the body, which may take minutes. */
  const callNow = async () => ({ hub, query, request, ifMatch, requireStill, ...(await checked()) })
  const handleBy =
    (call: Awaited<ReturnType<typeof callNow>>) =>
    (body: unknown): Promise<Answer> => {
      // Safe cast: the body was validated by this endpoint's own schema.
      const work = () => endpoint.handle({ ...call, body } as never)
      // Retry if a concurrent request wrote the same rows. Uploads are not retried, because a body can be read only
      // once.
      return endpoint.files ? work() : retryWhen(work, isConcurrencyConflict)
    }
  const sellerOf = async () =>
    seller?.id ??
    key.sellerId ??
    (params.seller === undefined ? null : await findSellerId(hub.db.owner, key, params.seller))
  const once = (text: string, work: () => Promise<Answer>) =>
    sendOnce(hub, { request, key, seen, text, sellerOf, work: async () => write(await work()) })
  if (endpoint.body === null) {
    const handle = handleBy(await callNow())
    if (canBeNamed(endpoint)) return once('', () => handle(null))
    const answer = await handle(null)
    return answer.file ?? sendFresh(request, write(answer))
  }
  const read = (text: string) => checkBody(endpoint, parseJson(text), hub.now())
  const type = (request.headers.get('content-type') ?? '').replace(/;.*/s, '').trim().toLowerCase()
  if (endpoint.batch && type === ndjson) {
    if (request.headers.has('idempotency-key'))
      throw new ApiProblem('invalid-idempotency-key', {
        detail: 'A batch takes no Idempotency-Key: its lines are identified by their own ids.',
      })
    requirePlain(request)
    const { handleLines } = endpoint
    const handleAll = async (bodies: unknown[]) => {
      const call = await callNow()
      // Safe cast: each line was validated by the endpoint's schema.
      return handleLines ? handleLines({ ...call, bodies } as never) : oneByOne(handleBy(call), bodies)
    }
    const answer = (texts: readonly Line['text'][]) => answerLines(texts, read, handleAll)
    const stream = answerBatch({ request, answer, refuse: (error) => problemOf(hub, error, seen) })
    return new Response(stream, { headers: { 'Content-Type': ndjson } })
  }
  if (type !== 'application/json') throw new ApiProblem('unsupported-media-type')
  if (endpoint.showsSecret && request.headers.has('idempotency-key'))
    throw new ApiProblem('invalid-idempotency-key', {
      detail: 'The response contains a secret and is not stored: send an `id` of your own instead.',
    })
  const text = await readBody(request)
  const handle = handleBy(await callNow())
  return once(text, () => handle(read(text)))
}

interface Work {
  request: Request
  key: ApiKey
  seen: Seen
  text: string
  /** Seller whose data the response contains. */
  sellerOf: () => Promise<number | null>
  work: () => Promise<WrittenAnswer>
}

/** Processes a write; with an Idempotency-Key only once. */
async function sendOnce(hub: Hub, { request, key, seen, text, sellerOf, work }: Work): Promise<Response> {
  const requestKey = request.headers.get('idempotency-key')
  if (requestKey === null) return send(await work())
  if (!/^[\x21-\x7e]{1,255}$/.test(requestKey)) throw new ApiProblem('invalid-idempotency-key')
  const { method, url, headers } = request
  const ifMatch = headers.get('if-match')
  const fingerprint = fingerprintOf({ method, path: new URL(url).pathname, ifMatch, body: text })
  const named = { keyId: key.id, requestKey, fingerprint, now: hub.now(), sellerOf }
  return send(
    await answerIdempotently(hub.db.owner, named, () =>
      work().catch((error: unknown) => keepRefusal(hub, error, seen)),
    ),
  )
}

type HandleAll = (bodies: unknown[]) => Promise<LineOutcome[]>

async function answerLines(
  texts: readonly Line['text'][],
  read: (text: string) => unknown,
  handleAll: HandleAll,
): Promise<LineOutcome[]> {
  const lines = texts.map((text): { body: unknown } | { error: unknown } => {
    if (typeof text !== 'string') return { error: text }
    try {
      return { body: read(text) }
    } catch (error) {
      return { error }
    }
  })
  const bodies = lines.flatMap((line) => ('body' in line ? [line.body] : []))
  const handled =
    bodies.length === 0 ? [] : await handleAll(bodies).catch((error: unknown) => bodies.map(() => ({ error })))
  return lines.map((line): LineOutcome => {
    if ('error' in line) return line
    const outcome = assertDefined(handled.shift(), 'each line that was read has an outcome')
    return 'location' in outcome && outcome.location ? { ...outcome, location: apiRoot + outcome.location } : outcome
  })
}

/** Converts a refusal to a response that is stored like any other. */
function keepRefusal(hub: Hub, error: unknown, seen: Seen): WrittenAnswer {
  const { code, details, headers } = problemOf(hub, error, seen)
  const problem = writeProblem(code, details, seen.requestId)
  return {
    status: problem.status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
    body: JSON.stringify(problem),
  }
}

function write({ status, body, location }: Answer): WrittenAnswer {
  const headers: Record<string, string> = {}
  if (location !== undefined) headers.Location = apiRoot + location
  if (body === undefined) return { status, headers, body: null }
  headers['Content-Type'] = 'application/json'
  headers.ETag = etagOf(body)
  return { status, headers, body: JSON.stringify(body) }
}

const send = ({ status, headers, body }: WrittenAnswer) => new Response(body, { status, headers })

/** Sends 304 if the caller has the current version. */
function sendFresh(request: Request, answer: WrittenAnswer): Response {
  const known = request.headers
    .get('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  const { ETag } = answer.headers
  if (request.method !== 'GET' || !ETag || !known?.includes(ETag)) return send(answer)
  return new Response(null, { status: 304, headers: { ETag } })
}

/** Converts a failure to a problem. Internal errors are logged and not disclosed. */
function problemOf(hub: Hub, error: unknown, { requestId }: Seen): ApiProblem {
  if (error instanceof ApiProblem) return error
  if (isDatabaseUnavailable(error)) return new ApiProblem('unavailable', {}, { 'Retry-After': '30' })
  hub.log.error({ err: error, requestId }, 'API request failed')
  return new ApiProblem('internal')
}
