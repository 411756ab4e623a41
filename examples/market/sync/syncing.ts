import type { OrderChanges } from './order-changes.ts'
import type { HubClient } from '../hub-client.ts'
import type { Store } from '../store/open-store.ts'

export interface Syncing {
  store: Store
  hub: HubClient
  now: () => Date
  changes: OrderChanges
}
