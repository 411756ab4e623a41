import { day, hour } from '#lib/duration.ts'
import {
  isSameText,
  mapThing,
  minorOf,
  required,
  ShopRefusal,
  type Environment,
  type Named,
  type Source,
} from '../kit/index.ts'
import { createAdminApi, type AdminApi } from './admin-api.ts'
import { collected, listingOf, markOf, orderOf } from './mapping.ts'
import {
  addFulfillment,
  addRefund,
  cancelOrder,
  changeVariants,
  fulfillmentsQuery,
  moveFulfillment,
  onlyVariantQuery,
  ordersQuery,
  productQuery,
  productsQuery,
  settleRefund,
  variantQuery,
  type VendureFulfillment,
  type VendureOrder,
  type VendureProduct,
  type VendureVariant,
} from './queries.ts'

/** Rows per page; Vendure's limit is 1,000. */
const pageSize = 100

/** States of orders that are paid, and not all shipped. */
const openStates = ['PaymentSettled', 'PartiallyShipped', 'PartiallyDelivered']
/** States of orders of which money may go back. Those of the last months are read for that every hour. */
const closedStates = ['Shipped', 'Delivered', 'Cancelled']
const [lateEvery, lateFor] = [hour, 90 * day]

export function createVendureSource(env: Environment): Source {
  const settings = {
    seller: required(env, 'VENDURE_SELLER', 'the seller in the hub to whom the shop belongs'),
    category: env.VENDURE_CATEGORY || 'vendure',
  }
  const secret = env.VENDURE_WEBHOOK_SECRET ?? ''
  const api = createAdminApi({
    url: required(env, 'VENDURE_URL', 'the address of the Admin API, such as https://shop.example/admin-api'),
    username: required(env, 'VENDURE_USER', 'an administrator of Vendure'),
    password: required(env, 'VENDURE_PASSWORD', 'the password of this administrator'),
  })
  /** Cancels fulfillments: their units wait again, in whatever state the order stays. */
  async function cancelAll(fulfillments: readonly VendureFulfillment[], isMeant: (of: VendureFulfillment) => boolean) {
    const standing = fulfillments.filter(({ state }) => state !== 'Cancelled')
    for (const { id } of standing.filter(isMeant)) await api.change(moveFulfillment, { id, state: 'Cancelled' })
  }
  let lateReadAt = 0
  const placed = { active: { eq: false }, orderPlacedAt: { isNull: false } }
  return {
    name: 'Vendure',
    // Stock changes have no timestamp. Hashes make unchanged products cheap.
    listsAll: true,
    async *listings() {
      for await (const product of allOf<VendureProduct>(api, productsQuery, { sort: { id: 'ASC' } })) {
        const named = { seller: settings.seller, id: product.id, changedAt: product.updatedAt }
        const listing = mapThing(named, product, (each) => listingOf(each, settings))
        if (listing) yield listing
      }
    },
    async listing({ id }) {
      const { product } = await api.read<{ product: VendureProduct | null }>(productQuery, { id })
      return product && listingOf(product, settings)
    },
    async *orders(since) {
      const filter = { ...placed, ...(since ? { updatedAt: { after: since } } : {}) }
      // Sorted by id: by time, an order that changes between pages would move to the end and shift another onto a page
      // already read.
      const seen = new Set<string>()
      const read = async function* (of: object) {
        for await (const order of allOf<VendureOrder>(api, ordersQuery, { filter: of, sort: { id: 'ASC' } })) {
          if (seen.has(order.id)) continue
          seen.add(order.id)
          const named = { seller: settings.seller, id: order.code, changedAt: order.updatedAt }
          yield mapThing(named, order, (each) => orderOf(each, settings))
        }
      }
      yield* read(filter)
      if (!since) return
      // A refund or another parcel does not touch the time of its order.
      yield* read({ ...placed, state: { in: openStates } })
      if (Date.now() - lateReadAt < lateEvery) return
      lateReadAt = Date.now()
      const from = new Date(lateReadAt - lateFor).toISOString()
      yield* read({ ...placed, state: { in: closedStates }, updatedAt: { after: from } })
    },
    async order(of) {
      const found = await find(api, of)
      return found && orderOf(found, settings)
    },
    async applyShipment(of, { id, carrier, trackingNumber, contents }) {
      const fulfillments = await fulfillmentsOf(api, of)
      // Vendure has no field for the hub's id.
      const mark = markOf(id)
      const known = fulfillments.find(({ method }) => method.endsWith(mark))
      const units = contents.map(({ line, quantity }) => ({ orderLineId: line, quantity }))
      const made = known ?? (await fulfil(api, units, { method: `${carrier} ${mark}`, trackingNumber }))
      if (made.state === 'Pending') await api.change(moveFulfillment, { id: made.id, state: 'Shipped' })
    },
    async undoShipment(of, { id: taken, isOwn }) {
      const mark = markOf(taken)
      const isMeant = ({ id, method }: VendureFulfillment) => (isOwn ? id === taken : method.endsWith(mark))
      await cancelAll(await fulfillmentsOf(api, of), isMeant)
    },
    async applyRefund(of, { id, amount, reason }) {
      const { payments } = await findOrRefuse(api, of)
      const mark = markOf(id)
      const known = payments?.flatMap(({ refunds }) => refunds).find((each) => each.reason?.endsWith(mark))
      const payment = payments?.find(({ state }) => state === 'Settled')
      if (!payment) throw new ShopRefusal('The order has no settled payment.', { code: 'no-payment' })
      // Vendure requires the parts that `amount` replaces.
      const replaced = { lines: [], shipping: 0, adjustment: 0 }
      const input = { ...replaced, paymentId: payment.id, amount: minorOf(amount), reason: `${reason} ${mark}` }
      const made = known ?? (await api.change<{ id: string; state: string }>(addRefund, { input }))
      if (made.state === 'Pending') await api.change(settleRefund, { input: { id: made.id, transactionId: id } })
    },
    async applyCancellation(of, { lines: cancelled, reason }) {
      const { id: orderId, state, lines: there } = await findOrRefuse(api, of)
      if (state === 'Cancelled') return
      const units = new Map(there.map(({ id, quantity }) => [id, quantity]))
      const lines = cancelled
        ?.map(({ line, quantity, left }) => ({
          orderLineId: line,
          quantity: Math.min(quantity, (units.get(line) ?? 0) - left),
        }))
        .filter(({ quantity }) => quantity > 0)
      if (lines?.length === 0) return
      await api.change(cancelOrder, { input: { orderId, reason, cancelShipping: !lines, ...(lines ? { lines } : {}) } })
    },
    async applyHandOver(of) {
      const { fulfillments, lines } = await findOrRefuse(api, of)
      const standing = (fulfillments ?? []).filter(({ state }) => state !== 'Cancelled')
      const gone = Map.groupBy(
        standing.flatMap((each) => each.lines),
        ({ orderLineId }) => orderLineId,
      )
      const left = lines
        .map((line) => ({
          orderLineId: line.id,
          quantity: line.quantity - (gone.get(line.id) ?? []).reduce((sum, { quantity }) => sum + quantity, 0),
        }))
        .filter(({ quantity }) => quantity > 0)
      const made = left.length > 0 ? [await fulfil(api, left, { method: collected })] : []
      for (const each of [...standing, ...made]) {
        if (each.state === 'Pending') await api.change(moveFulfillment, { id: each.id, state: 'Shipped' })
        if (each.state !== 'Delivered') await api.change(moveFulfillment, { id: each.id, state: 'Delivered' })
      }
    },
    async undoHandOver(of) {
      await cancelAll(await fulfillmentsOf(api, of), ({ state }) => state === 'Delivered')
    },
    async applyStock({ id }, { variation, available }) {
      const variant = variation ?? (await onlyVariantOf(api, id))
      const { productVariant: found } = await api.read<{ productVariant: VendureVariant | null }>(variantQuery, {
        id: variant,
      })
      if (!found) throw new ShopRefusal('Vendure has no such variant.', { code: 'no-product' })
      const allocated = found.stockLevels.reduce((sum, { stockAllocated }) => sum + stockAllocated, 0)
      await api.change(changeVariants, { input: [{ id: variant, stockOnHand: available + allocated }] })
    },
    verifyWebhook: ({ headers }) => secret !== '' && isSameText(headers['x-connector-secret'] ?? '', secret),
  }
}

/** Fulfils units by hand, as Vendure's staff does. */
const fulfil = (
  api: AdminApi,
  lines: readonly { orderLineId: string; quantity: number }[],
  { method, trackingNumber }: { method: string; trackingNumber?: string | null },
) =>
  api.change<{ id: string; state: string }>(addFulfillment, {
    input: {
      lines,
      handler: {
        code: 'manual-fulfillment',
        arguments: [
          { name: 'method', value: method },
          { name: 'trackingCode', value: trackingNumber ?? '' },
        ],
      },
    },
  })

async function* allOf<T>(api: AdminApi, query: string, options: object): AsyncGenerator<T> {
  for (let skip = 0; ; skip += pageSize) {
    const answer = await api.read<Record<string, { items: T[] }>>(query, {
      options: { ...options, skip, take: pageSize },
    })
    const items = Object.values(answer)[0]?.items ?? []
    yield* items
    if (items.length < pageSize) return
  }
}

async function find<T = VendureOrder>(api: AdminApi, { id }: Named, query = ordersQuery): Promise<T | null> {
  const options = { filter: { code: { eq: id } }, take: 1 }
  const { orders } = await api.read<{ orders: { items: T[] } }>(query, { options })
  return orders.items[0] ?? null
}

async function findOrRefuse(api: AdminApi, of: Named): Promise<VendureOrder> {
  const order = await find(api, of)
  if (!order) throw new ShopRefusal('Vendure has no such order.', { code: 'no-order' })
  return order
}

/** Only fulfillments of an order, which Vendure answers sooner than all of it. */
async function fulfillmentsOf(api: AdminApi, of: Named): Promise<VendureFulfillment[]> {
  const order = await find<Pick<VendureOrder, 'fulfillments'>>(api, of, fulfillmentsQuery)
  if (!order) throw new ShopRefusal('Vendure has no such order.', { code: 'no-order' })
  return order.fulfillments ?? []
}

async function onlyVariantOf(api: AdminApi, product: string): Promise<string> {
  const found = await api.read<{ product: { variants: { id: string }[] } | null }>(onlyVariantQuery, { id: product })
  const variant = found.product?.variants[0]
  if (!variant) throw new ShopRefusal('Vendure has no such product.', { code: 'no-product' })
  return variant.id
}
