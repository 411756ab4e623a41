import { addSale } from '#features/selling/sale-events/testing.ts'
import { addPurchase, addSupplier } from '#features/selling/purchases/testing.ts'
import { addRows } from '#db/testing-row.ts'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Database } from '#db/client.ts'
import { makeFundsAvailable } from '#features/payments/payouts/funds-available.server.ts'
import { addOfferedListing } from '#features/core/offer/testing.ts'
import { addTestDocument } from '#features/core/listing-pictures/testing-pdf.ts'
import { payOutNow } from '#features/payments/payouts/due-payouts.server.ts'
import { addPostedOrder } from '#features/payments/testing.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { hour } from '#lib/duration.ts'
import { addTestListing, orderOf } from './testing-orders.ts'
import type { TestApi } from './testing.ts'

/** A time some days ago, as the API writes it. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * hour).toISOString()

/** Adds one item of each kind for a seller, through the API where it can; returns their ids by path parameter. */
export async function fillSeller(
  api: TestApi,
  { db, id, name }: { db: Database; id: number; name: string },
): Promise<Record<string, string>> {
  const ask = async (method: string, path: string, body: object) => {
    const answer = await api.ask(method, `/sellers/${name}${path}`, { body })
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const item = await addTestListing(db, { sellerId: id, quantity: 9, sku: 'ANN-1' })
  const payment = { id: 'p-1', method: 'CARD', state: 'PAID', paidAt: daysAgo(3) }
  const { number } = await ask('POST', '/orders', { ...orderOf('A-1', item), placedAt: daysAgo(3), payment })
  const parcel = { key: newParcelKey(), carrier: 'DHL', trackingNumber: 'JD1', shippedAt: new Date(daysAgo(2)) }
  const shipped = await db.asSeller(id, 'write', (tx) =>
    shipOrder(tx, {
      sellerId: id,
      number,
      actor: { kind: 'HUB' },
      now: new Date(),
      parcels: [{ ...parcel, contents: 'rest' }],
    }),
  )
  expect(shipped).toMatchObject({ ok: true })
  await ask('POST', '/tracking-events', { shipment: parcel.key, event: 'DELIVERED', at: daysAgo(1) })
  const shot = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#876' } })
    .jpeg()
    .toBuffer()
  const picture = await api.raw(
    new Request(`${api.hub.config.publicUrl}/marketplace/v1/sellers/${name}/pictures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'image/jpeg' },
      body: new Uint8Array(shot),
    }),
  )
  const { id: pictureId } = (await picture.json()) as { id: string }
  const opened = await ask('POST', '/orders/A-1/cases', {
    id: 'r-1',
    kind: 'RETURN',
    reason: 'DEFECTIVE_ITEM',
    line: 1,
    quantity: 1,
    message: 'It sticks.',
    photos: [{ picture: pictureId }],
  })
  await ask('PUT', '/feedback/f-1', { order: 'A-1', rating: 'POSITIVE', leftAt: daysAgo(0) })
  await ask('PUT', '/members/ada@ann.example', { name: 'Ada', role: 'owner' })
  await addPostedOrder(db, id)
  await makeFundsAvailable(api.hub)
  await payOutNow(api.hub, id)
  const payouts = (await api.ask('GET', `/sellers/${name}/payouts`)).body
  const sold = await addPostedOrder(db, id)
  await ask('PUT', '/holds/h-1', { order: sold.number, reason: 'MARKETPLACE' })
  await ask('PUT', '/disputes/d-1', { order: sold.number, reason: 'OTHER' })
  const document = await addTestDocument(api.hub, id)
  await db.asSeller(id, 'write', async (own) => {
    const disputes = await own.selectFrom('disputes').select('id').where('seller_id', '=', id).execute()
    const sent = disputes.map((dispute) => ({
      seller_id: id,
      dispute_id: dispute.id,
      position: 1,
      hash: document,
      name: 'a.pdf',
    }))
    await own.insertInto('dispute_evidence').values(sent).execute()
  })
  const { item: offered } = await addOfferedListing(db, id)
  await ask('PUT', '/offers/of-1', {
    item: offered,
    buyer: 'bea',
    price: { value: '1.00', currency: 'GBP' },
    madeAt: daysAgo(0),
  })
  const question = await ask('POST', `/listings/${offered}/questions`, {
    id: 'q-1',
    buyer: { username: 'bea' },
    text: 'Is it still there?',
    sentAt: daysAgo(0),
  })
  const unitCost = { value: '1.00', currency: 'GBP' }
  await ask('PUT', '/skus/ANN-1/costs/c-1', { unitCost, since: daysAgo(0) })
  await addRows(db.owner, 'merchant_locations', {
    seller_id: id,
    location_key: 'ann',
    is_enabled: true,
    details: JSON.stringify({ location: { address: { country: 'GB', postalCode: 'SE1 1AA' } } }),
  })
  const supplier = await addSupplier(db, id)
  const sale = await addSale(db, id, [])
  const coupon = await addSale(db, id, [], { kind: 'COUPON', code: 'ANN20' })
  const purchase = await addPurchase(db, id, { supplier, skus: [] })
  const { id: key } = await ask('POST', '/keys', { name: 'Ann’s tool', scopes: ['orders:read'] })
  return {
    seller: name,
    key,
    order: 'A-1',
    number,
    item,
    case: opened.number,
    picture: pictureId,
    payment: 'p-1',
    feedback: 'f-1',
    hold: 'h-1',
    cost: 'c-1',
    dispute: 'd-1',
    offer: 'of-1',
    question: question.id,
    document,
    payout: payouts.items[0].id,
    payoutId: payouts.items[0].id,
    transferId: 't-1',
    email: 'ada@ann.example',
    orderId: number,
    fulfillmentId: parcel.key,
    shipment: parcel.key,
    refund: 'rf-1',
    sku: 'ANN-1',
    purchaseOrder: purchase.number,
    saleEvent: sale.sale_key,
    coupon: coupon.sale_key,
    promotionId: sale.sale_key,
    supplier,
    offerId: item,
    merchantLocationKey: 'ann',
  }
}
