import type { Row } from '#db/schema.ts'

/** What a key may do, by the part of the API that it is about. */
export const apiScopes = [
  'sellers:read',
  'sellers:write',
  'members:write',
  'orders:read',
  'orders:write',
  'listings:read',
  'stock:write',
] as const
export type ApiScope = (typeof apiScopes)[number]

/** What a seller may let a key do: what orders, payments and members there are is the marketplace's to say. */
export const sellerScopes = [
  'sellers:read',
  'orders:read',
  'listings:read',
  'stock:write',
] as const satisfies readonly ApiScope[]

/** Reads a scope; null for anything else. */
export const parseApiScope = (text: string): ApiScope | null => apiScopes.find((scope) => scope === text) ?? null

/** Days after which a key ends, where nobody says otherwise: a key that is forgotten does not stay good for ever. */
export const usualKeyDays = 365
export const longestKeyDays = 3650
/** Characters of a key's name at most. */
export const longestKeyName = 60

/** How a key stands. */
export type KeyState = 'live' | 'expired' | 'revoked'

/** How a key stands now. */
export function keyState(key: Pick<Row<'api_keys'>, 'revoked_at' | 'expires_at'>, now: Date): KeyState {
  if (key.revoked_at) return 'revoked'
  return key.expires_at && key.expires_at <= now ? 'expired' : 'live'
}
