import { randomUUID } from 'node:crypto'
import type { Hub } from '#web/hub.ts'
import { recordTestDelivery, type ClaimedDelivery } from './deliveries-db.server.ts'

/** Queues a test of an endpoint: signed and sent like events, with a type of its own and no data. */
export function sendTest({ db, now }: Pick<Hub, 'db' | 'now'>, endpointId: string): Promise<ClaimedDelivery> {
  const at = now()
  const eventKey = `evt_${randomUUID().replaceAll('-', '')}`
  const event = { id: eventKey, type: 'webhook.test', version: '1', timestamp: at.toISOString(), data: {} }
  return recordTestDelivery(db.owner, { endpointId, eventKey, body: JSON.stringify(event), now: at })
}
