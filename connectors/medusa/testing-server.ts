import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { portOf } from '#lib/listening.ts'
import { createAdminApi, type AdminApi } from './admin-api.ts'

/** A request of the Admin API. */
export interface Asked {
  method: string
  /** Without `/admin`. */
  path: string
  query: URLSearchParams
  body: unknown
  authorization: string | undefined
}

/** Answers requests of the Admin API instead of a Medusa, and remembers them. */
export async function servingMedusa(
  answer: (asked: Asked) => [status: number, body: unknown],
): Promise<{ url: string; key: string; api: AdminApi; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://shop')
      const one = {
        method: request.method ?? '',
        path: pathname.replace('/admin', ''),
        query,
        body: body ? (JSON.parse(body) as unknown) : null,
        authorization: request.headers.authorization,
      }
      asked.push(one)
      const [status, content] = answer(one)
      response.writeHead(status).end(typeof content === 'string' ? content : JSON.stringify(content))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close().closeAllConnections())
  const shop = { url: `http://127.0.0.1:${portOf(server)}`, key: 'sk_1' }
  return { ...shop, api: createAdminApi(shop), asked }
}
