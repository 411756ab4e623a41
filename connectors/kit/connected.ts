import type { HubClient } from './hub-client.ts'
import type { StockOwner } from './judge.ts'
import type { Outbox } from './outbox.ts'
import type { Source } from './source.ts'

/** A shop, a hub, and what the connector knows of both. */
export interface Connected {
  source: Source
  hub: HubClient
  outbox: Outbox
  stock: StockOwner
  /** Address of a picture for products without one, which stay drafts without it. */
  placeholder?: string | null
}
