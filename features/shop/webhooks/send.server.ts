import { lookup as lookUp, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { numericHost, type Reach } from './reach.ts'

export type SendFailure = 'NOT_ALLOWED' | 'TIMED_OUT' | 'NOT_FOUND' | 'REFUSED' | 'CERTIFICATE' | 'BROKEN' | 'NO_SECRET'

/** The response's status, beginning of its body and `Retry-After`; or why there was none. */
export type SendOutcome = { status: number; text: string; retryAfter?: string | undefined } | { failure: SendFailure }

interface Sending {
  url: string
  headers: Record<string, string>
  body: string
  reach: Reach
  /** Timeout in milliseconds. */
  within: number
}

/** Bytes of a response that are read, and characters that are stored. */
const [maxRead, maxStored] = [16_384, 1_000]

export const notAllowed = (name: string) =>
  Object.assign(new Error(`${name} is in a closed network`), { code: notAllowedCode })
const notAllowedCode = 'ENOTALLOWED'

/**
 * Posts to an endpoint. The address is checked where it is resolved, and only checked addresses are connected to (DNS
 * rebinding). Redirects are not followed, and only the stored part of the body is read.
 */
export function send({ url: text, headers, body, reach, within }: Sending): Promise<SendOutcome> {
  const url = new URL(text)
  const host = numericHost(url)
  if (host !== null && !reach(host, url.protocol)) return Promise.resolve({ failure: 'NOT_ALLOWED' })
  const { promise, resolve } = Promise.withResolvers<SendOutcome>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    // No keep-alive: the endpoint might keep connections open forever.
    agent: false,
    lookup: lookupWithin((address) => reach(address, url.protocol)),
    signal: AbortSignal.timeout(within),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Seller-Hub',
      ...headers,
    },
  })
  request.on('error', (error: NodeJS.ErrnoException) => resolve({ failure: failureOf(error) }))
  request.on('response', (response) => {
    const pieces: Buffer[] = []
    let bytes = 0
    const done = () => {
      const { statusCode: status = 0, headers: responseHeaders } = response
      resolve({ status, text: readable(Buffer.concat(pieces)), retryAfter: responseHeaders['retry-after'] })
      request.destroy()
    }
    response.on('data', (piece: Buffer) => {
      pieces.push(piece.subarray(0, maxRead - bytes))
      bytes += piece.length
      if (bytes >= maxRead) done()
    })
    response.on('end', done)
    response.on('error', (error: NodeJS.ErrnoException) => resolve({ failure: failureOf(error) }))
  })
  noteUpgrade(request, (status) => resolve({ status, text: '' }))
  request.end(body)
  return promise
}

/**
 * Calls `onUpgrade` with the status of an unrequested protocol upgrade and closes the connection. Without a listener Node
 * closes it without any event, not even by the signal.
 */
export function noteUpgrade(request: http.ClientRequest, onUpgrade: (status: number) => void): void {
  request.on('upgrade', ({ statusCode = 0 }, socket) => {
    socket.destroy()
    onUpgrade(statusCode)
  })
}

export function lookupWithin(isAllowed: (address: string) => boolean): LookupFunction {
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
export function failureOf(error: NodeJS.ErrnoException): SendFailure {
  const { code = '', name } = error
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT') return 'TIMED_OUT'
  if (code === notAllowedCode) return 'NOT_ALLOWED'
  if (/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/.test(code)) return 'NOT_FOUND'
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return 'REFUSED'
  if (/CERT|TLS|SSL|EPROTO/.test(code)) return 'CERTIFICATE'
  return 'BROKEN'
}

/** Decodes text so that it can be stored and displayed. */
const readable = (bytes: Buffer) =>
  new TextDecoder()
    .decode(bytes)
    .slice(0, maxStored)
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- just these
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd')
