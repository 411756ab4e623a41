import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { newSecret } from '#lib/webhook-signature.ts'
import { portOf } from '#lib/listening.ts'
import { apiRoot } from './marketplace-api.ts'
import { sellHub } from './sell/testing.ts'
import { testApi } from './testing.ts'

/** Commands of the guide, each with its documented status. */
const guide = readFileSync(new URL('../docs/connect.md', import.meta.url), 'utf8')
const commands = [...guide.matchAll(/```sh\n(curl [^]*?) # (\d{3})\n```/g)].map(([, command = '', status]) => ({
  command,
  status: Number(status),
}))

/** Splits a command like a shell: quotes, variables and continued lines. */
function wordsOf(command: string, variables: Record<string, string>): string[] {
  const expand = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => variables[name]!)
  const words: string[] = []
  let word: string | null = null
  for (const [part] of command.matchAll(/\\\n|\s+|'[^']*'|"[^"]*"|[^\s'"\\]+/g)) {
    if (/^(\\\n|\s+)$/.test(part)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + (part.startsWith("'") ? part.slice(1, -1) : expand(part.replaceAll('"', '')))
  }
  return word === null ? words : [...words, word]
}

/** The request curl would send. */
function requestOf([, ...words]: string[]) {
  const asked = { method: 'GET', url: '', headers: {} as Record<string, string>, body: undefined as string | undefined }
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!
    if (word === '-X') asked.method = words[++at]!
    else if (word === '-d' || word === '--data-binary') asked.body = words[++at]!
    else if (word === '-u') asked.headers.authorization = `Basic ${Buffer.from(words[++at]!).toString('base64')}`
    else if (word === '-H') {
      const [name = '', value = ''] = words[++at]!.split(/: (.*)/)
      asked.headers[name.toLowerCase()] = value
    } else asked.url = word
  }
  if (asked.body !== undefined) asked.headers['content-type'] ??= 'application/x-www-form-urlencoded'
  return asked
}

/** Variables in which the guide stores values of responses. */
const kept = {
  access_token: 'TOKEN',
  fulfillmentPolicyId: 'SHIPPING',
  paymentPolicyId: 'PAYMENT',
  returnPolicyId: 'RETURNS',
  offerId: 'OFFER',
  listingId: 'ITEM',
} as const

let variables: Record<string, string>

const db = await testDatabase()
const now = () => new Date('2026-11-22T10:00:00Z')
const api = await testApi(db, { now })
const sell = await sellHub(db, now)
const pictures = await servePicture()
variables = {
  HUB: '',
  SELL: sell.url,
  KEY: api.key,
  AUTH: `Authorization: Bearer ${api.key}`,
  SELLER: 's-42',
  ITEM: '',
  NOW: '2026-11-22T09:30:00Z',
  SECRET: newSecret(),
}

/** A shop's server with a picture; returns its URL. */
async function servePicture(): Promise<string> {
  const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#987' } })
    .jpeg()
    .toBuffer()
  const server = createServer((_request, response) => void response.end(picture))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => server.close())
  return `http://127.0.0.1:${portOf(server)}/light.jpg`
}

async function send({ method, url, headers, body }: ReturnType<typeof requestOf>) {
  if (url.startsWith('/')) return api.ask(method, url, { key: null, headers, body })
  const response = await fetch(url, {
    method,
    headers,
    body: body?.replace('https://shop.example/light.jpg', pictures),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

describe('docs/connect.md', () => {
  it('has commands', () => expect(commands.length).toBeGreaterThan(6))

  it('leads a new shop to its first order, with the documented responses in sequence', async () => {
    for (const { command, status } of commands) {
      const asked = requestOf(wordsOf(command, variables))
      const answer = await send(asked)
      expect([answer.status, answer.body], command).toEqual([status, expect.anything()])
      if (asked.url.endsWith('/keys'))
        Object.assign(variables, { SELLER_KEY: answer.body.secret, SELLER_KEY_ID: answer.body.id })
      if (asked.headers['content-type'] === 'application/x-ndjson')
        expect(answer.body).toMatch(/^\{"line":2,"status":201.*\n\{"line":3,"status":422.*\n$/)
      else
        for (const [field, name] of Object.entries(kept))
          if (field in answer.body && !asked.url.startsWith('/')) variables[name] = answer.body[field]
    }
  })

  it('makes a policy of each kind by a script for the shell, in another currency, too', async () => {
    const serve = getRequestListener((request) => api.raw(request))
    const server = createServer((request, response) => void serve(request, response))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    afterAll(() => server.close())
    const names = { username: 'policies', displayName: 'Policies', timeZone: 'Europe/London' }
    await api.ask('PUT', '/sellers/s-11', { body: { ...names, country: 'GB', currency: 'USD' } })
    const script = /```sh\n(export SELL=[^`]*policy return_policy[^`]*)```/.exec(guide)?.[1] ?? ''
    const { stdout } = await promisify(execFile)('bash', ['-c', script.replace('http://localhost:3000', sell.url)], {
      env: {
        PATH: process.env.PATH,
        HUB: `http://127.0.0.1:${portOf(server)}${apiRoot}`,
        SELLER: 's-11',
        AUTH: variables.AUTH,
      },
    })
    expect(stdout).toBe('fulfillment_policy: 201\npayment_policy: 201\nreturn_policy: 201\n')
  })
})
