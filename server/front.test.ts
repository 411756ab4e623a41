import { expect, it, onTestFinished } from 'vitest'
import { serverPaths } from '#web/paths.ts'
import { hour, minute } from '#lib/duration.ts'
import { portOf } from '#lib/listening.ts'
import { openFront } from './front.ts'
import { serveMetrics } from './metrics.ts'

it('answers health checks before the hub serves, asks to wait, and tells proxies how long to keep connections', async () => {
  const front = await openFront({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => void front.close())
  const url = `http://127.0.0.1:${portOf(front)}`
  const lives = await fetch(url + serverPaths.health)
  expect([lives.status, lives.headers.get('keep-alive')]).toEqual([200, 'timeout=130'])
  const page = await fetch(url)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
})

it('gives a long request two hours, and its headers a minute', async () => {
  const front = await openFront({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => void front.close())
  expect([front.requestTimeout, front.headersTimeout]).toEqual([2 * hour, minute])
})

it('refuses metrics on its own port, and says so', async () => {
  const front = await openFront({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => void front.close())
  const port = portOf(front)
  const config = { port, metricsPort: port, metricsHost: '127.0.0.1' }
  await expect(serveMetrics(async () => '', { config, say: () => {} })).rejects.toThrow(
    `Port ${port} is used by the hub itself: set METRICS_PORT to a port other than PORT.`,
  )
})
