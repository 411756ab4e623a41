import fc, { type Arbitrary } from 'fast-check'
import { apiRoot } from '#api/marketplace-api.ts'
import { endpoints } from '#api/endpoints.ts'
import { oddRequests, type OddRequest } from '#api/testing-requests.ts'
import { oddSellRequests, readKnown } from '#api/sell/testing-requests.ts'
import { sellRoutes } from '#api/sell/routes.ts'
import { tokenPath } from '#api/sell/sell-api.ts'
import { marketplaceScopes, sellerScopes } from '#features/developers/api-keys/api-key.ts'
import { keyLimit } from '#features/developers/api-keys/count-use.server.ts'
import type { HubProcess } from '#bench/hub-process.ts'
import { paths } from '#web/paths.ts'
import { faultOf, type Answered } from './send.ts'
import type { Session } from './vocabulary.ts'

/** Generated API requests, of the marketplace and of sellers' tools, and how to send them. */
export interface ApiTarget {
  arbitrary: Arbitrary<OddRequest>
  ask: (request: OddRequest) => Promise<Answered>
}

/** Requests per key, below its rate limit. */
const perKey = keyLimit.requests - 500
/** The tested shop and marketplace. */
const [seller, marketplace] = ['harbour-camera', 'EBAY_GB']

/** Discovers ids for API requests and creates keys as the operator. */
export async function apiTarget(hub: HubProcess, sessions: readonly Session[]): Promise<ApiTarget> {
  const operator = sessions.find(({ name }) => name === 'operator')
  if (!operator) throw new Error('nobody is the operator')
  let key = (await makeKey(hub, operator, { scopes: marketplaceScopes })).secret
  let token = await makeToken(hub, operator)
  let asked = 0
  /** The latest ids of a list, which can still be acted on. */
  const last = async (what: string, id: string) => {
    const found: string[] = []
    for (let after = ''; ;) {
      const path = `${hub.url}${apiRoot}/sellers/${seller}/${what}?limit=200${after}`
      const answer = await fetch(path, { headers: { authorization: `Bearer ${key}` } })
      const page = (await answer.json()) as { items: Record<string, string>[]; next: string; more: boolean }
      found.push(...page.items.map((item) => item[id] ?? ''))
      if (!page.more) return found.slice(-30)
      after = `&after=${encodeURIComponent(page.next)}`
    }
  }
  const [item = ''] = await last('listings', 'item')
  const ids = {
    seller,
    item,
    orders: await last('orders', 'id'),
    cases: await last('cases', 'number'),
    shipments: await last('shipments', 'id'),
  }
  const known = await readKnown(async (path) => {
    const answer = await fetch(hub.url + path, { headers: { authorization: `Bearer ${token}` } })
    return answer.json()
  }, marketplace)
  return {
    arbitrary: fc.oneof(oddRequests(endpoints, ids), oddSellRequests(sellRoutes, known)),
    ask: async ({ method, path, body, headers }) => {
      if (++asked % perKey === 0) {
        key = (await makeKey(hub, operator, { scopes: marketplaceScopes })).secret
        token = await makeToken(hub, operator)
      }
      const isTool = path.startsWith('/sell/')
      const bearer = isTool ? token : key
      const sent = { 'content-type': 'application/json', authorization: `Bearer ${bearer}`, ...headers }
      try {
        const url = isTool ? hub.url + path : hub.url + apiRoot + path
        const request = { method, headers: sent, body: body ?? null }
        // Retry once: an idle connection may just be closing.
        const response = await fetch(url, request).catch(() => fetch(url, request))
        await response.text()
        const { status } = response
        // Tool endpoints respond 501 to unknown paths.
        const fault = isTool && status === 501 ? null : faultOf(status, response.headers.get('retry-after'))
        return { status, fault }
      } catch (error) {
        return { status: 0, fault: `no answer: ${String(error)}` }
      }
    },
  }
}

/** Creates a key of the marketplace, or of `whose`. */
async function makeKey(
  hub: HubProcess,
  { cookie, srt }: Session,
  { scopes, whose }: { scopes: readonly string[]; whose?: string },
): Promise<{ id: string; secret: string }> {
  const url = hub.url + paths.marketplaceKeys
  const page = await (await fetch(url, { headers: { cookie } })).text()
  // The new key's id is last on the page.
  const id = [...page.matchAll(/name="key" value="(\w+)"/g)].at(-1)?.[1] ?? ''
  const form = new URLSearchParams({ srt, step: 'make', key: id, name: 'fuzz', days: '30' })
  if (whose !== undefined) form.append('seller', whose)
  for (const scope of scopes) form.append('scope', scope)
  const made = await fetch(url, { method: 'POST', headers: { cookie, origin: hub.url }, body: form })
  const secret = /hub_[\w-]{43}/.exec(await made.text())?.[0]
  if (!secret) throw new Error('no key was made')
  return { id, secret }
}

/** A token of a seller's tool with its own key. */
async function makeToken(hub: HubProcess, operator: Session): Promise<string> {
  const { id, secret } = await makeKey(hub, operator, { scopes: sellerScopes, whose: seller })
  const answer = await fetch(hub.url + tokenPath, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (!token) throw new Error('no token was given')
  return token
}
