import { createServer, type RequestListener } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { portOf } from '#lib/listening.ts'
import { providerFetch } from './provider-fetch.server.ts'

async function provider(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${portOf(server)}`, port: portOf(server), asked }
}

const networks = { webhookNetworks: ['127.0.0.0/8'], ownCarrier: null }
const failure = (message: string) => ({ failure: 'UNAVAILABLE', message })

it('sends a request as it is, and returns the answer', async () => {
  const { url } = await provider((request, response) => {
    response.writeHead(201, { 'content-type': 'application/json', 'x-sent': request.headers.authorization })
    request.pipe(response)
  })
  const request = new Request(url, { method: 'POST', headers: { authorization: 'Token t' }, body: '{"a":"ü"}' })
  const answer = await providerFetch(networks)(request)
  expect([answer.status, answer.headers.get('x-sent')]).toEqual([201, 'Token t'])
  expect(await answer.json()).toEqual({ a: 'ü' })
})

it('reaches closed networks and plain http only where the operator or the hub’s own carrier allow it', async () => {
  const { url, port, asked } = await provider((_, response) => response.end('{}'))
  const closed = failure('The address is in a network that the hub may not reach')
  const nowhere = { webhookNetworks: [], ownCarrier: null }
  for (const place of [url, `http://localhost:${port}`, `https://127.0.0.1:${port}`, 'http://169.254.169.254/latest'])
    await expect(providerFetch(nowhere)(new Request(place))).rejects.toMatchObject(closed)
  await expect(
    providerFetch({ webhookNetworks: [], ownCarrier: `http://127.0.0.1:${port + 1}` })(new Request(url)),
  ).rejects.toMatchObject(closed)
  expect(asked).toEqual([])
  for (const config of [networks, { webhookNetworks: [], ownCarrier: url }])
    expect((await providerFetch(config)(new Request(`${url}/v1`))).status).toBe(200)
  expect(asked).toEqual(['GET /v1', 'GET /v1'])
})

it('follows no redirect', async () => {
  const target = await provider((_, response) => response.end())
  const { url } = await provider((_, response) => response.writeHead(302, { location: target.url }).end())
  expect((await providerFetch(networks)(new Request(url))).status).toBe(302)
  expect(target.asked).toEqual([])
})

it('reads ten megabytes at most', async () => {
  const megabyte = Buffer.alloc(1024 * 1024)
  const { url } = await provider((request, response) => {
    for (let count = 0; count < Number(request.url?.slice(1)); count += 1) response.write(megabyte)
    response.end()
  })
  expect((await (await providerFetch(networks)(new Request(`${url}/10`))).arrayBuffer()).byteLength).toBe(
    10 * 1024 * 1024,
  )
  await expect(providerFetch(networks)(new Request(`${url}/11`))).rejects.toMatchObject(
    failure('The provider’s answer is too large'),
  )
})

it('names neither address nor key when it fails', async () => {
  const { url } = await provider((_, response) => response.destroy())
  const request = new Request(`${url}/?token=secret`, { headers: { authorization: 'Token secret' } })
  const error = await providerFetch(networks)(request).catch((reason: unknown) => reason)
  expect(error).toMatchObject(failure('The connection to the provider broke off'))
  expect(String((error as Error).stack)).not.toMatch(/secret|127\.0\.0\.1/)
  const signal = AbortSignal.timeout(50)
  const hanging = await provider(() => {})
  await expect(providerFetch(networks)(new Request(hanging.url, { signal }))).rejects.toMatchObject(
    failure('The provider did not answer in time'),
  )
})
