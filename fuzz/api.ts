import type { Arbitrary } from 'fast-check'
import { apiRoot } from '#api/marketplace-api.ts'
import { endpoints } from '#api/endpoints.ts'
import { oddRequests, type OddRequest } from '#api/fuzz-requests.ts'
import { marketplaceScopes } from '#features/api-keys/api-key.ts'
import { keyLimit } from '#features/api-keys/count-use.server.ts'
import type { HubProcess } from '#bench/hub-process.ts'
import { paths } from '#web/paths.ts'
import { faultOf, type Answered, type Session } from './send.ts'

/** Requests of the marketplace's API, and how they are sent. */
export interface ApiTarget {
  arbitrary: Arbitrary<OddRequest>
  ask: (request: OddRequest) => Promise<Answered>
}

/** Requests with one key at most: under its limit, however fast the hub answers. */
const perKey = keyLimit.requests - 500

/** Finds what to ask the API about, and asks with keys that the operator makes. */
export async function apiTarget(hub: HubProcess, sessions: readonly Session[]): Promise<ApiTarget> {
  const operator = sessions.find(({ name }) => name === 'operator')
  if (!operator) throw new Error('nobody is the operator')
  let key = await makeKey(hub, operator)
  let asked = 0
  const seller = 'harbour-camera'
  const listings = await fetch(`${hub.url}${apiRoot}/sellers/${seller}/listings?limit=1`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { items } = (await listings.json()) as { items: { item: string }[] }
  return {
    arbitrary: oddRequests(endpoints, { seller, item: items[0]!.item }),
    ask: async ({ method, path, body, headers }) => {
      if (++asked % perKey === 0) key = await makeKey(hub, operator)
      const sent = { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers }
      try {
        const response = await fetch(hub.url + apiRoot + path, { method, headers: sent, body: body ?? null })
        await response.text()
        return { status: response.status, fault: faultOf(response.status, response.headers.get('retry-after')) }
      } catch (error) {
        return { status: 0, fault: `no answer: ${String(error)}` }
      }
    },
  }
}

async function makeKey(hub: HubProcess, { cookie, srt }: Session): Promise<string> {
  const url = hub.url + paths.marketplaceKeys
  const page = await (await fetch(url, { headers: { cookie } })).text()
  // Below the keys that there are: the one of the new key.
  const id = [...page.matchAll(/name="key" value="(\w+)"/g)].at(-1)?.[1] ?? ''
  const wish = new URLSearchParams({ srt, step: 'make', key: id, name: 'fuzz', days: '30' })
  for (const scope of marketplaceScopes) wish.append('scope', scope)
  const made = await fetch(url, { method: 'POST', headers: { cookie, origin: hub.url }, body: wish })
  const secret = /hub_[\w-]{43}/.exec(await made.text())?.[0]
  if (!secret) throw new Error('no key was made')
  return secret
}
