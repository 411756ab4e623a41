import { lookup as lookUp, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { errorCode } from '#lib/error-text.ts'
import { numericHost, type Reach } from './reach.ts'

export type RequestFailure = 'NOT_ALLOWED' | 'TIMED_OUT' | 'NOT_FOUND' | 'REFUSED' | 'CERTIFICATE' | 'BROKEN'

interface Outbound {
  method?: string
  headers: Record<string, string>
  body?: string | Uint8Array
  reach: Reach
  /** Also ends the answer's body. */
  signal: AbortSignal
}

const notAllowedCode = 'ENOTALLOWED'

const notAllowed = (name: string) =>
  Object.assign(new Error(`${name} is in a closed network`), { code: notAllowedCode })

/**
 * Sends a request to an address that a user has given, and resolves when the answer's headers have arrived. The address
 * is checked where it is resolved, and only checked addresses are connected to (DNS rebinding). Redirects are not
 * followed. `failureOf` reads its errors.
 */
export function openRequest(
  url: URL,
  { method = 'GET', headers, body, reach, signal }: Outbound,
): Promise<http.IncomingMessage> {
  const host = numericHost(url)
  if (host !== null && !reach(host, url.protocol)) return Promise.reject(notAllowed(host))
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method,
    // No keep-alive: the other side might keep connections open forever.
    agent: false,
    lookup: lookupWithin((address) => reach(address, url.protocol)),
    signal,
    headers: { 'user-agent': 'Seller-Hub', ...headers },
  })
  // Keep the listener; later failures are reported by the response stream.
  request.on('error', reject)
  request.on('response', (response) => {
    // Node would only report that the connection was reset.
    signal.addEventListener('abort', () => response.destroy(signal.reason as Error), { once: true })
    resolve(response)
  })
  // Without a listener Node closes an unrequested upgrade without any event, not even by the signal.
  request.on('upgrade', (response, socket) => {
    socket.destroy()
    resolve(response)
  })
  request.end(body)
  return promise
}

function lookupWithin(isAllowed: (address: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    lookUp(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, [])
      const allowed = addresses.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (!first) return callback(notAllowed(name), [])
      if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

/** The kind of an error; its message could reveal addresses of the hub's network. */
export function failureOf(error: unknown): RequestFailure {
  const [code, name] = [errorCode(error), error instanceof Error ? error.name : '']
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT') return 'TIMED_OUT'
  if (code === notAllowedCode) return 'NOT_ALLOWED'
  if (/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/.test(code)) return 'NOT_FOUND'
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return 'REFUSED'
  if (/CERT|TLS|SSL|EPROTO/.test(code)) return 'CERTIFICATE'
  return 'BROKEN'
}
