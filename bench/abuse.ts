import { request, type OutgoingHttpHeaders } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { pictureForm } from '#web/form-body.server.ts'
import { paths, withQuery } from '#web/paths.ts'

/** Who sends: a member's session, and the token of its forms. */
export interface Sender {
  url: string
  cookie: string
  srt: string
}

/** What one client sends without pause, so many at once. */
export interface Abuse {
  name: string
  atOnce: number
  /** Sends one; the status of its answer, 0 where it was cut off. `signal` ends one that is never read. */
  send(signal: AbortSignal): Promise<number>
}

/** The worst that is known of each kind of request. */
export async function worstKnown(sender: Sender): Promise<Abuse[]> {
  const form = (token: string, part: string) => {
    const body = Buffer.concat([Buffer.from(partOf('srt', token)), Buffer.alloc(formBytes, part)])
    return () => send(sender, { method: 'POST', path: paths.listingForm(), headers: formType, body })
  }
  const png = await wordyPng()
  const picture = { method: 'POST', path: paths.pictureUpload, headers: { 'x-srt': sender.srt }, body: png }
  const search = withQuery(paths.orders, { q: 'le', limit: '200' })
  const path = paths.ordersExport
  return [
    { name: 'forms of 60 MB: empty parts', atOnce: 8, send: form(sender.srt, partOf('', '')) },
    { name: 'forms of 60 MB: dashes', atOnce: 8, send: form(sender.srt, '-') },
    { name: 'forms of 60 MB: a forged token', atOnce: 8, send: form('forged', partOf('', '')) },
    { name: 'pictures: 3 MB with 3 GB of words', atOnce: 8, send: () => send(sender, picture) },
    { name: 'searches for two letters, 200 rows', atOnce: 50, send: () => send(sender, { path: search }) },
    { name: 'exports, by HEAD', atOnce: 50, send: () => send(sender, { method: 'HEAD', path }) },
    { name: 'exports', atOnce: 50, send: () => send(sender, { path }) },
    { name: 'exports that nobody reads', atOnce: 50, send: (signal) => send(sender, { path, stalled: signal }) },
  ]
}

const boundary = 'bench-edge'
const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` }
/** Hardly less than a form with pictures may have. */
const formBytes = Math.floor(pictureForm.files! * 0.95)

function partOf(name: string, value: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

/** A PNG with 60 chunks of words, each of which unfolds from 50 KB to 50 MB. */
async function wordyPng(): Promise<Buffer> {
  const picture = await sharp({ create: { width: 600, height: 500, channels: 3, background: '#c04020' } })
    .png()
    .toBuffer()
  const words = Buffer.concat([Buffer.from('zTXtComment\0\0'), deflateSync(Buffer.alloc(50_000_000))])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(words.length - 4)
  sum.writeUInt32BE(crc32(words))
  const chunk = Buffer.concat([length, words, sum])
  // Behind the signature and the header.
  return Buffer.concat([picture.subarray(0, 33), ...Array.from({ length: 60 }, () => chunk), picture.subarray(33)])
}

interface Sent {
  path: string
  method?: string
  headers?: OutgoingHttpHeaders
  body?: Buffer
  /** The answer is not read until this ends it. */
  stalled?: AbortSignal
}

/** On a connection of its own. A server may refuse a body by closing: that is an answer too. */
function send({ url, cookie }: Sender, { path, method = 'GET', headers, body, stalled }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url + path, { method, agent: false, headers: { cookie, ...headers } }, (response) => {
      const { statusCode = 0 } = response
      const done = () => resolve(statusCode)
      response.on('end', done).on('error', done)
      if (!stalled || stalled.aborted || statusCode !== 200) response.resume()
      else stalled.addEventListener('abort', () => response.destroy(new Error('ended')))
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}
