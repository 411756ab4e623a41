import type { StartTimer } from '#lib/timers.ts'
import { sameOriginUrl } from '#lib/url-safety.ts'

/** Milliseconds for the whole exchange. */
export const optOutTimeout = 5000

export interface OptOutRequest {
  url: string
  /** The anti-forgery token. Without one nothing is sent. */
  token: string | null
  /** The page's own origin: no other gets the token. */
  origin: string
  fetch: typeof globalThis.fetch
  startTimer: StartTimer
  /** Calls the request off. */
  signal: AbortSignal
}

/**
 * Asks the server to switch the member to the previous tool. Any 2xx is success, everything else failure; the body is
 * never read. Never rejects; after `signal` has fired the answer means nothing and the caller drops it.
 */
export async function requestOptOut(request: OptOutRequest): Promise<'success' | 'failed'> {
  const url = sameOriginUrl(request.url, request.origin)
  if (url === null || !request.token) return 'failed'
  const stop = new AbortController()
  const abort = () => stop.abort()
  request.signal.addEventListener('abort', abort)
  if (request.signal.aborted) abort()
  let cancelTimer = () => {}
  const timedOut = new Promise<'failed'>((resolve) => {
    cancelTimer = request.startTimer(() => {
      abort()
      resolve('failed')
    }, optOutTimeout)
  })
  const outcome = await Promise.race([timedOut, post(url, request, stop.signal)])
  cancelTimer()
  request.signal.removeEventListener('abort', abort)
  return outcome
}

async function post(url: string, request: OptOutRequest, signal: AbortSignal): Promise<'success' | 'failed'> {
  try {
    const answer = await request.fetch(url, {
      method: 'POST',
      // A redirect to another origin fails; credentials and token stay here.
      mode: 'same-origin',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ srt: request.token }),
      signal,
    })
    return answer.status >= 200 && answer.status < 300 ? 'success' : 'failed'
  } catch {
    return 'failed'
  }
}
