import type { Row } from '#db/schema.ts'

/** What a key may do, by the part of the API that it is about. */
export const apiScopes = [
  'sellers:read',
  'sellers:write',
  'members:write',
  'orders:read',
  'orders:write',
  'orders:ship',
  'refunds:write',
  'cases:write',
  'messages:read',
  'messages:write',
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
  'catalogue:read',
  'catalogue:write',
] as const
/** What a key may be used for. */
export type ApiScope = (typeof apiScopes)[number]

/**
 * What a seller may let a key do: what orders, payments and members there are is the marketplace's to say. To ship, to refund and to
 * change listings is what sellers' own tools do (`/sell`).
 */
export const sellerScopes = [
  'sellers:read',
  'orders:read',
  'orders:ship',
  'refunds:write',
  'messages:read',
  'feedback:read',
  'listings:read',
  'listings:write',
  'stock:write',
  'events:read',
  'webhooks:write',
  'catalogue:read',
] as const satisfies readonly ApiScope[]

/** What only sellers' own tools do: no address of the marketplace's asks for it. */
const toolScopes: readonly ApiScope[] = ['orders:ship', 'refunds:write', 'listings:write']

/** What a key of the marketplace may do. */
export const marketplaceScopes = apiScopes.filter((scope) => !toolScopes.includes(scope))

/** What a key may do, by whether it is one seller's. */
export const scopesOf = (isOfSeller: boolean): readonly ApiScope[] => (isOfSeller ? sellerScopes : marketplaceScopes)

/** Reads a scope; null for anything else. */
export const parseApiScope = (text: string): ApiScope | null => apiScopes.find((scope) => scope === text) ?? null

/** Days after which a key ends, where nobody says otherwise: a key that is forgotten does not stay good for ever. */
export const usualKeyDays = 365
export const longestKeyDays = 3650
/** Days to choose from. */
export const chosenDays = [30, 90, usualKeyDays, 730] as const
/** Keys of one seller, or of the marketplace, that are good at one time: more tell nobody anything. */
export const mostLiveKeys = 50
/** Characters of a key's name at most. */
export const longestKeyName = 60

/** How a key stands. */
export type KeyState = 'live' | 'expired' | 'revoked'

/** How a key stands now. */
export function keyState(key: Pick<Row<'api_keys'>, 'revoked_at' | 'expires_at'>, now: Date): KeyState {
  if (key.revoked_at) return 'revoked'
  return key.expires_at && key.expires_at <= now ? 'expired' : 'live'
}

/** Draws the id of a key that is yet to be made: the same wish sent twice is one key. */
export const newKeyId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12)

/** Reads the id of a key; null for what is none. */
export const parseKeyId = (text: string): string | null => (/^[0-9a-f]{12}$/.test(text) ? text : null)
