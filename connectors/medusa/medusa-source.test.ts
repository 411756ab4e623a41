import { describe, expect, it } from 'vitest'
import {
  ByHand,
  mapped,
  ShopRefusal,
  type Cancellation,
  type Refund,
  type Shipment,
  type ShopOrder,
} from '../kit/index.ts'
import type { MedusaFulfillment, MedusaOrder } from './fields.ts'
import { createMedusaSource } from './medusa-source.ts'
import { idOf } from './order-mapping.ts'
import { answers } from './testing-answers.ts'
import { servingMedusa, type Asked } from './testing-server.ts'

const { taxesMixed, dollars, shipped } = answers.orders
const lamp = taxesMixed.items[0]?.id ?? ''
const named = (order: MedusaOrder) => ({ seller: 's-42', id: idOf(order) })
const env = { MEDUSA_SELLER: 's-42', MEDUSA_CURRENCY: 'eur', MEDUSA_WEBHOOK_SECRET: 'secret' }

async function sourceOf(answer: (asked: Asked) => [status: number, body: unknown]) {
  const { url, key, asked } = await servingMedusa(answer)
  return { source: createMedusaSource({ ...env, MEDUSA_URL: url, MEDUSA_KEY: key }), asked }
}

const unsent = {
  shipped_at: null,
  canceled_at: null,
  created_at: '2026-11-22T09:30:00Z',
  requires_shipping: true,
  items: [],
  labels: [],
}

/** Medusa with one order, which keeps fulfillments and refunds. */
async function sellingShop(first: MedusaOrder) {
  const order = structuredClone(first)
  return sourceOf(({ method, path, body }) => {
    if (method === 'GET') return path.startsWith('/orders/') ? [200, { order }] : [404, {}]
    if (path.endsWith('/fulfillments')) {
      const { metadata } = body as { metadata: MedusaFulfillment['metadata'] }
      const id = `ful_${order.fulfillments.length + 1}`
      order.fulfillments.push({ ...unsent, id, metadata })
    }
    const fulfillment = order.fulfillments.find(({ id }) => path.includes(id))
    if (fulfillment) fulfillment.shipped_at = '2026-11-22T10:00:00Z'
    const payment = order.payment_collections.flatMap(({ payments }) => payments).find(({ id }) => path.includes(id))
    payment?.refunds.push({
      id: 'ref_1',
      created_at: '2026-11-22T11:00:00Z',
      ...(body as { amount: number; note: string }),
    })
    return [200, { order, order_change: { id: 'ordch_1' } }]
  })
}

const changesOf = (asked: readonly Asked[]) =>
  asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])

const parcel = { id: 'p-1', carrier: 'DHL', service: null, trackingNumber: 'AB1', shippedAt: null, replaces: [] }
const refundOf = (value: string): Refund => ({
  id: 'r-1',
  reason: 'OTHER_ADJUSTMENT',
  amount: { value, currency: 'EUR' },
  parts: [],
})

describe('Medusa as a source', () => {
  it('finds orders that changed, and those whose payment did, once each', async () => {
    const payments = [taxesMixed, dollars].map(({ id }) => ({ payment_collection: { order: { id } } }))
    const { source, asked } = await sourceOf(({ path }) => {
      if (path === '/orders') return [200, { orders: [taxesMixed] }]
      if (path === '/payments') return [200, { payments: [...payments, { payment_collection: null }] }]
      return path.endsWith(dollars.id) ? [200, { order: dollars }] : [404, {}]
    })
    const found: ShopOrder[] = []
    for await (const order of mapped(source.orders('2026-11-22T09:00:00.000Z'))) found.push(order)
    expect(found.map(({ id }) => id)).toEqual([idOf(taxesMixed), idOf(dollars)])
    expect(asked.slice(0, 2).map(({ query }) => query.get('updated_at[$gte]'))).toEqual([
      '2026-11-22T09:00:00.000Z',
      '2026-11-22T09:00:00.000Z',
    ])
    expect(await source.order({ seller: 's-42', id: '9-none' })).toBeNull()
  })

  it('reads lists by pages', async () => {
    const { source } = await sourceOf(({ query }) => {
      const offset = Number(query.get('offset'))
      const [product] = answers.products
      const products = Array.from({ length: offset === 0 ? 100 : 3 }, (_, nth) => ({
        ...product,
        id: `p-${offset + nth}`,
      }))
      return [200, { products }]
    })
    const ids: string[] = []
    for await (const { id } of source.listings(null)) ids.push(id)
    expect([ids.length, new Set(ids).size]).toEqual([103, 103])
    const elsewhere = await sourceOf(() => [404, { message: 'Not found' }])
    await expect(elsewhere.source.listings(null)[Symbol.asyncIterator]().next()).rejects.toThrow('MEDUSA_URL')
  })

  it('ships a parcel once, also after a crash between fulfillment and shipment', async () => {
    const { source, asked } = await sellingShop(taxesMixed)
    const shipment = { ...parcel, contents: [{ line: lamp, quantity: 1 }] }
    await source.applyShipment(named(taxesMixed), shipment)
    await source.applyShipment(named(taxesMixed), shipment)
    const path = `/orders/${taxesMixed.id}/fulfillments`
    const items = [{ id: lamp, quantity: 1 }]
    const labels = [{ tracking_number: 'AB1', tracking_url: '', label_url: '' }]
    expect(changesOf(asked)).toEqual([
      [path, { items, metadata: { hub_parcel: 'p-1', carrier: 'DHL' } }],
      [`${path}/ful_1/shipments`, { items, labels }],
    ])
    const made = { ...unsent, id: 'ful_9', metadata: { hub_parcel: 'p-1' } }
    const crashed = await sellingShop({ ...taxesMixed, fulfillments: [made] })
    await crashed.source.applyShipment(named(taxesMixed), shipment)
    expect(changesOf(crashed.asked)).toEqual([[`${path}/ful_9/shipments`, { items, labels }]])
  })

  it('fulfils what needs no parcel on its own', async () => {
    const { source, asked } = await sellingShop({ ...shipped, fulfillments: [] })
    const contents = shipped.items.map(({ id, quantity }) => ({ line: id, quantity }))
    await source.applyShipment(named(shipped), { ...parcel, contents })
    const bodies = asked.filter(({ path }) => path.endsWith('/fulfillments')).map(({ body }) => body)
    expect(bodies).toMatchObject([
      { items: [{ quantity: 2 }], metadata: { hub_parcel: 'p-1' } },
      { items: [{ quantity: 1 }], metadata: { hub_parcel: 'p-1 without shipping' } },
    ])
  })

  it('refunds once, by one payment after the other, and no more than was captured', async () => {
    const payment = (id: string, amount: number) => {
      const times = { updated_at: '2026-11-22T09:31:00Z', captured_at: '2026-11-22T09:31:00Z' }
      return { id, ...times, captures: [{ amount }], refunds: [] }
    }
    const collections = [{ payments: [payment('pay_1', 2), payment('pay_2', 8)] }]
    const { source, asked } = await sellingShop({ ...taxesMixed, payment_collections: collections })
    await source.applyRefund(named(taxesMixed), refundOf('3.50'))
    await source.applyRefund(named(taxesMixed), refundOf('3.50'))
    const note = 'OTHER_ADJUSTMENT (r-1)'
    expect(changesOf(asked)).toEqual([
      ['/payments/pay_1/refund', { amount: 2, note }],
      ['/payments/pay_2/refund', { amount: 1.5, note }],
    ])
    const more = source.applyRefund(named(taxesMixed), { ...refundOf('6.51'), id: 'r-2' })
    await expect(more).rejects.toBeInstanceOf(ShopRefusal)
  })

  it('takes cancelled units away where they are still there, reckoning coupons anew; cancels and hands over once', async () => {
    const order = { ...taxesMixed, status: 'pending' }
    const [item] = order.items.filter(({ id }) => id === lamp)
    const left = (item?.quantity ?? 0) - 1
    const cancel = (of: MedusaOrder, lines: Cancellation['lines']) =>
      sellingShop(of).then(async ({ source, asked }) => {
        await source.applyCancellation?.(named(of), { id: 'c-1', reason: 'OUT_OF_STOCK', lines })
        return changesOf(asked)
      })
    const taken = [{ line: lamp, quantity: 1, left }]
    const edit = `/order-edits/${order.id}`
    const begin = ['/order-edits', { order_id: order.id, internal_note: '(c-1)' }]
    const rest = [
      [`${edit}/items/item/${lamp}`, { quantity: left }],
      [`${edit}/request`, {}],
      [`${edit}/confirm`, {}],
    ]
    expect(await cancel(order, taken)).toEqual([begin, ...rest])
    expect(await cancel(order, [{ line: lamp, quantity: 1, left: left + 1 }])).toEqual([])
    const items = order.items.map((each) => ({ ...each, discount_subtotal: 1 }))
    const carriesOver = ['/order-changes/ordch_1', { carry_over_promotions: true }]
    expect(await cancel({ ...order, items }, taken)).toEqual([begin, carriesOver, ...rest])
    expect(await cancel(order, null)).toEqual([[`/orders/${order.id}/cancel`, {}]])
    expect(await cancel({ ...order, status: 'canceled' }, null)).toEqual([])
    const handOver = (of: MedusaOrder) =>
      sellingShop(of).then(async ({ source, asked }) => {
        await source.applyHandOver?.(named(of), { at: '2026-11-23T10:00:00Z' })
        return changesOf(asked)
      })
    expect(await handOver(order)).toEqual([[`/orders/${order.id}/complete`, {}]])
    expect(await handOver({ ...order, status: 'completed' })).toEqual([])
  })

  it('takes units away that are not fulfilled there, and says if some are', async () => {
    const taking = async (fulfilled: number) => {
      const items = taxesMixed.items.map((each) => ({
        ...each,
        quantity: 5,
        detail: { ...each.detail, fulfilled_quantity: fulfilled },
      }))
      const { source, asked } = await sellingShop({ ...taxesMixed, status: 'pending', items })
      const lines = [{ line: lamp, quantity: 3, left: 1 }]
      const cancellation = { id: 'c-1', reason: 'OUT_OF_STOCK', lines }
      const refusal = await source.applyCancellation?.(named(taxesMixed), cancellation).catch(String)
      const [units] = changesOf(asked).flatMap(([path, body]) => (String(path).includes('/items/') ? [body] : []))
      return [units, refusal]
    }
    const refused =
      'Error: Medusa has fulfilled some of the cancelled units. Cancel their fulfillment there, then send this again.'
    expect(await taking(1)).toEqual([{ quantity: 2 }, undefined])
    expect(await taking(2)).toEqual([{ quantity: 2 }, undefined])
    expect(await taking(3)).toEqual([{ quantity: 3 }, refused])
    expect(await taking(5)).toEqual([undefined, refused])
  })

  it('leaves no edit open: neither one that Medusa refuses, nor its own from before it was killed', async () => {
    const items = taxesMixed.items.map((each) => ({ ...each, discount_subtotal: 1 }))
    const order = { ...taxesMixed, status: 'pending', items }
    let isOpen = false
    const note = { id: 'ordch_1', status: 'pending', internal_note: '(c-1)' }
    const serving = (refuses: (asked: Asked) => boolean, changes: object[]) =>
      sourceOf((asked) => {
        const { method, path } = asked
        if (method === 'DELETE') isOpen = false
        if (path.endsWith('/changes')) return [200, { order_changes: changes }]
        if (method !== 'POST') return [200, { order }]
        if (refuses(asked)) return [400, { message: 'It cannot be carried over.' }]
        if (path === '/order-edits') isOpen = true
        return [200, { order_change: note }]
      })
    const of = named(order)
    const cancellation = { id: 'c-1', reason: 'OTHER', lines: [{ line: lamp, quantity: 1, left: 0 }] }
    const refused = await serving(({ path }) => path.startsWith('/order-changes/'), [])
    await expect(refused.source.applyCancellation?.(of, cancellation)).rejects.toThrow('carried over')
    expect(isOpen).toBe(false)
    isOpen = true
    const killed = await serving(({ path }) => path === '/order-edits' && isOpen, [note])
    await killed.source.applyCancellation?.(of, cancellation)
    expect(killed.asked.at(-1)?.path).toMatch(/confirm$/)
    const theirs = await serving(({ path }) => path === '/order-edits' && isOpen, [{ ...note, internal_note: null }])
    isOpen = true
    await expect(theirs.source.applyCancellation?.(of, cancellation)).rejects.toBeInstanceOf(ShopRefusal)
    expect(isOpen).toBe(true)
  })

  it('cannot take back what is shipped or collected, and says so', async () => {
    const left = { ...unsent, id: 'ful_1', metadata: { hub_parcel: 'p-1' } }
    const undo = (...fulfillments: MedusaFulfillment[]) =>
      sellingShop({ ...taxesMixed, fulfillments }).then(async ({ source, asked }) => {
        await source.undoShipment?.(named(taxesMixed), { id: 'p-1', isOwn: false })
        return changesOf(asked)
      })
    const path = `/orders/${taxesMixed.id}/fulfillments`
    expect(await undo(left)).toEqual([[`${path}/ful_1/cancel`, {}]])
    expect(await undo({ ...left, canceled_at: '2026-11-22T10:00:00Z' }, { ...left, metadata: null })).toEqual([])
    await expect(undo({ ...left, shipped_at: '2026-11-22T10:00:00Z' })).rejects.toThrow('no shipped fulfillment')
    const collected = await sellingShop({ ...taxesMixed, status: 'completed' })
    await expect(collected.source.undoHandOver?.(named(taxesMixed))).rejects.toBeInstanceOf(ShopRefusal)
    const open = await sellingShop({ ...taxesMixed, status: 'pending' })
    await open.source.undoHandOver?.(named(taxesMixed))
  })

  it('notes in the order a parcel that goes in place of one that it cannot cancel, and ships only what is more', async () => {
    const left = (id: string, quantity: number, mark?: string): MedusaFulfillment => ({
      ...unsent,
      id,
      shipped_at: '2026-11-22T10:00:00Z',
      metadata: mark ? { hub_parcel: mark } : null,
      items: [{ line_item_id: lamp, quantity }],
    })
    const order = {
      ...taxesMixed,
      metadata: { gift: 'yes' },
      fulfillments: [left('ful_1', 2, 'p-1'), left('ful_2', 1)],
    }
    const send = async (id: string, quantity: number, more: Partial<MedusaOrder> & Pick<Shipment, 'replaces'>) => {
      const { replaces, ...facts } = more
      const { source, asked } = await sellingShop({ ...order, ...facts })
      const contents = [{ line: lamp, quantity }]
      const outcome = await source.applyShipment(named(taxesMixed), { ...parcel, id, contents, replaces })
      return { outcome, changes: changesOf(asked), source }
    }
    const ofHub = [{ id: 'p-1', isOwn: false }]
    const first = await send('p-2', 1, { replaces: ofHub })
    const note = { carrier: 'DHL', tracking_number: 'AB1', items: [{ id: lamp, quantity: 1 }], replaces: ['p-1'] }
    const noted = (parcels: object) => ({ metadata: { gift: 'yes', hub_parcels: parcels } })
    const path = `/orders/${taxesMixed.id}`
    expect(first.changes).toEqual([[path, noted({ 'p-2': note })]])
    // One of its units is still out there.
    expect(first.outcome).toEqual({ replaced: [] })
    const rest = await send('p-3', 2, { ...noted({ 'p-2': note }), replaces: ofHub })
    expect(rest.changes).toMatchObject([
      [`${path}/fulfillments`, { items: [{ quantity: 1 }], metadata: { hub_parcel: 'p-3' } }],
      [`${path}/fulfillments/ful_3/shipments`, {}],
      [path, noted({ 'p-2': note, 'p-3': note })],
    ])
    expect(rest.outcome).toEqual({ replaced: ofHub })
    // Told again after a crash, taken back again, and one of Medusa's own.
    expect((await send('p-2', 1, { ...noted({ 'p-2': note }), replaces: [] })).changes).toEqual([])
    const again = await send('p-4', 1, { ...noted({ 'p-2': note }), replaces: [{ id: 'p-2', isOwn: false }] })
    expect(again.outcome).toEqual({ replaced: [{ id: 'p-2', isOwn: false }] })
    const undone = again.source.undoShipment?.(named(taxesMixed), { id: 'p-2', isOwn: false })
    await expect(undone).rejects.toBeInstanceOf(ByHand)
    const own = await send('p-5', 1, { replaces: [{ id: 'ful_2', isOwn: true }] })
    expect(own.outcome).toEqual({ replaced: [{ id: 'ful_2', isOwn: true }] })
    await expect(own.source.undoShipment?.(named(taxesMixed), { id: 'ful_2', isOwn: true })).rejects.toThrow(
      'note it there',
    )
  })

  it('sets the units of a variant', async () => {
    const [product] = answers.products
    const { source, asked } = await sourceOf(({ method }) => [200, method === 'GET' ? { product } : {}])
    const variation = product?.variants[1]?.id ?? null
    await source.applyStock({ seller: 's-42', id: product?.id ?? '' }, { variation, available: 10 })
    const item = product?.variants[1]?.inventory_items[0]?.inventory
    const location = item?.location_levels[0]?.location_id
    const path = `/inventory-items/${item?.id}/location-levels/${location}`
    expect(changesOf(asked)).toEqual([[path, { stocked_quantity: 14 }]])
    const none = source.applyStock({ seller: 's-42', id: 'none' }, { variation: 'none', available: 1 })
    await expect(none).rejects.toBeInstanceOf(ShopRefusal)
  })

  it('is woken by what its secret signed', async () => {
    const { source } = await sourceOf(() => [404, {}])
    const signature = '77325902caca812dc259733aacd046b73817372c777b8d95b402647474516e13'
    const body = '{}'
    expect(source.verifyWebhook({ headers: { 'x-connector-signature': signature }, body })).toBe(true)
    expect(source.verifyWebhook({ headers: { 'x-connector-signature': signature }, body: '{ }' })).toBe(false)
    expect(source.verifyWebhook({ headers: {}, body })).toBe(false)
  })
})
