import { lookup as lookUp, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { numericHost, type Reach } from './reach.ts'

/** Why nothing was answered. */
export type SendFailure = 'NOT_ALLOWED' | 'TIMED_OUT' | 'NOT_FOUND' | 'REFUSED' | 'CERTIFICATE' | 'BROKEN' | 'NO_SECRET'

/** What an endpoint answered, the beginning of its text and when it wants to be asked again; or why it did not answer. */
export type SendOutcome = { status: number; text: string; retryAfter?: string | undefined } | { failure: SendFailure }

interface Sending {
  url: string
  headers: Record<string, string>
  body: string
  reach: Reach
  /** Milliseconds for all of it. */
  within: number
}

/** Bytes of an answer that are read, and characters of it that are kept. */
const [mostRead, mostKept] = [16_384, 1_000]

/** What an address that may not be reached fails with. */
export const notAllowed = (name: string) =>
  Object.assign(new Error(`${name} is in a closed network`), { code: notAllowedCode })
const notAllowedCode = 'ENOTALLOWED'

/**
 * Posts to an endpoint. Where it is looked up is where it is judged, and only what was judged is connected to: a name that leads
 * elsewhere a moment later leads nowhere. Nothing is followed, and no more is read than is kept.
 */
export function send({ url: text, headers, body, reach, within }: Sending): Promise<SendOutcome> {
  const url = new URL(text)
  const host = numericHost(url)
  if (host !== null && !reach(host, url.protocol)) return Promise.resolve({ failure: 'NOT_ALLOWED' })
  const { promise, resolve } = Promise.withResolvers<SendOutcome>()
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    // A connection for each: none stays open to an endpoint that never closes one.
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
      const { statusCode: status = 0, headers: told } = response
      resolve({ status, text: readable(Buffer.concat(pieces)), retryAfter: told['retry-after'] })
      request.destroy()
    }
    response.on('data', (piece: Buffer) => {
      pieces.push(piece.subarray(0, mostRead - bytes))
      bytes += piece.length
      if (bytes >= mostRead) done()
    })
    response.on('end', done)
    response.on('error', (error: NodeJS.ErrnoException) => resolve({ failure: failureOf(error) }))
  })
  noteUpgrade(request, (status) => resolve({ status, text: '' }))
  request.end(body)
  return promise
}

/**
 * Calls `told` with the status where a server would go on in another protocol: nobody asked for one, so it is hung up. Where nobody
 * listens for that, Node closes the connection and says nothing, and no signal ends it either: whoever waits would wait for ever.
 */
export function noteUpgrade(request: http.ClientRequest, told: (status: number) => void): void {
  request.on('upgrade', ({ statusCode = 0 }, socket) => {
    socket.destroy()
    told(statusCode)
  })
}

/** Looks names up for a connection, and gives only addresses that may be reached. */
export function lookupWithin(may: (address: string) => boolean): LookupFunction {
  return (name, options, found) => {
    lookUp(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return found(error, [])
      const good = addresses.filter(({ address }) => may(address))
      const [first] = good
      if (!first) return found(notAllowed(name), [])
      if (options.all) found(null, good)
      else found(null, first.address, first.family)
    })
  }
}

/** What may be told of a failure: its own words name addresses of the hub's network. */
export function failureOf(error: NodeJS.ErrnoException): SendFailure {
  const { code = '', name } = error
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT') return 'TIMED_OUT'
  if (code === notAllowedCode) return 'NOT_ALLOWED'
  if (/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/.test(code)) return 'NOT_FOUND'
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return 'REFUSED'
  if (/CERT|TLS|SSL|EPROTO/.test(code)) return 'CERTIFICATE'
  return 'BROKEN'
}

/** Text that can be kept and shown, whatever was sent. */
const readable = (bytes: Buffer) =>
  new TextDecoder()
    .decode(bytes)
    .slice(0, mostKept)
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- just these
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd')
