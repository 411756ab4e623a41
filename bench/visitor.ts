import { Agent, request, type IncomingMessage } from 'node:http'
import { paths } from '#web/paths.ts'

/** Response timeout in milliseconds. */
const silence = 120_000

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  /** The body as served, compressed if accepted. */
  body: Buffer
  /** Milliseconds from sending the request to the last byte. */
  ms: number
}

export interface Visitor {
  /** `encoding` is the Accept-Encoding; by default that of Chromium and Firefox. */
  get(path: string, options?: { encoding?: string }): Promise<Answer>
  /** Submits a form. Rejects without a response. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Answer>
  cookie: string
  close(): void
}

/** Signs in by a one-time link or stays signed out; `connections` limits concurrent requests. */
export async function createVisitor({
  url,
  link,
  connections = 1,
}: {
  url: string
  link: string | null
  connections?: number
}): Promise<Visitor> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const cookie = link === null ? '' : await signIn(agent, link)
  return {
    cookie,
    get: (path, { encoding = 'gzip, deflate, br, zstd' } = {}) =>
      send({ agent, url: `${url}${path}`, cookie, encoding }),
    post: (path, fields) =>
      send({ agent, url: `${url}${path}`, cookie, encoding: 'identity', form: new URLSearchParams(fields).toString() }),
    close: () => agent.destroy(),
  }
}

export async function tokenOf(visitor: Visitor): Promise<string> {
  const { body } = await visitor.get(paths.preferences, { encoding: 'identity' })
  const srt = /name="srt" value="([^"]+)"/.exec(body.toString())?.[1]
  if (!srt) throw new Error('the preferences page has no token')
  return srt
}

async function signIn(agent: Agent, link: string): Promise<string> {
  const { status, headers } = await send({ agent, url: link, cookie: '', encoding: 'identity' })
  const cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  if (status !== 302 || cookie === '') throw new Error(`signing in was answered with ${status}`)
  return cookie
}

function send({
  agent,
  url,
  cookie,
  encoding,
  form,
}: {
  agent: Agent
  url: string
  cookie: string
  encoding: string
  form?: string
}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const headers = {
      cookie,
      'accept-encoding': encoding,
      'accept-language': 'en-GB',
      accept: 'text/html',
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const method = form === undefined ? 'GET' : 'POST'
    const sent = request(url, { agent, headers, method, timeout: silence }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const ms = performance.now() - began
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks), ms })
      })
    })
    sent.on('error', reject)
    sent.on('timeout', () => sent.destroy(new Error('no answer came')))
    sent.end(form)
  })
}
