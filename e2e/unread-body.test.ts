import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { apiRoot } from '#api/marketplace-api.ts'
import { sellRoots } from '#api/sell/sell-api.ts'
import { paths, serverPaths } from '#web/paths.ts'
import { cookieOf } from './http-member.ts'
import { testHub } from './testing.ts'

const test = await testHub()
const cookie = await cookieOf(test, 'owner@demo.example')

interface Sent {
  method?: string
  path: string
  body?: Buffer
  headers?: Record<string, string>
}

/** Sends a request on an agent's single connection; returns the status, and whether the connection was reused. */
function send(agent: Agent, { method = 'POST', path, body, headers }: Sent) {
  return new Promise<{ status: number; reused: boolean; connection: string | undefined }>((resolve, reject) => {
    const sent = request(test.url + path, { method, agent, headers }, (response) => {
      const { statusCode, headers: said } = response
      response.resume().on('end', () => {
        resolve({ status: statusCode!, reused: sent.reusedSocket, connection: said.connection })
      })
    })
    sent.on('error', reject).end(body)
  })
}

const threeMegabytes = Buffer.alloc(3_000_000, 'a')

it.each<[what: string, sent: Sent, status: number]>([
  ['an order without a key', { path: `${apiRoot}/sellers/harbour-camera/orders` }, 401],
  ['a tool without a token', { path: `${sellRoots[0]}/no-such-thing` }, 401],
  ['a page that takes no form', { path: paths.overview }, 403],
  ['a form without its token', { path: paths.preferences }, 403],
  ['a form of another site', { path: paths.preferences, headers: { origin: 'https://elsewhere.example' } }, 403],
  ['a method that no page has', { path: paths.orders, method: 'PUT' }, 405],
  ['a beacon', { path: serverPaths.track, headers: { origin: 'SELF' } }, 413],
  ['a picture', { path: '/pictures/none.webp' }, 405],
  ['no page', { path: '/nowhere' }, 405],
])('%s with a long body is refused, and the next request on its connection answered', async (_what, sent, status) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers: Record<string, string> = { cookie, ...sent.headers }
  if (headers.origin === 'SELF') headers.origin = test.url
  for (const body of [Buffer.alloc(1_000, 'a'), threeMegabytes]) {
    const refused = await send(agent, { ...sent, body, headers })
    if (body === threeMegabytes) expect(refused.status).toBe(status)
    // Client and server agree on whether the connection stays open.
    const next = await send(agent, { method: 'GET', path: serverPaths.health })
    expect(next).toMatchObject({ status: 200, reused: refused.connection !== 'close' })
  }
  agent.destroy()
})

it('a body that goes on and on is not read for ever: its answer closes the connection', async () => {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(test.url).port) })
  socket.write(
    `POST ${apiRoot}/sellers/harbour-camera/orders HTTP/1.1\r\nHost: hub\r\nContent-Length: 900000000\r\n\r\n`,
  )
  // One byte more than the hub drains. Unread bytes at the close would discard the response.
  socket.write(Buffer.alloc(64_000_001, 'a'))
  const [first] = (await socket.take(1).toArray()) as [Buffer]
  socket.destroy()
  expect(first.toString()).toMatch(/^HTTP\/1\.1 401 [^]*\r\nconnection: close\r\n/i)
})
