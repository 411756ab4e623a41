import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import type { TestApi } from '#api/testing.ts'
import { portOf } from '#lib/listening.ts'

/** Serves the API by HTTP until the test ends; returns its URL. */
export async function serveApi({ raw }: TestApi): Promise<string> {
  const answer = getRequestListener(raw)
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${portOf(server)}`
}

/** Adds the seller of the kit's tests. */
export async function addSeller(api: TestApi): Promise<void> {
  const place = { country: 'GB', timeZone: 'Europe/London', currency: 'GBP' }
  await api.ask('PUT', '/sellers/s-42', { body: { username: 'corner', displayName: 'Corner', ...place } })
}
