import { setTimeout as delay } from 'node:timers/promises'
import { minute } from '#lib/duration.ts'
import type { Reason } from './source.ts'
import type { Operations, Problem } from './hub-api.ts'
import { operations } from './operations.ts'
import { shopFieldOf } from './shop-field.ts'

export type OperationName = keyof Operations

/** Absent where the operation has no such part. */
type Part<Name extends string, T> = [T] extends [null] ? { [N in Name]?: undefined } : { [N in Name]: T }

export type Asking<K extends OperationName> = Part<'path', Operations[K]['path']> &
  Part<'query', Operations[K]['query']> &
  Part<'body', Operations[K]['body']>

/** A dry run stores nothing, and answers the same. */
interface DryRun {
  isDry: boolean
}

export interface HubClient {
  /**
   * Calls an operation; throws HubRefusal or HubAway. Retries transient failures, which is safe because requests
   * contain ids.
   */
  call: <K extends OperationName>(operation: K, asking: Asking<K>) => Promise<Operations[K]['answer']>
  /** Places many orders of a seller in one request, with the same retries; resolves with a result for each. */
  placeOrders: (
    seller: string,
    orders: readonly Operations['placeOrder']['body'][],
    options?: DryRun,
  ) => Promise<LineAnswer[]>
  saveListings: (
    seller: string,
    listings: readonly Operations['saveListings']['body'][],
    options?: DryRun,
  ) => Promise<ListingAnswer[]>
  /** Replaces the category map by what `change` makes of it; repeated if another changed the map meanwhile. */
  changeCategoryMap: (change: (map: CategoryMap) => CategoryMap) => Promise<void>
}

export type CategoryMap = Operations['getCategoryMap']['answer']['categories']

export interface LineAnswer {
  /** 200 if it existed, 201 if it is new. */
  status: number
  problem?: Problem
}

export interface ListingAnswer
  extends LineAnswer, Partial<Pick<Operations['saveListing']['answer'], 'item' | 'problems'>> {}

/** The hub refused a request permanently. */
export class HubRefusal extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    const [first] = problem.errors ?? []
    const where = first && [first.pointer, first.detail].filter(Boolean).join(': ')
    super([problem.detail ?? problem.title, where].filter(Boolean).join(' '))
    this.problem = problem
  }

  /** Kind of problem, such as `not-enough-stock`. */
  get code(): string {
    return this.problem.type.replace('urn:seller-hub:problem:', '')
  }

  /** The refusal as a reason; one of a rule of listings names the rule. */
  get because(): Reason {
    const [first] = this.problem.errors ?? []
    const params = { detail: this.message, ...(first?.rule ? { rule: first.rule, ...first.values } : {}) }
    return { code: this.code, params, reason: this.message }
  }
}

/** The reason of a refusal, with the value that the body of an order or listing has in the field, and the shop's field. */
export function becauseOf({ problem, because }: HubRefusal, { body, of }: { body: unknown; of: object }): Reason {
  const steps = problem.errors?.[0]?.pointer?.split('/').slice(1) ?? []
  const value = steps.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined),
    body,
  )
  if (steps.length === 0 || value === undefined || value === null) return because
  const field = shopFieldOf(of, value)
  const sent = `It was sent as ${JSON.stringify(value).slice(0, 80)}`
  const reason = `${because.reason} ${sent}${field ? `, from the shop’s ${field}` : ''}.`
  return { ...because, params: { ...because.params, detail: reason }, reason }
}

/** The hub gave no valid response after all attempts; it may have received the request. */
export class HubAway extends Error {}

interface ClientOptions {
  /** Origin of the hub. */
  url: string
  /** Key of the marketplace. */
  key: string
  /** Milliseconds before each retry. */
  pauses?: readonly number[]
}

interface Sending {
  method: string
  address: string
  type?: string
  body?: string
  ifMatch?: string
  /** Timeout of an attempt in milliseconds. */
  within: number
}

export function createHubClient({ url, key, pauses = [200, 1_000, 5_000] }: ClientOptions): HubClient {
  const once = ({ method, address, type, body, ifMatch, within }: Sending) =>
    fetch(`${url}/marketplace/v1${address}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(type ? { 'content-type': type } : {}),
        ...(ifMatch ? { 'if-match': ifMatch } : {}),
      },
      body,
      signal: AbortSignal.timeout(within),
    })

  /** Sends a request until `read` accepts the response; `read` throws for an invalid one. */
  async function send<T>(sending: Sending, read: (text: string, headers: Headers) => T): Promise<T> {
    for (const pause of [...pauses, null]) {
      const answer = await once(sending).catch(() => null)
      if (answer?.ok) {
        // A response may be truncated.
        const found = await answer
          .text()
          .then((text) => ({ value: read(text, answer.headers) }))
          .catch(() => null)
        if (found) return found.value
      }
      const problem = answer && !answer.ok ? await problemOf(answer) : null
      if (problem && !isWorthAnother(problem)) throw new HubRefusal(problem)
      if (pause !== null) await delay(Math.max(pause, retryAfter(answer)))
    }
    throw new HubAway(`The hub at ${url} does not answer.`)
  }

  function call(operation: OperationName, { path = {}, query = {}, body }: AnyAsking): Promise<unknown> {
    const { method, path: template } = operations[operation]
    const address = withParts(template, path) + searchOf(query)
    const json = body === undefined ? {} : { type: 'application/json', body: JSON.stringify(body) }
    return send({ method, address, ...json, within: minute / 2 }, (text) => JSON.parse(text) as unknown)
  }

  function sendLines(operation: 'placeOrder' | 'saveListings', seller: string, lines: readonly object[], query = {}) {
    const { method, path: template } = operations[operation]
    const body = lines.map((line) => JSON.stringify(line)).join('\n')
    const address = withParts(template, { seller }) + searchOf(query)
    const sending = { method, address, type: 'application/x-ndjson', body }
    return send({ ...sending, within: 5 * minute }, (text) => answersOf(text, lines.length))
  }

  async function changeCategoryMap(change: (map: CategoryMap) => CategoryMap): Promise<void> {
    const within = minute / 2
    const { path: address } = operations.getCategoryMap
    const { map, tag } = await send({ method: 'GET', address, within }, (text, headers) => ({
      map: (JSON.parse(text) as Operations['getCategoryMap']['answer']).categories,
      tag: headers.get('etag') ?? undefined,
    }))
    const body = JSON.stringify({ categories: change(map) })
    try {
      await send({ method: 'PUT', address, type: 'application/json', body, ifMatch: tag, within }, () => null)
    } catch (error) {
      if (!(error instanceof HubRefusal) || error.problem.status !== 412) throw error
      await changeCategoryMap(change)
    }
  }

  return {
    changeCategoryMap,
    // The hub's OpenAPI document guarantees the response type.
    call: call as HubClient['call'],
    placeOrders: (seller, orders, { isDry } = { isDry: false }) =>
      sendLines('placeOrder', seller, orders, isDry ? dry : {}),
    saveListings: (seller, listings, { isDry } = { isDry: false }) =>
      sendLines('saveListings', seller, listings, isDry ? dry : {}),
  }
}

const dry: Operations['saveListings']['query'] = { dryRun: 'true' }

/** Results of the lines of a request; throws if one is missing. */
function answersOf(text: string, count: number): LineAnswer[] {
  const answers = new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LineAnswer & { line: number })
      .map(({ line, ...answer }) => [line, answer]),
  )
  return Array.from({ length: count }, (_, index) => {
    const answer = answers.get(index + 1)
    if (!answer) throw new Error(`The hub did not answer line ${index + 1}.`)
    return answer
  })
}

interface AnyAsking {
  path?: Readonly<Record<string, unknown>>
  query?: object
  body?: unknown
}

const withParts = (template: string, parts: Readonly<Record<string, unknown>>) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])))

function searchOf(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length > 0
    ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
    : ''
}

async function problemOf(answer: Response): Promise<Problem> {
  const problem = (await answer.json().catch(() => null)) as Problem | null
  return problem?.type
    ? problem
    : { type: 'about:blank', title: `The hub answered ${answer.status}`, status: answer.status }
}

const isWorthAnother = ({ status, type }: Problem) =>
  status === 429 || status >= 500 || type.endsWith(':key-in-progress')

/** Milliseconds from `Retry-After`; at most a minute. */
const retryAfter = (answer: Response | null) => Math.min(Number(answer?.headers.get('retry-after')) || 0, 60) * 1000
