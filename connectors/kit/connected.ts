import type { HubClient } from './hub-client.ts'
import type { StockOwner } from './decide.ts'
import type { Outbox } from './outbox.ts'
import type { Source } from './source.ts'

export interface Connected {
  source: Source
  hub: HubClient
  outbox: Outbox
  stock: StockOwner
  /** Address of a picture for products without one, which stay drafts without it. */
  placeholder?: string | null
}
