import {
  amountOf,
  ByHand,
  isSignedBody,
  mapThing,
  minorOf,
  required,
  ShopRefusal,
  type Cancellation,
  type Environment,
  type LineUnits,
  type Named,
  type Refund,
  type Source,
} from '../kit/index.ts'
import { createAdminApi, type AdminApi, type Query } from './admin-api.ts'
import {
  fulfillmentFields,
  orderFields,
  productFields,
  unitsFields,
  type MedusaItem,
  type MedusaOrder,
  type MedusaProduct,
  type MedusaVariant,
} from './fields.ts'
import { listingOf } from './listing-mapping.ts'
import { fulfillmentsOf, notedIn, replacing, withNote, withoutShipping } from './noted-parcels.ts'
import { idOf, medusaIdOf, orderOf } from './order-mapping.ts'
import { minorOfAmount } from './round-together.ts'
import { applySale } from './price-lists.ts'
import { levelsFor } from './stock-levels.ts'

const pageSize = 100

export function createMedusaSource(env: Environment): Source {
  const settings = {
    seller: required(env, 'MEDUSA_SELLER', 'the seller in the hub to whom the shop belongs'),
    currency: required(env, 'MEDUSA_CURRENCY', 'the currency of the listings’ prices, such as EUR').toUpperCase(),
    category: env.MEDUSA_CATEGORY || 'medusa',
  }
  const secret = env.MEDUSA_WEBHOOK_SECRET ?? ''
  const api = createAdminApi({
    url: required(env, 'MEDUSA_URL', 'the address of Medusa, such as https://shop.example'),
    key: required(env, 'MEDUSA_KEY', 'a secret API key of Medusa'),
  })
  const mapped = (order: MedusaOrder) => {
    const named = { seller: settings.seller, id: idOf(order), changedAt: order.updated_at }
    return mapThing(named, order, (each) => orderOf(each, settings))
  }
  return {
    name: 'Medusa',
    // Prices and stock levels do not change the product's timestamp. Hashes make unchanged products cheap.
    listsAll: true,
    async *listings() {
      for await (const product of allOf<MedusaProduct>(api, 'products', { fields: productFields })) {
        const named = { seller: settings.seller, id: product.id, changedAt: product.updated_at }
        const listing = mapThing(named, product, (each) => listingOf(each, settings))
        if (listing) yield listing
      }
    },
    async listing({ id }) {
      const answer = await api.read<{ product: MedusaProduct }>(`/products/${encodeURIComponent(id)}`, {
        fields: productFields,
      })
      return answer && listingOf(answer.product, settings)
    },
    async *orders(since) {
      const changed: Query = since ? { 'updated_at[$gte]': since } : {}
      const seen = new Set<string>()
      for await (const order of allOf<MedusaOrder>(api, 'orders', { fields: orderFields, ...changed })) {
        seen.add(order.id)
        yield mapped(order)
      }
      if (!since) return
      // Payments do not change the order's timestamp.
      for await (const { payment_collection } of allOf<PaidOrder>(api, 'payments', {
        fields: paidFields,
        ...changed,
      })) {
        const id = payment_collection?.order?.id
        if (!id || seen.has(id)) continue
        seen.add(id)
        const order = await find(api, id)
        if (order) yield mapped(order)
      }
    },
    async order({ id }) {
      const order = await find(api, medusaIdOf(id))
      return order && orderOf(order, settings)
    },
    async applyShipment(of, shipment) {
      const { id, carrier, trackingNumber } = shipment
      const order = await findOrRefuse(api, of)
      const { inPlace, rest: contents, replaced } = replacing(order, shipment)
      const services = new Set(order.items.filter((item) => !item.requires_shipping).map((item) => item.id))
      const labels = trackingNumber ? [{ tracking_number: trackingNumber, tracking_url: '', label_url: '' }] : []
      // Medusa requires separate fulfillments for items with and without shipping.
      const [parcel, served] = [false, true].map((isService) =>
        contents.filter(({ line }) => services.has(line) === isService),
      )
      if (parcel?.length) await ship(api, order, parcel, { mark: { hub_parcel: id, carrier }, labels })
      if (served?.length) await ship(api, order, served, { mark: { hub_parcel: withoutShipping(id) }, labels: [] })
      if (inPlace.length === 0) return
      const note = {
        carrier,
        tracking_number: trackingNumber,
        items: inPlace.map(({ line, quantity }) => ({ id: line, quantity })),
        replaces: shipment.replaces.map((each) => each.id),
      }
      await api.change(`/orders/${order.id}`, { metadata: withNote(order, id, note) })
      return { replaced }
    },
    async undoShipment(of, parcel) {
      const order = await findOrRefuse(api, of)
      const made = fulfillmentsOf(order, parcel)
      if (notedIn(order)[parcel.id] || made.some(({ shipped_at }) => shipped_at))
        throw new ByHand(keepsParcel, { code: 'parcel-stays' })
      for (const each of made) await api.change(`/orders/${order.id}/fulfillments/${each.id}/cancel`, {})
    },
    async applyRefund(of, refund) {
      await refundOrder(api, await findOrRefuse(api, of), refund)
    },
    async applyCancellation(of, { id, lines }) {
      const order = await findOrRefuse(api, of)
      if (order.status === 'canceled') return
      if (lines) await takeAway(api, order, { id, lines })
      else await api.change(`/orders/${order.id}/cancel`, {})
    },
    async applyHandOver(of) {
      const { id, status } = await findOrRefuse(api, of)
      if (status === 'pending') await api.change(`/orders/${id}/complete`, {})
    },
    async undoHandOver(of) {
      const { status } = await findOrRefuse(api, of)
      if (status === 'completed') throw new ByHand(keepsHandOver, { code: 'handover-stays' })
    },
    async applyStock({ id }, { variation, available }) {
      const answer = await api.read<{ product: UnitsOf }>(`/products/${encodeURIComponent(id)}`, {
        fields: unitsFields,
      })
      const variants = answer?.product.variants ?? []
      const variant = variation ? variants.find((each) => each.id === variation) : variants[0]
      if (!variant) throw new ShopRefusal('Medusa has no such product or variant.', { code: 'no-product' })
      for (const { item, location, stocked } of levelsFor(variant, available))
        await api.change(`/inventory-items/${item}/location-levels/${location}`, { stocked_quantity: stocked })
    },
    applySale: ({ id }, sale) => applySale(api, id, sale),
    verifyWebhook: (webhook) =>
      secret !== '' && isSignedBody(secret, webhook.headers['x-connector-signature'] ?? '', webhook.body),
  }
}

const keepsFulfilled =
  'Medusa has fulfilled some of the cancelled units. Cancel their fulfillment there, then send this again.'
const keepsParcel =
  'The seller took this parcel back in the hub. Medusa cancels no shipped fulfillment: note it there, then send this again.'
const keepsHandOver =
  'The seller took this handover back in the hub. Medusa reopens no completed order: note it there, then send this again.'

interface UnitsOf {
  variants: MedusaVariant[]
}

interface PaidOrder {
  payment_collection: { order: { id: string } | null } | null
}
const paidFields = 'id,payment_collection.order.id'

/** All rows of a list, page by page. Ids start with the time, so new rows come last. */
async function* allOf<T>(api: AdminApi, list: string, query: Query): AsyncGenerator<T> {
  for (let offset = 0; ; offset += pageSize) {
    const answer = await api.read<Record<string, T[]>>(`/${list}`, { ...query, order: 'id', limit: pageSize, offset })
    const rows = answer?.[list]
    if (!rows) throw new Error(`Medusa has no list of ${list}: MEDUSA_URL is another address.`)
    yield* rows
    if (rows.length < pageSize) return
  }
}

async function find(api: AdminApi, id: string): Promise<MedusaOrder | null> {
  const answer = await api.read<{ order: MedusaOrder }>(`/orders/${encodeURIComponent(id)}`, { fields: orderFields })
  return answer?.order ?? null
}

async function findOrRefuse(api: AdminApi, { id }: Named): Promise<MedusaOrder> {
  const order = await find(api, medusaIdOf(id))
  if (!order) throw new ShopRefusal('Medusa has no such order.', { code: 'no-order' })
  return order
}

interface Shipping {
  /** Metadata that identifies the fulfillment when the parcel is reported again. */
  mark: { hub_parcel: string; carrier?: string }
  labels: object[]
}

type Fulfilled = Pick<MedusaOrder, 'fulfillments'>

/** Fulfils units and marks them as shipped; after a crash in between, only marks them. */
async function ship(api: AdminApi, order: MedusaOrder, units: readonly LineUnits[], { mark, labels }: Shipping) {
  const path = `/orders/${order.id}/fulfillments`
  const items = units.map(({ line, quantity }) => ({ id: line, quantity }))
  const marked = ({ fulfillments }: Fulfilled) =>
    fulfillments.find((each) => !each.canceled_at && each.metadata?.hub_parcel === mark.hub_parcel)
  const fulfil = async () => {
    const body = { items, metadata: mark }
    const answer = await api.change<{ order: Fulfilled }>(path, body, { fields: fulfillmentFields })
    return marked(answer.order)
  }
  const made = marked(order) ?? (await fulfil())
  if (!made) throw new Error('Medusa did not answer the fulfillment that it made.')
  if (!made.shipped_at) await api.change(`${path}/${made.id}/shipments`, { items, labels })
}

/** Takes away those of the units that are not fulfilled; refuses the rest, as Medusa does. */
async function takeAway(
  api: AdminApi,
  order: MedusaOrder,
  { id: cancellation, lines }: { id: string; lines: NonNullable<Cancellation['lines']> },
): Promise<void> {
  let isFulfilled = false
  const items = lines.flatMap(({ line, quantity, left }) => {
    const item = order.items.find(({ id }) => id === line)
    if (!item) return []
    const wanted = Math.min(quantity, item.quantity - left)
    const gone = Math.min(wanted, item.quantity - item.detail.fulfilled_quantity)
    if (gone < wanted) isFulfilled = true
    return gone > 0 ? [{ item, quantity: item.quantity - gone }] : []
  })
  if (items.length > 0) await editQuantities(api, order, { cancellation, items })
  if (isFulfilled) throw new ShopRefusal(keepsFulfilled)
}

/**
 * Sets quantities by an order edit. Medusa would keep a coupon's whole amount, unless it is told to reckon it anew; some
 * coupons it cannot, and then the order stays.
 */
async function editQuantities(
  api: AdminApi,
  order: MedusaOrder,
  { cancellation, items }: { cancellation: string; items: readonly { item: MedusaItem; quantity: number }[] },
): Promise<void> {
  const path = `/order-edits/${order.id}`
  const edit = await beginEdit(api, order.id, `(${cancellation})`)
  try {
    if (items.some(({ item }) => item.discount_subtotal > 0))
      await api.change(`/order-changes/${edit.id}`, { carry_over_promotions: true })
    for (const { item, quantity } of items) await api.change(`${path}/items/item/${item.id}`, { quantity })
    await api.change(`${path}/request`, {})
    await api.change(`${path}/confirm`, {})
  } catch (error) {
    // An edit that stays open would keep the order from every other one.
    await api.remove(path)
    throw error
  }
}

interface OrderChange {
  id: string
  status: string
  internal_note: string | null
}

/** Begins an order edit. One that was left open when the connector was killed is known by its note, and discarded. */
async function beginEdit(api: AdminApi, order: string, internal_note: string): Promise<OrderChange> {
  const begin = async () =>
    (await api.change<{ order_change: OrderChange }>('/order-edits', { order_id: order, internal_note })).order_change
  try {
    return await begin()
  } catch (error) {
    if (!(error instanceof ShopRefusal)) throw error
    const query = { fields: 'id,status,internal_note' }
    const found = await api.read<{ order_changes: OrderChange[] }>(`/orders/${order}/changes`, query)
    const isOwn = (each: OrderChange) =>
      each.internal_note === internal_note && ['pending', 'requested'].includes(each.status)
    if (!found?.order_changes.some(isOwn)) throw error
    await api.remove(`/order-edits/${order}`)
    return begin()
  }
}

/** Refunds the remaining amount, payment by payment. */
async function refundOrder(api: AdminApi, order: MedusaOrder, { id, amount, reason }: Refund): Promise<void> {
  const { currency } = amount
  const mark = `(${id})`
  const sumOf = (list: readonly { amount: number }[]) =>
    minorOfAmount(
      list.reduce((sum, each) => sum + each.amount, 0),
      currency,
    )
  const payments = order.payment_collections.flatMap((collection) => collection.payments)
  const known = payments.flatMap(({ refunds }) => refunds).filter(({ note }) => note?.endsWith(mark))
  let left = minorOf(amount) - sumOf(known)
  const open = payments.map((payment) => ({ ...payment, most: sumOf(payment.captures) - sumOf(payment.refunds) }))
  if (open.reduce((sum, { most }) => sum + most, 0) < left)
    throw new ShopRefusal('The order has no captured payment of this amount.', { code: 'no-payment' })
  for (const { id: payment, most } of open) {
    const minor = Math.min(left, most)
    if (minor <= 0) continue
    const body = { amount: Number(amountOf(minor, currency).value), note: `${reason} ${mark}` }
    await api.change(`/payments/${payment}/refund`, body)
    left -= minor
  }
}
