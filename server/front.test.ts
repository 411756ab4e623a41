import { expect, it, onTestFinished } from 'vitest'
import { serverPaths } from '#web/paths.ts'
import { portOf } from '#lib/listening.ts'
import { openFront } from './front.ts'
import { serveMetrics } from './metrics.ts'

it('says before the hub serves that it lives, to wait, and for how long a proxy may keep its connection', async () => {
  const front = await openFront({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => void front.close())
  const url = `http://127.0.0.1:${portOf(front)}`
  const lives = await fetch(url + serverPaths.health)
  expect([lives.status, lives.headers.get('keep-alive')]).toEqual([200, 'timeout=130'])
  const page = await fetch(url)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
})

it('gives its own port to no metrics, and says so', async () => {
  const front = await openFront({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => void front.close())
  const port = portOf(front)
  const config = { port, metricsPort: port, metricsHost: '127.0.0.1' }
  await expect(serveMetrics(async () => '', { config, say: () => {} })).rejects.toThrow(
    `Port ${port} is used by the hub itself: set METRICS_PORT to a port other than PORT.`,
  )
})
