import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { minute } from '#lib/duration.ts'
import { problemAnswer, type ProblemAnswer } from './answers.ts'

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Returns early, without an error, if the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

export const wallClock: Clock = {
  now: Date.now,
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => {}),
}

/** The story cannot continue: the key is refused, or the user stops. */
export class StoryError extends Error {}

export class StoppedError extends StoryError {}

interface Request {
  method: 'GET' | 'POST' | 'PUT'
  /** Path below the API root. */
  path: string
  /** JSON body; a list is sent as JSON lines, bytes as a file. */
  body?: object | readonly object[] | Uint8Array
}

export type HubAnswer = { ok: true; body: unknown } | { ok: false; status: number; problem: ProblemAnswer }

/** The simulator's API client, one request at a time. */
export interface HubClient {
  /** Sends a request, retrying with the same idempotency key until the hub responds. Throws StoryError. */
  ask(request: Request): Promise<HubAnswer>
}

interface ClientOptions {
  /** Origin of the hub. */
  url: string
  key: string
  clock: Clock
  say: (line: string) => void
  /** Stops waiting for an unavailable hub; the current request completes. */
  signal: AbortSignal
}

const longestWait = minute / 2
/** Response timeout in milliseconds. */
const patience = 20_000
const mostFailures = 4

export function openHubClient({ url, key, clock, say, signal }: ClientOptions): HubClient {
  const attempt = async (request: Request): Promise<Response | null> => {
    const { headers, body } = writtenBody(request)
    try {
      return await fetch(`${url}/marketplace/v1${request.path}`, {
        method: request.method,
        headers: { authorization: `Bearer ${key}`, ...headers },
        signal: AbortSignal.timeout(patience),
        ...(body === undefined ? {} : { body }),
      })
    } catch {
      return null
    }
  }
  return {
    async ask(request) {
      const began = clock.now()
      for (let tries = 0, failures = 0; ; tries += 1) {
        const response = await attempt(request)
        if (response?.status === 500) failures += 1
        if (response && !isWorthAnother(response.status, failures)) {
          const answer = await readAnswer(response, request)
          if (answer) {
            const waited = Math.round((clock.now() - began) / 1_000)
            if (tries > 0 && waited > 0) say(`The hub responds again after ${waited} s.`)
            return answer
          }
        }
        const pause = pauseOf(response, tries)
        if (tries % 10 === 2)
          say(response ? `The hub is busy (${response.status}); retrying.` : `No response from ${url}; retrying.`)
        if (!response?.bodyUsed) await response?.body?.cancel()
        await clock.sleep(pause, signal)
        if (signal.aborted) throw new StoppedError('stopped')
      }
    },
  }
}

/** Retries 429, a busy idempotency key, and unavailability; everything else is a response. */
function isWorthAnother(status: number, failures: number): boolean {
  if (status === 500) return failures < mostFailures
  return status === 429 || status === 502 || status === 503 || status === 504
}

function pauseOf(response: Response | null, tries: number): number {
  const told = Number(response?.headers.get('retry-after') ?? Number.NaN)
  const own = Math.min(longestWait, 250 * 2 ** Math.min(tries, 10))
  // An exhausted pool recovers sooner than its first Retry-After.
  return response?.status === 429 && told > 0 ? told * 1_000 : own
}

function writtenBody({ method, path, body }: Request): { headers: Record<string, string>; body?: string | Blob } {
  if (body === undefined) return { headers: {} }
  if (body instanceof Uint8Array)
    return { headers: { 'content-type': 'image/jpeg' }, body: new Blob([new Uint8Array(body)]) }
  if (Array.isArray(body))
    return {
      headers: { 'content-type': 'application/x-ndjson' },
      body: body.map((line) => `${JSON.stringify(line)}\n`).join(''),
    }
  const text = JSON.stringify(body)
  // The same request has the same key, also after a restart of the simulator.
  const key = createHash('sha256').update(`${method} ${path}\n${text}`).digest('base64url')
  return { headers: { 'content-type': 'application/json', 'idempotency-key': `simulate-${key}` }, body: text }
}

/** Parses a response; null if truncated, or if the idempotency key is still in use. */
async function readAnswer(response: Response, { method, path }: Request): Promise<HubAnswer | null> {
  const text = await response.text().catch(() => null)
  if (text === null) return null
  if (response.ok) return { ok: true, body: text.startsWith('{') && !isLines(response) ? JSON.parse(text) : text }
  const problem = problemOf(text, response)
  if (problem.type.endsWith(':key-in-progress')) return null
  if (response.status === 401 || response.status === 403)
    throw new StoryError(`The hub rejected the key for ${method} ${path}: ${problem.detail ?? problem.title}.`)
  return { ok: false, status: response.status, problem }
}

const isLines = (response: Response) => (response.headers.get('content-type') ?? '').startsWith('application/x-ndjson')

function problemOf(text: string, { status }: Response): ProblemAnswer {
  try {
    return problemAnswer.parse(JSON.parse(text))
  } catch {
    return { type: 'about:blank', title: `The hub answers ${status}` }
  }
}
