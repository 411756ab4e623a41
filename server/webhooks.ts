import { writeEvents } from '#api/event-data.ts'
import { startDeliveries, type Deliveries, type DeliverOptions } from '#features/shop/webhooks/deliver.server.ts'
import type { Hub } from '#web/hub.ts'

/** Begins to send webhooks in this process, in the words of the API. */
export const startWebhooks = (hub: Hub, options: Omit<DeliverOptions, 'write'> = {}): Deliveries =>
  startDeliveries(hub, { ...options, write: (events) => writeEvents(hub, events) })
