import { setTimeout as delay } from 'node:timers/promises'
import { minute } from '#lib/duration.ts'
import { operations, type Operations, type Problem } from './hub-api.ts'

/** An operation of the hub's API, by the name that its document gives it. */
export type OperationName = keyof Operations

/** Absent where the operation has no such part. */
type Part<Name extends string, T> = [T] extends [null] ? { [N in Name]?: undefined } : { [N in Name]: T }

/** What an operation is asked with. */
export type Asking<K extends OperationName> = Part<'path', Operations[K]['path']> &
  Part<'query', Operations[K]['query']> &
  Part<'body', Operations[K]['body']>

/** Client of the hub's `/marketplace/v1`. */
export interface HubClient {
  /** Throws HubRefusal or HubAway. Repeated while a repetition may help, which the ids in requests make safe. */
  call: <K extends OperationName>(operation: K, asking: Asking<K>) => Promise<Operations[K]['answer']>
  /** Places many orders of a seller in one request, as `call` does one, and resolves with an answer for each. */
  placeOrders: (seller: string, orders: readonly Operations['placeOrder']['body'][]) => Promise<LineAnswer[]>
  /** Saves many listings of a seller, as `placeOrders` places orders. */
  saveListings: (seller: string, listings: readonly Operations['saveListings']['body'][]) => Promise<ListingAnswer[]>
}

/** What became of one of many things. */
export interface LineAnswer {
  /** 200 if it was there, 201 if it is new. */
  status: number
  /** Why it was refused. */
  problem?: Problem
}

/** What became of one of many listings. */
export interface ListingAnswer
  extends LineAnswer, Partial<Pick<Operations['saveListing']['answer'], 'item' | 'problems'>> {}

/** The hub refused a request; it would refuse it again. */
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
}

/** The hub gave no useful answer after all attempts: the request may have arrived. */
export class HubAway extends Error {}

interface ClientOptions {
  /** Origin of the hub. */
  url: string
  /** Key of the marketplace. */
  key: string
  /** Milliseconds before each further attempt. */
  pauses?: readonly number[]
}

interface Sending {
  method: string
  address: string
  type?: string
  body?: string
  /** Milliseconds for one attempt. */
  within: number
}

/** Creates a client. */
export function createHubClient({ url, key, pauses = [200, 1_000, 5_000] }: ClientOptions): HubClient {
  const once = ({ method, address, type, body, within }: Sending) =>
    fetch(`${url}/marketplace/v1${address}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(type ? { 'content-type': type } : {}) },
      body,
      signal: AbortSignal.timeout(within),
    })

  /** Sends until there is an answer that `read` understands; it throws what it does not. */
  async function send<T>(sending: Sending, read: (text: string) => T): Promise<T> {
    for (const pause of [...pauses, null]) {
      const answer = await once(sending).catch(() => null)
      if (answer?.ok) {
        // An answer may break off.
        const found = await answer
          .text()
          .then((text) => ({ value: read(text) }))
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

  function sendLines(operation: 'placeOrder' | 'saveListings', seller: string, lines: readonly object[]) {
    const { method, path: template } = operations[operation]
    const body = lines.map((line) => JSON.stringify(line)).join('\n')
    const sending = { method, address: withParts(template, { seller }), type: 'application/x-ndjson', body }
    return send({ ...sending, within: 5 * minute }, (text) => answersOf(text, lines.length))
  }

  return {
    // The hub's document says which answer belongs to which operation.
    call: call as HubClient['call'],
    placeOrders: (seller, orders) => sendLines('placeOrder', seller, orders),
    saveListings: (seller, listings) => sendLines('saveListings', seller, listings),
  }
}

/** The answers of the lines of a request; throws if one is missing. */
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

/** What any operation is asked with. */
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

/** Milliseconds that the hub asks to wait; a minute at most. */
const retryAfter = (answer: Response | null) => Math.min(Number(answer?.headers.get('retry-after')) || 0, 60) * 1000
