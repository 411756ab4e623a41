import type { Row } from '#db/schema.ts'

export const apiScopes = [
  'sellers:read',
  'sellers:write',
  'members:write',
  'keys:write',
  'orders:read',
  'orders:write',
  'orders:ship',
  'refunds:write',
  'cases:write',
  'messages:read',
  'messages:write',
  'offers:read',
  'offers:write',
  'tracking:write',
  'feedback:read',
  'feedback:write',
  'buyers:erase',
  'listings:read',
  'listings:write',
  'stock:write',
  'events:read',
  'webhooks:write',
  'traffic:write',
  'payments:read',
  'payments:write',
  'catalogue:read',
  'catalogue:write',
] as const
export type ApiScope = (typeof apiScopes)[number]

/**
 * Scopes that a seller may grant. Creating orders, payments and members is the marketplace's; shipping and refunding is
 * for sellers' own tools (`/sell`).
 */
export const sellerScopes = [
  'sellers:read',
  'orders:read',
  'orders:ship',
  'refunds:write',
  'messages:read',
  'offers:read',
  'feedback:read',
  'listings:read',
  'listings:write',
  'stock:write',
  'events:read',
  'webhooks:write',
  'payments:read',
  'catalogue:read',
] as const satisfies readonly ApiScope[]

/** Scopes of sellers' tools only; no marketplace endpoint requires them. */
const toolScopes: readonly ApiScope[] = ['orders:ship', 'refunds:write']

export const marketplaceScopes = apiScopes.filter((scope) => !toolScopes.includes(scope))

export const scopesOf = (isOfSeller: boolean): readonly ApiScope[] => (isOfSeller ? sellerScopes : marketplaceScopes)

export const parseApiScope = (text: string): ApiScope | null => apiScopes.find((scope) => scope === text) ?? null

/** Default validity of a key in days, so that forgotten keys expire. */
export const defaultKeyDays = 365
export const maxKeyDays = 3650
export const chosenDays = [30, 90, defaultKeyDays, 730] as const
/** Maximum active keys of one seller, or of the marketplace. */
export const maxLiveKeys = 50
export const maxKeyNameLength = 60

export type KeyState = 'live' | 'expired' | 'revoked'

export function keyState(key: Pick<Row<'api_keys'>, 'revoked_at' | 'expires_at'>, now: Date): KeyState {
  if (key.revoked_at) return 'revoked'
  return key.expires_at && key.expires_at <= now ? 'expired' : 'live'
}

/** Generates the id of a new key; it makes the form idempotent. */
export const newKeyId = () => randomId().replaceAll('-', '').slice(0, 12)

export const parseKeyId = (text: string): string | null => (/^[0-9a-f]{12}$/.test(text) ? text : null)
import { randomId } from '#lib/random-id.ts'
