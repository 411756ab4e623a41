import { setTimeout as delay } from 'node:timers/promises'
import type {
  HubCase,
  HubEvent,
  HubListing,
  HubMessage,
  HubOrder,
  HubProblem,
  HubSeller,
  OrderBody,
} from './hub-types.ts'

/** The hub refused a request, and says why. */
export class HubRefusal extends Error {
  readonly problem: HubProblem
  constructor(problem: HubProblem) {
    super(problem.detail ?? problem.title)
    this.problem = problem
  }

  /** The kind of problem, such as `not-enough-stock`. */
  get code(): string {
    return this.problem.type.replace('urn:seller-hub:problem:', '')
  }
}

/** The hub gave no answer, or none that says anything, however often it was asked: what was sent may have arrived. */
export class HubAway extends Error {}

interface Page<T> {
  items: T[]
  next: string | null
  more?: boolean
}

/** The hub as the market asks it: `/marketplace/v1` and nothing else. */
export type HubClient = ReturnType<typeof createHubClient>

interface Asking {
  body?: unknown
  /** A file, sent as it is. */
  file?: { type: string; bytes: Uint8Array<ArrayBuffer> }
}

interface ClientOptions {
  /** Where the hub is, without a path. */
  url: string
  /** Of the marketplace. */
  key: string
  /** Milliseconds after which it is asked again; one for each time. */
  pauses?: readonly number[]
}

const within = 10_000
const at = encodeURIComponent

/**
 * Speaks to the hub. What is worth asking again is asked again: all that is sent carries an id of the market's own, by which the hub
 * knows it. Each method throws HubRefusal or HubAway.
 */
export function createHubClient({ url, key, pauses = [200, 1_000, 3_000] }: ClientOptions) {
  async function once(method: string, path: string, { body, file }: Asking): Promise<Response> {
    return fetch(`${url}/marketplace/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(file ? { 'content-type': file.type } : {}),
      },
      body: file ? file.bytes : body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(within),
    })
  }

  async function send(method: string, path: string, asking: Asking = {}): Promise<Response> {
    for (const pause of [...pauses, null]) {
      const answer = await once(method, path, asking).catch(() => null)
      if (answer?.ok) return answer
      if (answer && !isWorthAnother(answer)) throw await refusalOf(answer)
      if (pause !== null) await delay(pause)
    }
    throw new HubAway(`${method} ${path.split('?')[0]} got no answer from the hub.`)
  }

  const ask = async <T>(method: string, path: string, asking?: Asking): Promise<T> =>
    (await (await send(method, path, asking)).json()) as T

  /** All pages of a list, one behind the other. */
  async function* all<T>(path: string): AsyncGenerator<T> {
    let after = ''
    for (;;) {
      const page = await ask<Page<T>>('GET', `${path}?limit=200${after}`)
      yield* page.items
      if (page.next === null || page.more === false) return
      after = `&after=${at(page.next)}`
    }
  }

  const seller = (id: string) => `/sellers/${at(id)}`
  const order = (of: string, id: string) => `${seller(of)}/orders/${at(id)}`

  return {
    sellers: () => all<HubSeller>('/sellers'),
    listings: (of: string) => all<HubListing>(`${seller(of)}/listings`),
    listing: (of: string, item: string) => ask<HubListing>('GET', `${seller(of)}/listings/${at(item)}`),
    events: (after: string | null) =>
      ask<{ items: HubEvent[]; next: string; more: boolean }>(
        'GET',
        `/events?limit=200${after === null ? '' : `&after=${at(after)}`}`,
      ),
    order: (of: string, id: string) => ask<HubOrder>('GET', order(of, id)),
    placeOrder: (of: string, body: OrderBody) => ask<HubOrder>('POST', `${seller(of)}/orders`, { body }),
    requestCancellation: (of: string, id: string, body: { id: string; reason: string }) =>
      ask<HubOrder>('POST', `${order(of, id)}/cancellation-requests`, { body }),
    sendMessage: (of: string, id: string, body: { id: string; text: string; sentAt: string; case?: string }) =>
      ask<HubMessage>('POST', `${order(of, id)}/messages`, { body }),
    tellTracking: (of: string, body: { shipment: string; event: 'DELIVERED'; at: string }) =>
      ask<unknown>('POST', `${seller(of)}/tracking-events`, { body }),
    openCase: (of: string, id: string, body: object) => ask<HubCase>('POST', `${order(of, id)}/cases`, { body }),
    readCase: (of: string, number: string) => ask<HubCase>('GET', `${seller(of)}/cases/${at(number)}`),
    takeCaseStep: (of: string, number: string, body: object) =>
      ask<HubCase>('POST', `${seller(of)}/cases/${at(number)}/steps`, { body }),
    sendPicture: async (of: string, file: NonNullable<Asking['file']>) =>
      (await ask<{ id: string }>('POST', `${seller(of)}/pictures`, { file })).id,
    picture: (of: string, id: string) => send('GET', `${seller(of)}/pictures/${at(id)}`),
    leaveFeedback: (of: string, id: string, body: object) =>
      ask<{ id: string }>('PUT', `${seller(of)}/feedback/${at(id)}`, { body }),
    summaryLink: (of: string, item: string) =>
      ask<{ url: string; expiresAt: string }>('POST', `${seller(of)}/listings/${at(item)}/summary-links`, { body: {} }),
  }
}

/** No answer of substance: the same may be answered in a moment. */
const isWorthAnother = ({ status }: Response) => status === 429 || status >= 500

async function refusalOf(answer: Response): Promise<HubRefusal> {
  const problem = (await answer.json().catch(() => null)) as HubProblem | null
  return new HubRefusal(problem ?? { type: 'about:blank', title: 'The hub refused it', status: answer.status })
}
