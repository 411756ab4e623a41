import { setTimeout as delay } from 'node:timers/promises'
import type {
  DisputeBody,
  HubCase,
  HubDispute,
  HubEvent,
  HubListing,
  HubMessage,
  HubOffer,
  HubOrder,
  HubPayout,
  HubProblem,
  HubQuestion,
  HubQuote,
  HubSeller,
  OfferBody,
  OfferStepBody,
  OrderBody,
  PayoutReport,
  QuoteBody,
} from './hub-types.ts'

export class HubRefusal extends Error {
  readonly problem: HubProblem
  constructor(problem: HubProblem) {
    super(problem.detail ?? problem.title)
    this.problem = problem
  }

  /** Problem type, such as `not-enough-stock`. */
  get code(): string {
    return this.problem.type.replace('urn:seller-hub:problem:', '')
  }
}

/** The hub did not respond usefully after all retries: the request may have arrived. */
export class HubAway extends Error {}

interface Page<T> {
  items: T[]
  next: string | null
  more?: boolean
}

/** Client of the hub's `/marketplace/v1`. */
export type HubClient = ReturnType<typeof createHubClient>

interface Asking {
  body?: unknown
  file?: { type: string; bytes: Uint8Array<ArrayBuffer> }
}

interface ClientOptions {
  /** Origin of the hub. */
  url: string
  /** API key of the marketplace. */
  key: string
  /** Milliseconds before each retry. */
  pauses?: readonly number[]
}

const within = 10_000
const at = encodeURIComponent

/**
 * Creates a client with retries, which are safe because requests carry the market's own ids. Methods throw HubRefusal
 * or HubAway.
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

  /** All pages of a list. */
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
    quoteShipping: (of: string, body: QuoteBody) =>
      ask<{ order: HubQuote }>('POST', `${seller(of)}/shipping-quotes`, { body }),
    placeOrder: (of: string, body: OrderBody) => ask<HubOrder>('POST', `${seller(of)}/orders`, { body }),
    requestCancellation: (of: string, id: string, body: { id: string; reason: string }) =>
      ask<HubOrder>('POST', `${order(of, id)}/cancellation-requests`, { body }),
    sendMessage: (of: string, id: string, body: { id: string; text: string; sentAt: string; case?: string }) =>
      ask<HubMessage>('POST', `${order(of, id)}/messages`, { body }),
    askQuestion: (
      of: string,
      item: string,
      body: { id: string; buyer: { id: string; username: string }; text: string; sentAt: string },
    ) => ask<HubQuestion>('POST', `${seller(of)}/listings/${at(item)}/questions`, { body }),
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
    reportPayout: (of: string, id: string, body: PayoutReport) =>
      ask<HubPayout>('PUT', `${seller(of)}/payouts/${at(id)}`, { body }),
    saveDispute: (of: string, id: string, body: DisputeBody) =>
      ask<HubDispute>('PUT', `${seller(of)}/disputes/${at(id)}`, { body }),
    offer: (of: string, id: string) => ask<HubOffer>('GET', `${seller(of)}/offers/${at(id)}`),
    makeOffer: (of: string, id: string, body: OfferBody) =>
      ask<HubOffer>('PUT', `${seller(of)}/offers/${at(id)}`, { body }),
    takeOfferStep: (of: string, id: string, body: OfferStepBody) =>
      ask<HubOffer>('POST', `${seller(of)}/offers/${at(id)}/steps`, { body }),
    setInterest: (of: string, item: string, buyers: { buyer: string; interest: 'WATCHING'; since: string }[]) =>
      ask<unknown>('PUT', `${seller(of)}/listings/${at(item)}/interest`, { body: { buyers } }),
    summaryLink: (of: string, item: string) =>
      ask<{ url: string; expiresAt: string }>('POST', `${seller(of)}/listings/${at(item)}/summary-links`, { body: {} }),
  }
}

const isWorthAnother = ({ status }: Response) => status === 429 || status >= 500

async function refusalOf(answer: Response): Promise<HubRefusal> {
  const problem = (await answer.json().catch(() => null)) as HubProblem | null
  return new HubRefusal(problem ?? { type: 'about:blank', title: 'The hub refused it', status: answer.status })
}
