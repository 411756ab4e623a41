import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { eBayApi, MarketplaceId } from 'ebay-api'
import { afterAll } from 'vitest'
import type { Database } from '#db/client.ts'
import { testServices, type TestServices } from '#features/people/accounts/testing.ts'
import { newKeyId, sellerScopes, type ApiScope } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { hour } from '#lib/duration.ts'
import { portOf } from '#lib/listening.ts'
import { createSellApi } from './sell-api.ts'
import { signToken } from './token.ts'

/** A hub process reachable over HTTP for tools. */
export interface SellHub {
  hub: TestServices
  /** Without a trailing slash. */
  url: string
  makeKey(sellerId: number | null, scopes?: readonly ApiScope[]): Promise<{ id: string; secret: string }>
  /** An access token with all permissions of a seller's key, for requests eBay's client cannot send. */
  tokenOf(sellerId: number): Promise<string>
  /** The same for an existing key. */
  signFor(keyId: string): string
  /** A tool using eBay's client for Node; `scope` is what it requests. */
  toolOf(key: { id: string; secret: string }, scope?: string[]): eBayApi
}

/** Starts a hub for the file's tests; `now` is its clock. */
export async function sellHub(db: Database, now = () => new Date()): Promise<SellHub> {
  // A connection that closes by itself resets the request that a client sends on it just then.
  const server = createServer({ keepAliveTimeout: 0 })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => server.close())
  const url = `http://127.0.0.1:${portOf(server)}`
  const hub = testServices(db, { publicUrl: url, now })
  const serve = getRequestListener(createSellApi(hub))
  server.on('request', (request, response) => void serve(request, response))
  const makeKey: SellHub['makeKey'] = async (sellerId, scopes = sellerScopes) => {
    const key = { id: newKeyId(), name: 'Tool', scopes: [...scopes], sellerId, madeBy: null, days: 1 }
    return (await makeApiKey(db.owner, { ...key, now: hub.now() }))!
  }
  const signFor = (keyId: string) => {
    const expiresAt = new Date(hub.now().getTime() + hour)
    return signToken(hub.secret, { kind: 'access', keyId, scopes: sellerScopes, expiresAt })
  }
  return {
    hub,
    url,
    makeKey,
    signFor,
    tokenOf: async (sellerId) => signFor((await makeKey(sellerId)).id),
    toolOf(key, scope) {
      const marketplaceId = MarketplaceId.EBAY_GB
      const config = {
        appId: key.id,
        certId: key.secret,
        sandbox: false,
        marketplaceId,
        axiosConfig: { proxy: false as const },
      }
      const tool = new eBayApi({ ...config, ...(scope && { scope }) })
      tool.req.instance.interceptors.request.use((request) => {
        request.url = request.url!.replace(/^https:\/\/apiz?\.ebay\.com/, url)
        return request
      })
      return tool
    },
  }
}

/** Error response to a tool. */
export async function refusalOf(asked: Promise<unknown>): Promise<{ status: number; id: number; errors: unknown[] }> {
  const error: unknown = await asked.then(
    (answer) => {
      throw new Error(`It was not refused: ${JSON.stringify(answer)}`)
    },
    (refused: unknown) => refused,
  )
  const { meta } = error as { meta?: { res?: { status: number; data: { errors: { errorId: number }[] } } } }
  if (!meta?.res) throw error
  return { status: meta.res.status, id: meta.res.data.errors[0]!.errorId, errors: meta.res.data.errors }
}
