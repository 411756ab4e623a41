import { rowsOf } from '#db/testing-row.ts'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { addTestListing } from '#api/testing-orders.ts'
import { createMarketplaceApi } from '#api/marketplace-api.ts'
import { testApi } from '#api/testing.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { testServices, type TestServices } from '#features/people/accounts/testing.ts'
import { moveCase } from '#features/after-sale/cases/move-case-db.server.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import type { CaseNumber, SellerStep } from '#features/core/order/order-case.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { parseRefundKey } from '#features/after-sale/refunds/refund.ts'
import { settleRefund } from '#features/after-sale/refunds/settle-refunds.server.ts'
import type { Clock } from '#marketplace/simulator/hub-client.ts'
import { portOf } from '#lib/listening.ts'
import { brand } from '#lib/brand.ts'

/** A hub with two shops, its API served over HTTP, and a key with all scopes. */
export interface ServedHub {
  db: TestDatabase
  url: string
  key: string
  /** Acts as the sellers: ships paid orders, accepts returns, refunds. */
  work(): Promise<void>
  /** Orders in order of arrival: buyer, items and totals. */
  orders(): Promise<object[]>
}

const sellers = [
  { id: 'lens', country: 'GB', currency: 'GBP' },
  { id: 'papier', country: 'DE', currency: 'EUR' },
]

/** Serves a new hub; closed after the test. */
export async function serveHub(now: () => Date = () => new Date()): Promise<ServedHub> {
  const db = await testDatabase()
  const api = await testApi(db, { now })
  const hub = testServices(db, { now })
  const listener = getRequestListener(createMarketplaceApi(hub))
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.close().closeAllConnections())
  for (const { id, country, currency } of sellers) {
    const body = { username: id, displayName: id, country, timeZone: 'Europe/London', currency }
    await api.ask('PUT', `/sellers/${id}`, { body })
    const { id: sellerId } = await sellerOf(db, id)
    for (const quantity of [1, 30, 500]) await addTestListing(db, { sellerId, quantity, currency })
  }
  await db.owner.updateTable('listings').set({ image_url: '/demo/products.svg#body' }).execute()
  return {
    db,
    url: `http://127.0.0.1:${portOf(server)}`,
    key: api.key,
    work: async () => {
      await shipAll(db, now)
      await answerCases(hub)
    },
    orders: () =>
      db.owner
        .selectFrom('orders as o')
        .innerJoin('line_items as l', 'l.order_id', 'o.id')
        .innerJoin('addresses as a', 'a.id', 'o.ship_to_address_id')
        .select(['o.external_id', 'o.buyer_username', 'a.line1', 'a.city', 'a.country', 'o.total_minor', 'o.currency'])
        .select(['l.position', 'l.item_number', 'l.quantity'])
        .orderBy('o.id')
        .orderBy('l.position')
        .execute(),
  }
}

const sellerOf = (db: TestDatabase, id: string) =>
  db.owner.selectFrom('sellers').select('id').where('external_id', '=', id).executeTakeFirstOrThrow()

async function shipAll(db: TestDatabase, now: () => Date): Promise<void> {
  const due = await rowsOf(db.owner, 'orders', { status: 'AWAITING_SHIPMENT' }, 'id')
  for (const { seller_id: sellerId, order_number: number } of due) {
    const parcel = { key: newParcelKey(), carrier: 'DHL', trackingNumber: `JJD${number.replaceAll('-', '')}00` }
    await db.asSeller(sellerId, 'write', (tx) =>
      shipOrder(tx, {
        sellerId,
        number: brand<OrderNumber>(number),
        actor: { kind: 'HUB' },
        now: now(),
        parcels: [{ ...parcel, shippedAt: now(), contents: 'rest' }],
      }),
    )
  }
}

const answers: Readonly<Record<string, SellerStep>> = {
  RETURN_REQUESTED: 'accept',
  RETURN_LABEL_PENDING: 'give-label',
  ITEM_DELIVERED: 'refund',
  WAITING_SELLER_RESPONSE: 'refund',
}

async function answerCases(hub: TestServices): Promise<void> {
  const due = await hub.db.owner.selectFrom('cases').selectAll().where('turn', '=', 'SELLER').orderBy('id').execute()
  for (const { seller_id: sellerId, case_number: number, state } of due) {
    const step = answers[state]
    if (!step) continue
    const moved = await hub.db.asSeller(sellerId, 'write', (tx) =>
      moveCase(tx, {
        sellerId,
        number: brand<CaseNumber>(number),
        step,
        parcel: step === 'give-label' ? { carrier: 'DHL', trackingNumber: 'JJD0000000000000000' } : null,
        key: `${number} ${step}`,
        actor: { kind: 'HUB' },
        now: hub.now(),
        policyPack: hub.config.policyPack,
      }),
    )
    const refund = moved.ok ? parseRefundKey(moved.refundKey) : null
    if (refund) await settleRefund(hub, sellerId, refund)
  }
}

/** A clock without delays: `sleep` returns at once, after `meanwhile`. */
export function immediateClock(meanwhile: () => Promise<void> = async () => {}): Clock {
  let time = Date.now()
  return {
    now: () => time,
    sleep: async (milliseconds) => {
      time += milliseconds
      await meanwhile()
    },
  }
}
