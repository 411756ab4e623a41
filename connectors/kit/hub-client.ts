import { setTimeout as delay } from 'node:timers/promises'
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
}

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

/** Milliseconds for one attempt. */
const within = 30_000

/** Creates a client. */
export function createHubClient({ url, key, pauses = [200, 1_000, 5_000] }: ClientOptions): HubClient {
  const once = (method: string, address: string, body: unknown) =>
    fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(within),
    })
  async function call(operation: OperationName, { path = {}, query = {}, body }: AnyAsking): Promise<unknown> {
    const { method, path: template } = operations[operation]
    const address = `${url}/marketplace/v1${withParts(template, path)}${searchOf(query)}`
    for (const pause of [...pauses, null]) {
      const answer = await once(method, address, body).catch(() => null)
      if (answer?.ok) return answer.json()
      const problem = answer && (await problemOf(answer))
      if (problem && !isWorthAnother(problem)) throw new HubRefusal(problem)
      if (pause !== null) await delay(Math.max(pause, retryAfter(answer)))
    }
    throw new HubAway(`The hub at ${url} does not answer.`)
  }
  // The hub's document says which answer belongs to which operation.
  return { call: call as HubClient['call'] }
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
