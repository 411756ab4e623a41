import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { Database } from '#db/client.ts'
import { testServices, type TestServices } from '#features/people/accounts/testing.ts'
import { apiScopes, newKeyId, type ApiScope } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { apiRoot, createMarketplaceApi } from './marketplace-api.ts'
import { jsonOf } from '#lib/json-of.ts'

/** Response of the API. */
export interface ApiAnswer {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- each address answers its own; tests read what they expect
  body: any
}

interface Asking {
  body?: unknown
  headers?: Record<string, string>
  /** Another key than the test's own; null sends none. */
  key?: string | null
}

/** The API as seen by a client; validates each response against the documentation. */
export interface TestApi {
  hub: TestServices
  key: string
  ask(method: string, path: string, asking?: Asking): Promise<ApiAnswer>
  /** Creates a key: the marketplace's, or that of `sellerId`. */
  makeKey(options?: { scopes?: readonly ApiScope[]; sellerId?: number | null; days?: number }): Promise<string>
  raw(request: Request): Promise<Response>
}

/** Clock of the tests: reported events are in its past. */
const told = Date.parse('2026-11-23T12:00:00Z')

/** A hub process with its API and a key with all scopes. */
export async function testApi(
  db: Database,
  { now = () => new Date(Math.max(Date.now(), told)) }: { now?: () => Date } = {},
): Promise<TestApi> {
  const hub = testServices(db, { now })
  const serve = createMarketplaceApi(hub)
  const makeKey: TestApi['makeKey'] = async ({ scopes = apiScopes, sellerId = null, days = 1 } = {}) => {
    const made = { id: newKeyId(), name: 'test', scopes: [...scopes], sellerId, madeBy: null, days, now: hub.now() }
    return (await makeApiKey(db.owner, made))!.secret
  }
  const key = await makeKey()
  const raw = async (request: Request) => serve(request)
  documentation ??= documentationOf(raw)
  const documented = await documentation
  return {
    hub,
    key,
    makeKey,
    raw,
    async ask(method, path, { body, headers = {}, key: other = key } = {}) {
      const isText = typeof body === 'string'
      const request = new Request(hub.config.publicUrl + apiRoot + path, {
        method,
        headers: {
          ...(other === null ? {} : { authorization: `Bearer ${other}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      })
      const response = await raw(request)
      const answer = { status: response.status, headers: response.headers, body: await bodyOf(response) }
      // As requested: a `..` segment leads elsewhere.
      documented.expectAnswer(method, new URL(request.url).pathname.slice(apiRoot.length), answer)
      return answer
    },
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  return /^application\/(problem\+)?json$/.test(type) ? JSON.parse(text) : text
}

interface Documentation {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>
}

/** Read once a worker, which takes as long as some tests: endpoints and their schemas are constants. */
let documentation: ReturnType<typeof documentationOf> | undefined

async function documentationOf(raw: TestApi['raw']) {
  const response = await raw(new Request(`http://localhost:3000${apiRoot}/openapi.json`))
  // Formats are redundant with patterns.
  const document = await jsonOf<Documentation>(response)
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'api')
  const patterns = Object.keys(document.paths).map((path) => ({
    path,
    matches: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  const pointer = (...parts: string[]) =>
    parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')
  return {
    expectAnswer(method: string, path: string, { status, headers, body }: ApiAnswer) {
      const known = patterns.find(({ matches }) => matches.test(path))
      const operation = known && document.paths[known.path]![method.toLowerCase()]
      // Unknown paths are not documented.
      if (!operation) return expect(known ? [401, 405, 429] : [401, 404, 429], `${method} ${path}`).toContain(status)
      const type = headers.get('content-type')
      expect(Object.keys(operation.responses), `${method} ${path}: documented answers`).toContain(String(status))
      const { content } = operation.responses[status]!
      if (!content) return expect(body, `${method} ${path}: ${status} has no body`).toBe('')
      expect(Object.keys(content), `${method} ${path}: documented types of ${status}`).toContain(type)
      if (type === 'application/x-ndjson') return
      const at = pointer(
        'paths',
        known.path,
        method.toLowerCase(),
        'responses',
        String(status),
        'content',
        type!,
        'schema',
      )
      const validate = ajv.getSchema(`api#${at}`)!
      expect(validate(body) ? [] : validate.errors, `${method} ${path}: ${JSON.stringify(body)}`).toEqual([])
    },
  }
}
