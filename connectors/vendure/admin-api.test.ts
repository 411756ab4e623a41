import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { portOf } from '#lib/listening.ts'
import { ShopRefusal } from '../kit/index.ts'
import { createAdminApi } from './admin-api.ts'

/** A server that signs in, and gives other answers by what is asked and by which session. */
async function serving(answer: (query: string, session: string) => object) {
  let sessions = 0
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { query } = body as { query: string }
      if (query.includes('login')) {
        sessions += 1
        return response.writeHead(200, { 'vendure-auth-token': `session-${sessions}` }).end('{"data":{}}')
      }
      const session = request.headers.authorization?.replace('Bearer ', '') ?? ''
      return response.end(JSON.stringify(answer(query, session)))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close().closeAllConnections())
  return createAdminApi({ url: `http://127.0.0.1:${portOf(server)}`, username: 'admin', password: 'secret' })
}

const failing = (message: string, code: string) => ({ errors: [{ message, extensions: { code } }] })

describe('Vendure’s Admin API', () => {
  it('is asked after signing in, and again when the session has ended', async () => {
    const api = await serving((_, session) =>
      session === 'session-2' ? { data: { me: { id: '1' } } } : failing('You are not authorized.', 'FORBIDDEN'),
    )
    expect(await api.read('{ me { id } }')).toEqual({ me: { id: '1' } })
  })

  it('refuses a change by its result or by a fault; where the administrator may not do it, nothing is refused', async () => {
    const api = await serving((query) => {
      if (query === 'result')
        return { data: { addFulfillmentToOrder: { errorCode: 'X', message: 'Nothing is left.' } } }
      if (query === 'fault') return failing('No Order with the id 7.', 'ENTITY_NOT_FOUND')
      if (query === 'forbidden') return failing('You are not authorized.', 'FORBIDDEN')
      return { data: { addFulfillmentToOrder: { id: '5', state: 'Pending' } } }
    })
    await expect(api.change('result', {})).rejects.toEqual(new ShopRefusal('Nothing is left.'))
    await expect(api.change('fault', {})).rejects.toBeInstanceOf(ShopRefusal)
    const forbidden: unknown = await api.change('forbidden', {}).catch((error: unknown) => error)
    expect(forbidden).toEqual(new Error('Vendure: You are not authorized.'))
    expect(forbidden).not.toBeInstanceOf(ShopRefusal)
    expect(await api.change('change', {})).toEqual({ id: '5', state: 'Pending' })
  })
})
