import type { ApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { findApiKeyById } from '#features/developers/api-keys/api-keys-db.server.ts'
import type { Hub } from '#web/hub.ts'
import { countCall, type Caller } from '../caller.ts'
import type { ApiSeller } from '../sellers-by-id.ts'
import { SellError } from './sell-error.ts'
import { readToken } from './token.ts'

export interface Tool {
  /** Limited to the token's scopes. */
  key: ApiKey
  seller: ApiSeller
}

export const bearerOf = ({ headers }: Request): string =>
  /^Bearer +([\w.-]+) *$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''

/** Authenticates by access token; revoking the key ends the token. */
export async function findTool(hub: Hub, bearer: string): Promise<Tool> {
  const now = hub.now()
  const token = readToken(bearer, { secret: hub.secret, kind: 'access', now })
  const key = token && (await findApiKeyById(hub.db.owner, token.keyId, now))
  const seller = key?.sellerId != null && (await readSeller(hub, key.sellerId))
  if (!token || !key || !seller) throw new SellError(1001, {}, { 'WWW-Authenticate': 'Bearer realm="sell"' })
  const may = token.scopes.filter((scope) => key.scopes.includes(scope))
  return { key: { ...key, scopes: may }, seller }
}

/** The same, and counts the call. */
export async function authenticate(hub: Hub, bearer: string, seen: { caller: Caller | null }): Promise<Tool> {
  const tool = await findTool(hub, bearer)
  seen.caller = await countCall(hub, tool.key)
  return tool
}

const readSeller = ({ db }: Hub, id: number) =>
  db.owner.selectFrom('sellers').selectAll().where('id', '=', id).executeTakeFirst()
