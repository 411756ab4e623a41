import type { z } from 'zod'
import { LabelError, type LabelFile, type ProviderAccount } from './label-provider.ts'

interface Asking<T> {
  /** What is read of the answer; other answers are `UNAVAILABLE`. */
  schema: z.ZodType<T>
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: object
}

/** Requests of an adapter to its provider. All throw `LabelError`. */
export interface ProviderClient {
  ask: <T>(path: string, asking: Asking<T>) => Promise<T>
  /** A request whose answer has nothing to read. */
  send: (path: string, asking: Pick<Asking<unknown>, 'method' | 'body'>) => Promise<void>
  /** The same, null if there is no such thing. */
  find: <T>(path: string, asking: Asking<T>) => Promise<T | null>
  /** A PDF, or ZPL; with a body it is posted. */
  file: (path: string, body?: object) => Promise<LabelFile>
}

interface Options {
  /** The header `Authorization`. */
  authorization: string
  /** Finds a refusal's reason in the provider's JSON; null if there is none. */
  reasonOf: (answer: unknown) => string | null
}

export function providerClient(
  { url, key, fetch }: ProviderAccount,
  { authorization, reasonOf }: Options,
): ProviderClient {
  async function request(path: string, { method, body }: Pick<Asking<unknown>, 'method' | 'body'>): Promise<Response> {
    const asked = new Request(`${url}${path}`, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: { authorization, accept: 'application/json, */*', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return fetch(asked).catch((error: unknown) => {
      throw error instanceof LabelError ? error : new LabelError('UNAVAILABLE', 'The provider could not be reached')
    })
  }
  const refuse = async (response: Response) => {
    const reason = reasonOf(await response.json().catch(() => null))
    return refusalOf(response.status, reason?.replaceAll(key, '…') ?? null)
  }
  return {
    async ask(path, { schema, ...asking }) {
      const response = await request(path, asking)
      if (!response.ok) throw await refuse(response)
      return readAnswer(response, schema)
    },
    async send(path, asking) {
      const response = await request(path, asking)
      if (!response.ok) throw await refuse(response)
      await response.body?.cancel()
    },
    async find(path, { schema, ...asking }) {
      const response = await request(path, asking)
      if (response.status === 404) return null
      if (!response.ok) throw await refuse(response)
      return readAnswer(response, schema)
    },
    async file(path, body) {
      const response = await request(path, { body })
      if (!response.ok) throw await refuse(response)
      return labelFile(new Uint8Array(await response.arrayBuffer()))
    },
  }
}

async function readAnswer<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const read = schema.safeParse(await response.json().catch(() => null))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw unreadable(issue ? `${issue.path.join('.')}: ${issue.message}` : '')
}

export const unreadable = (what: string) =>
  new LabelError('UNAVAILABLE', `The provider’s answer cannot be read (${what})`)

/** Statuses that say nothing of the request itself: it may be repeated. */
const passing = [408, 425, 429]

/** A status as the port's failure; a request that was refused with a reason has changed nothing. */
export function refusalOf(status: number, reason: string | null): LabelError {
  if (status === 401 || status === 403) return new LabelError('KEY', reason ?? 'The key is not accepted')
  const isRefused = status >= 400 && status < 500 && !passing.includes(status)
  return new LabelError(isRefused ? 'REFUSED' : 'UNAVAILABLE', reason ?? `The provider answered ${status}`)
}

export const isRefused = (error: unknown): boolean => error instanceof LabelError && error.failure === 'REFUSED'

/** Work on a label that was bought: its failure must not read as if nothing was. */
export async function afterBuying<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof LabelError ? new LabelError('UNAVAILABLE', error.message) : error
  })
}

/** A file of a label by its first bytes: types that providers state are not always true. */
export function labelFile(content: Uint8Array): LabelFile {
  const start = Buffer.from(content.subarray(0, 200)).toString('latin1')
  if (start.startsWith('%PDF-')) return { type: 'application/pdf', content }
  if (start.includes('^XA')) return { type: 'application/zpl', content }
  throw unreadable('neither PDF nor ZPL')
}
