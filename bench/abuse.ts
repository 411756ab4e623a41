import { request, type OutgoingHttpHeaders } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { pictureForm } from '#web/form-body.server.ts'
import { listPaths } from '#web/list-paths.ts'
import { paths, withQuery } from '#web/paths.ts'

export interface Sender {
  url: string
  cookie: string
  srt: string
}

export interface Abuse {
  name: string
  atOnce: number
  /** Sends one request; returns its status, 0 if cut off. `signal` ends one that is never read. */
  send(signal: AbortSignal): Promise<number>
}

export async function worstKnown(sender: Sender): Promise<Abuse[]> {
  const form = (token: string, part: string) => {
    const body = Buffer.concat([Buffer.from(partOf('srt', token)), Buffer.alloc(formBytes, part)])
    return () => send(sender, { method: 'POST', path: paths.listingForm(), headers: formType, body })
  }
  const png = await wordyPng()
  const picture = { method: 'POST', path: paths.pictureUpload, headers: { 'x-srt': sender.srt }, body: png }
  const search = withQuery(paths.orders, { q: 'le', limit: '200' })
  const path = listPaths(paths.orders).export
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
/** Slightly less than the limit of a form with pictures. */
const formBytes = Math.floor(pictureForm.files! * 0.95)

function partOf(name: string, value: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

/** A PNG with 60 text chunks that each expand from 50 KB to 50 MB. */
async function wordyPng(): Promise<Buffer> {
  const picture = await sharp({ create: { width: 600, height: 500, channels: 3, background: '#c04020' } })
    .png()
    .toBuffer()
  const words = Buffer.concat([Buffer.from('zTXtComment\0\0'), deflateSync(Buffer.alloc(50_000_000))])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(words.length - 4)
  sum.writeUInt32BE(crc32(words))
  const chunk = Buffer.concat([length, words, sum])
  // After the signature and header.
  return Buffer.concat([picture.subarray(0, 33), ...Array.from({ length: 60 }, () => chunk), picture.subarray(33)])
}

interface Sent {
  path: string
  method?: string
  headers?: OutgoingHttpHeaders
  body?: Buffer
  /** The response is not read until this aborts. */
  stalled?: AbortSignal
}

/** Uses a new connection. A server may refuse a body by closing, which counts as a response. */
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
