import { writeEvents } from '#api/event-data.ts'
import { startDeliveries, type Deliveries, type DeliverOptions } from '#features/developers/webhooks/deliver.server.ts'
import type { Hub } from '#web/hub.ts'

/** Starts webhook delivery in this process, with payloads in the API's format. */
export const startWebhooks = (hub: Hub, options: Omit<DeliverOptions, 'write'> = {}): Deliveries =>
  startDeliveries(hub, { ...options, write: (events) => writeEvents(hub, events) })
