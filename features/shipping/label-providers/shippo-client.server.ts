import type { Shippo } from 'shippo'
import { LabelError, type ProviderAccount } from './label-provider.ts'
import { refusalOf, unreadable } from './provider-client.server.ts'

/** Calls Shippo's own client, which is large and loaded on first use. Throws `LabelError`. */
export type CallShippo = <T>(work: (shippo: Shippo) => Promise<T>) => Promise<T>

export function shippoClient({ url, key, fetch }: ProviderAccount): CallShippo {
  let client: Promise<Shippo> | undefined
  const open = async () => {
    const [{ Shippo: Client }, { HTTPClient }] = await Promise.all([import('shippo'), import('shippo/lib/http.js')])
    return new Client({
      apiKeyHeader: `ShippoToken ${key}`,
      serverURL: url,
      httpClient: new HTTPClient({ fetcher: (input, init) => fetch(new Request(input, init)) }),
      // It would repeat a purchase whose answer was lost.
      retryConfig: { strategy: 'none' },
    })
  }
  return async (work) => {
    try {
      return await work(await (client ??= open()))
    } catch (error) {
      throw labelErrorOf(error, key)
    }
  }
}

function labelErrorOf(error: unknown, key: string): unknown {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof LabelError) return each
    if ('statusCode' in each && 'body' in each && each.name !== 'ResponseValidationError') {
      const reason = wordsOf(String(each.body)).replaceAll(key, '…')
      return refusalOf(Number(each.statusCode), reason || null)
    }
  }
  // Its messages quote what it sent and received.
  return error instanceof Error ? unreadable(error.name) : error
}

/** All texts of an error's JSON, which is `{ detail }`, `{ field: [texts] }`, or a list of such. */
function wordsOf(body: string): string {
  const texts = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(texts)
        : []
  try {
    return texts(JSON.parse(body)).join(' ')
  } catch {
    return ''
  }
}
