import type { ShopStaff } from '../testing-contract.ts'
import type { AdminApi } from './admin-api.ts'
import { orderFields, type MedusaOrder } from './fields.ts'
import { medusaIdOf } from './order-mapping.ts'
import { payFor } from './testing-pay.ts'
import { readFrom } from './testing-purchase.ts'

interface Summary {
  order: { summary: { pending_difference: number } }
}

/** What the staff of a Medusa does with orders. */
export function medusaStaff(api: AdminApi): ShopStaff {
  const find = async (id: string): Promise<MedusaOrder> => {
    const path = `/orders/${medusaIdOf(id)}`
    return (await readFrom<{ order: MedusaOrder }>(api, path, { fields: orderFields })).order
  }
  const first = ({ items }: MedusaOrder) => {
    const [item] = items.filter((each) => each.product_id).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    if (!item) throw new Error('The order has no items.')
    return item
  }
  const longest = ({ items }: MedusaOrder) => {
    const [item] = items.filter((each) => each.product_id).toSorted((a, b) => b.quantity - a.quantity)
    if (!item) throw new Error('The order has no items.')
    return item
  }
  /** What the buyer owes after an edit; below zero what the buyer gets back. */
  const owedFor = async (id: string): Promise<number> => {
    return (await readFrom<Summary>(api, `/orders/${id}`, { fields: 'summary' })).order.summary.pending_difference
  }
  const paymentOf = ({ payment_collections }: MedusaOrder) =>
    payment_collections.flatMap(({ payments }) => payments).find(({ captures }) => captures.length > 0)?.id
  const edit = async (id: string, by: number, choose = first) => {
    const order = await find(id)
    const { id: item, quantity } = choose(order)
    await api.change('/order-edits', { order_id: order.id })
    await api.change(`/order-edits/${order.id}/items/item/${item}`, { quantity: quantity + by })
    await api.change(`/order-edits/${order.id}/request`, {})
    await api.change(`/order-edits/${order.id}/confirm`, {})
    return order.id
  }
  return {
    async correctAddress(id, line1) {
      const order = await find(id)
      if (!order.shipping_address) throw new Error('The order has no address.')
      const { first_name, last_name, city, postal_code, country_code } = order.shipping_address
      const address = { first_name, last_name, city, postal_code, country_code, address_1: line1 }
      await api.change(`/orders/${order.id}`, { shipping_address: address })
    },
    async ship(id, tracking_number) {
      const order = await find(id)
      const items = [{ id: first(order).id, quantity: 1 }]
      const path = `/orders/${order.id}/fulfillments`
      const made = await api.change<{ order: MedusaOrder }>(path, { items }, { fields: 'fulfillments.id' })
      const labels = [{ tracking_number, tracking_url: '', label_url: '' }]
      await api.change(`${path}/${made.order.fulfillments[0]?.id}/shipments`, { items, labels })
    },
    async refund(id, minor) {
      await api.change(`/payments/${paymentOf(await find(id))}/refund`, { amount: minor / 100, note: 'Scratched' })
    },
    takeAway: async (id) => void (await edit(id, -1)),
    async takeBack(id) {
      const owed = await owedFor(await edit(id, -1, longest))
      const refund = { amount: Math.round(-owed * 100) / 100, note: 'Taken away' }
      await api.change(`/payments/${paymentOf(await find(id))}/refund`, refund)
    },
    async add(id) {
      const order_id = await edit(id, 1)
      await payFor(api, order_id, await owedFor(order_id))
    },
    handOver: async (id) => void (await api.change(`/orders/${medusaIdOf(id)}/complete`, {})),
  }
}
