import type { Source } from '../kit/index.ts'
import type { Good, StockShop } from '../testing-stock-world.ts'
import type { ExampleOrder } from './shop-types.ts'
import type { ExampleShop } from './testing-shop.ts'

const price = 1_000

/** The example shop as the contract of stock drives it. */
export function stockOf(shop: ExampleShop, source: Source): StockShop {
  let made = 0
  let goods: Good[] = []
  const at = () => new Date().toISOString()
  const isGone = ({ own }: ExampleOrder) => (own?.parcels.length ?? 0) > 0
  /** Changes an order that is open, unless the shop refuses. */
  const change = async (id: string, edit: (order: ExampleOrder) => ExampleOrder) =>
    void (await shop.change(id, (order) => (order.isCancelled ? order : edit(order))).catch(refused))
  return {
    source,
    async goods(units) {
      made += 1
      const [plain, sized] = [`tin-${made}`, `strap-${made}`]
      await shop.addProduct({ id: plain, sizes: [], units })
      await shop.addProduct({ id: sized, sizes: ['S', 'M'], units })
      goods = [
        { listing: plain, variation: null },
        { listing: sized, variation: `${sized}-S` },
        { listing: sized, variation: `${sized}-M` },
      ]
      return goods
    },
    async buy(lines, isPaid) {
      made += 1
      const id = `B-${made}`
      const order = {
        ...shop.plainOrder(id),
        payment: isPaid ? { id: `pay-${id}`, paidAt: at() } : null,
        total: lines.reduce((sum, { units }) => sum + units * price, 0),
        lines: lines.map(({ good: { listing, variation }, units }, nth) => ({
          id: `${id}-${nth}`,
          product: listing,
          variant: variation ?? listing,
          units,
          price,
          tax: 0,
        })),
      }
      return shop.place(order).then(() => id, refused)
    },
    pay: (id) => change(id, (order) => ({ ...order, payment: order.payment ?? { id: `pay-${id}`, paidAt: at() } })),
    cancel: (id) => change(id, (order) => (isGone(order) ? order : { ...order, isCancelled: true })),
    edit: (id, by) =>
      change(id, (order) => {
        const [first, ...rest] = order.lines
        if (!first || !order.payment || isGone(order) || order.parcels.length > 0 || first.units + by < 1) return order
        const payment = by > 0 ? { id: `${order.payment.id}+`, paidAt: at() } : order.payment
        const lines = [{ ...first, units: first.units + by }, ...rest]
        return { ...order, payment, total: order.total + by * price, lines }
      }),
    refund: (id) =>
      change(id, (order) => {
        const { parcels = [], refunds = [] } = order.own ?? {}
        if (!order.payment) return order
        return {
          ...order,
          own: { parcels, refunds: [...refunds, { id: `r-${(made += 1)}`, amount: 50, lines: [], at: at() }] },
        }
      }),
    ship: (id) =>
      change(id, (order) => {
        if (!order.payment || isGone(order) || order.parcels.length > 0) return order
        const lines = order.lines.map(({ id: line, units }) => ({ line, units }))
        const parcel = { id: `p-${id}`, carrier: 'DHL', trackingNumber: null, lines, at: at() }
        return { ...order, isSent: true, own: { parcels: [parcel], refunds: order.own?.refunds ?? [] } }
      }),
    setUnits: ({ listing, variation }, units) => shop.setUnits(listing, variation ?? listing, units),
    async end(orders) {
      for (const id of orders) await change(id, (order) => (isGone(order) ? order : { ...order, isCancelled: true }))
    },
  }
}

/** What the shop refuses does not happen. */
const refused = (error: unknown): null => {
  if (error instanceof Error && error.message.includes(': 422 ')) return null
  throw error
}
