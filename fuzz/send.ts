import { request as open, type OutgoingHttpHeaders } from 'node:http'
import type { MadeRequest } from './requests.ts'

/** Somebody who is signed in. */
export interface Session {
  name: string
  cookie: string
  srt: string
}

/** How a request was answered; `fault` says what is wrong with it. */
export interface Answered {
  status: number
  fault: string | null
}

/** What is wrong with a status: a 503 says when to come again; any other failure is one of the hub. */
export const faultOf = (status: number, again: unknown) =>
  status >= 500 && !(status === 503 && again) ? `answered with ${status}` : null

/** Milliseconds within which anything is answered whole. */
const patience = 20_000

const boundary = 'fuzz-edge'

/** Sends a request as it is, whatever its address and headers, and judges the answer. */
export function send(url: string, made: MadeRequest, sessions: readonly Session[]): Promise<Answered> {
  const { hostname, port, origin } = new URL(url)
  const session = sessions[made.session]
  const query = made.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  const body = made.method === 'GET' || made.method === 'HEAD' ? null : bodyOf(made, session)
  const token: OutgoingHttpHeaders = made.token === 'good' && session ? { 'x-srt': session.srt } : {}
  const own: OutgoingHttpHeaders = {
    ...token,
    ...(session ? { cookie: session.cookie } : {}),
    origin,
    ...body?.headers,
  }
  const cookie = [own.cookie, made.headers.cookie].filter(Boolean).join('; ')
  const headers = { ...own, ...made.headers, ...(cookie ? { cookie } : {}) }
  return new Promise((resolve) => {
    const fail = (fault: string, status = 0) => resolve({ status, fault })
    const sent = open(
      { hostname, port, method: made.method, path: pathOf(made.path, query), headers, agent: false },
      (response) => {
        const { statusCode: status = 0 } = response
        const fault = faultOf(
          status,
          response.headers['retry-after'] || response.headers['content-type'] === 'application/json',
        )
        // What tells of changes never ends: it is as good as its beginning.
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          resolve({ status, fault })
          sent.destroy()
        }
        response.on('end', () => resolve({ status, fault }))
        response.on('error', (error) => fail(`the answer broke off: ${error.message}`, status))
        response.resume()
      },
    )
    sent.setTimeout(patience, () => {
      fail(`no answer within ${patience} ms`)
      sent.destroy()
    })
    // A server may refuse a body by closing; whether it lives is asked afterwards.
    sent.on('error', () => resolve({ status: 0, fault: null }))
    sent.end(body?.bytes)
  })
}

/** An address with more of a query: a form that is sent by GET drops what its address had. */
const pathOf = (path: string, query: string) => (query === '' ? path : `${path.split('?')[0]}?${query}`)

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function bodyOf(
  { body: { kind, fields, files }, token }: MadeRequest,
  session: Session | undefined,
): { bytes: Buffer; headers: OutgoingHttpHeaders } | null {
  const srt = token === 'good' ? session?.srt : token === 'forged' ? 'forged' : undefined
  const all = srt === undefined ? fields : [['srt', srt] as const, ...fields]
  const of = (text: string, type: string) => ({ bytes: Buffer.from(text), headers: { 'content-type': type } })
  switch (kind) {
    case 'none':
      return null
    case 'urlencoded':
      return of(
        all.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&'),
        'application/x-www-form-urlencoded',
      )
    case 'json':
      return of(JSON.stringify(Object.fromEntries(all)), 'application/json')
    case 'bytes':
      return of(fields.flat().join(''), 'image/png')
    case 'multipart':
      return of(
        `${all.map((pair) => partOf(pair, files)).join('')}--${boundary}--\r\n`,
        `multipart/form-data; boundary=${boundary}`,
      )
  }
}

/** Where nobody says which are files, every fifth is one, by what it is made of, so that the same request is the same again. */
function partOf([name, value]: readonly [string, string], files?: readonly string[]): string {
  const file = (files ? files.includes(name) : value.length % 5 === 4) ? `; filename="${value.slice(0, 20)}"` : ''
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
}
