import type { ApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import type { ApiScope } from '#features/developers/api-keys/api-key.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows, type OwnRows } from '#web/own-rows.ts'
import type { ApiSeller } from '../sellers-by-id.ts'
import type { SellError, SellErrorId } from './sell-error.ts'

export const inventoryRoot = '/sell/inventory/v1'
export const accountRoot = '/sell/account/v1'
export const financesRoot = '/sell/finances/v1'
export const marketingRoot = '/sell/marketing/v1'
export const negotiationRoot = '/sell/negotiation/v1'

export interface SellAnswer {
  status: number
  body?: unknown
  /** Path of the created item. */
  location?: string
}

export interface SellCall extends OwnRows {
  hub: Hub
  key: ApiKey
  seller: ApiSeller
  /** The tool in timelines. */
  actor: Actor
  params: Readonly<Record<string, string>>
  url: URL
  headers: Headers
  /** Parsed JSON body; null if the endpoint takes none. */
  body: unknown
  /** Throws if the key was revoked; call after waiting. */
  requireStill: () => Promise<void>
  /** Aborts when the client disconnects. */
  signal: AbortSignal
  /** Converts a failure to an error; internal ones are logged. */
  errorOf: (error: unknown) => SellError
}

export interface SellRoute {
  /** Method and full path with parameters: `GET /sell/fulfillment/v1/order/{orderId}`. */
  route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`
  scope: ApiScope
  /** Takes a body; error id for an unreadable one. */
  body?: SellErrorId
  /** Requires Content-Language. */
  hasLanguage?: true
  handle: (call: SellCall) => Promise<SellAnswer>
}

export function callOf(
  hub: Hub,
  {
    key,
    seller,
    ...call
  }: Pick<SellCall, 'key' | 'seller' | 'params' | 'url' | 'headers' | 'body' | 'requireStill' | 'signal' | 'errorOf'>,
): SellCall {
  return { hub, key, seller, actor: { kind: 'TOOL', name: key.name }, ...call, ...ownRows(hub, seller.id) }
}

export const hrefOf = ({ hub }: Pick<SellCall, 'hub'>, path: string) => hub.config.publicUrl + path
