import type { ApiKey } from '#features/shop/api-keys/api-keys-db.server.ts'
import type { ApiScope } from '#features/shop/api-keys/api-key.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows, type OwnRows } from '#web/own-rows.ts'
import type { ApiSeller } from '../sellers-by-id.ts'
import type { SellError, SellErrorId } from './sell-error.ts'

/** Below it is what is about things on offer. */
export const inventoryRoot = '/sell/inventory/v1'
/** Below it is what holds for the shop as a whole. */
export const accountRoot = '/sell/account/v1'

/** What an address of `/sell` answers. */
export interface SellAnswer {
  status: number
  body?: unknown
  /** Where the new thing is: a path of the hub. */
  location?: string
}

/** A call of a seller's tool: whose, and what it says. */
export interface SellCall extends OwnRows {
  hub: Hub
  key: ApiKey
  seller: ApiSeller
  /** How the timeline names the tool. */
  actor: Actor
  params: Readonly<Record<string, string>>
  url: URL
  /** The body, read as JSON; null where the address takes none. */
  body: unknown
  /** Refuses a tool whose key may not any more: for what is waited for once the call has begun. */
  requireStill: () => Promise<void>
  /** Ends where nobody waits for the answer any more. */
  signal: AbortSignal
  /** What a failure is to the tool; one of ours is written into the log. */
  told: (error: unknown) => SellError
}

/** An address of `/sell`. */
export interface SellRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Whole, with its parameters: `/sell/fulfillment/v1/order/{orderId}`. */
  path: string
  scope: ApiScope
  /** Takes a body; the error's id is for one that cannot be read. */
  body?: SellErrorId
  /** Must be told which language its texts are in. */
  hasLanguage?: true
  handle: (call: SellCall) => Promise<SellAnswer>
}

/** A call as its address takes it. */
export function callOf(
  hub: Hub,
  {
    key,
    seller,
    ...call
  }: Pick<SellCall, 'key' | 'seller' | 'params' | 'url' | 'body' | 'requireStill' | 'signal' | 'told'>,
): SellCall {
  return { hub, key, seller, actor: { kind: 'TOOL', name: key.name }, ...call, ...ownRows(hub, seller.id) }
}

/** The address of something of the hub's, as answers name it. */
export const hrefOf = ({ hub }: Pick<SellCall, 'hub'>, path: string) => hub.config.publicUrl + path
