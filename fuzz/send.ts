import { request as open, type OutgoingHttpHeaders } from 'node:http'
import type { MadeRequest } from './requests.ts'
import type { Session } from './vocabulary.ts'

/** The response to a request; `fault` says what is wrong with it. */
export interface Answered {
  status: number
  fault: string | null
}

/** The fault of a status: a 503 needs Retry-After; other 5xx are errors. */
export const faultOf = (status: number, again: unknown) =>
  status >= 500 && !(status === 503 && again) ? `answered with ${status}` : null

/** Response timeout in milliseconds. */
const patience = 20_000

const boundary = 'fuzz-edge'

/** Sends a request unmodified and checks the response. */
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
        // Event streams never end; headers suffice.
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
    // A server may refuse a body by closing; liveness is checked later.
    sent.on('error', () => resolve({ status: 0, fault: null }))
    sent.end(body?.bytes)
  })
}

/** Appends to a URL's query; GET forms drop the original one. */
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

/** If files are not specified, every fifth field is one, chosen by content for reproducibility. */
function partOf([name, value]: readonly [string, string], files?: readonly string[]): string {
  const file = (files ? files.includes(name) : value.length % 5 === 4) ? `; filename="${value.slice(0, 20)}"` : ''
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
}
