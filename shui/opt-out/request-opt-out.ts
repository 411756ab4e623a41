import type { StartTimer } from '#lib/timers.ts'
import { sameOriginUrl } from '#lib/url-safety.ts'

/** Timeout in milliseconds. */
export const optOutTimeout = 5000

export interface OptOutRequest {
  url: string
  /** Anti-forgery token; without one nothing is sent. */
  token: string | null
  /** The page's origin; the token is sent nowhere else. */
  origin: string
  fetch: typeof globalThis.fetch
  startTimer: StartTimer
  signal: AbortSignal
}

/**
 * Requests the switch to the previous tool. 2xx is success, everything else failure; the body is ignored. Never
 * rejects; after `signal` aborts, callers ignore the result.
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
      // A cross-origin redirect fails, so credentials and token stay here.
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
