import { ShopRefusal } from '../kit/index.ts'

export type Query = Readonly<Record<string, string | number>>

export interface AdminApi {
  /** Reads; null if it does not exist. Any other failure means that Medusa is unavailable. */
  read: <T>(path: string, query?: Query) => Promise<T | null>
  /** Writes; throws ShopRefusal with Medusa's reason. */
  change: <T>(path: string, body: object, query?: Query) => Promise<T>
  /** Deletes, if it is there. */
  remove: (path: string) => Promise<void>
}

interface Options {
  /** The address of Medusa, such as `https://shop.example`. */
  url: string
  /** A secret API key. */
  key: string
}

/** Statuses of permanent refusals. */
const refusals = [400, 404, 422]

export function createAdminApi({ url, key }: Options): AdminApi {
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`

  async function ask(path: string, query: Query, init: RequestInit) {
    const response = await fetch(addressOf(url, path, query), {
      ...init,
      headers: { authorization, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(30_000),
    })
    const answer = (await response.json().catch(() => null)) as { message?: string } | null
    return { response, answer, reason: answer?.message ?? `It answered ${response.status}.` }
  }

  return {
    async read<T>(path: string, query: Query = {}) {
      const { response, answer, reason } = await ask(path, query, {})
      if (response.status === 404 && answer) return null
      if (!response.ok || !answer) throw new Error(`Medusa: ${reason}`)
      // As the fields ask for it.
      return answer as T
    },
    async change<T>(path: string, body: object, query: Query = {}) {
      const { response, answer, reason } = await ask(path, query, { method: 'POST', body: JSON.stringify(body) })
      if (refusals.includes(response.status) && answer) throw new ShopRefusal(reason)
      if (!response.ok || !answer) throw new Error(`Medusa: ${reason}`)
      return answer as T
    },
    async remove(path) {
      const { response, answer, reason } = await ask(path, {}, { method: 'DELETE' })
      if (!response.ok && !(refusals.includes(response.status) && answer)) throw new Error(`Medusa: ${reason}`)
    },
  }
}

function addressOf(url: string, path: string, query: Query): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return `${url.replace(/\/+$/, '')}/admin${path}?${search}`
}
