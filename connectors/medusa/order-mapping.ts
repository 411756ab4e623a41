import { allocate } from '#lib/money.ts'
import { amountOf, type ShopOrder, type ShopRefund, type ShopShipment } from '../kit/index.ts'
import type { MedusaAddress, MedusaItem, MedusaOrder } from './fields.ts'
import { hasChoice, type MedusaSettings } from './listing-mapping.ts'
import { exactMinor, minorOfAmount, roundTogether } from './round-together.ts'

type OrderLine = ShopOrder['order']['lines'][number]
type OrderExtra = NonNullable<ShopOrder['order']['extras']>[number]

const idPrefix = 'order_'

/** The order's id in the hub; it starts with the number that the buyer knows. */
export const idOf = ({ id, display_id }: Pick<MedusaOrder, 'id' | 'display_id'>): string =>
  `${display_id}-${id.replace(idPrefix, '')}`

export const medusaIdOf = (id: string): string => idPrefix + id.slice(id.indexOf('-') + 1)

/** Reference of refunds in the order's credit lines. */
const refundReference = 'payment_collection'

const sumOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0)

/**
 * Converts an order. Medusa does not round, so lines and shipping are rounded together to the rounded total. Refunds,
 * which Medusa deducts from the total, are ignored. Custom lines become extras.
 */
export function orderOf(order: MedusaOrder, { seller }: Pick<MedusaSettings, 'seller'>): ShopOrder {
  const currency = order.currency_code.toUpperCase()
  const exact = (amount: number) => exactMinor(amount, currency)
  const amount = (minor: number) => amountOf(minor, currency)
  // Medusa answers lists in any order.
  const lines = order.items.filter(({ quantity }) => quantity > 0).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const [items, own] = [lines.filter(({ product_id }) => product_id), lines.filter(({ product_id }) => !product_id)]
  const creditsOf = (isRefund: boolean) =>
    sumOf(
      order.credit_lines
        .filter(({ reference }) => (reference === refundReference) === isRefund)
        .map((line) => line.amount),
    )
  const total = minorOfAmount(order.total + creditsOf(true), currency)
  const credits = minorOfAmount(creditsOf(false), currency)
  const costs = [...items, ...own, ...order.shipping_methods].map((each) => exact(each.total))
  const gross = roundTogether(costs, total + credits)
  const of = (place: number) => ({ minor: gross[place] ?? 0, currency })
  const id = idOf(order)
  const { customer } = order
  const { name } = addressOf(order.shipping_address ?? order.billing_address)
  return {
    seller,
    id,
    changedAt: changeOf(order),
    lineIds: items.map((item) => item.id),
    total: amount(total),
    isCancelled: order.status === 'canceled',
    finished: finishedOf(order, items),
    shipments: shipmentsOf(order, items),
    refunds: refundsOf(order),
    order: {
      id,
      placedAt: order.created_at,
      buyer: {
        ...(customer?.has_account ? { id: customer.id, username: customer.id } : {}),
        name,
        email: order.email,
      },
      ...deliveryOf(order, items),
      ...(order.billing_address?.address_1 ? { billTo: addressOf(order.billing_address) } : {}),
      currency,
      lines: items.map((item, place) => lineOf(item, of(place))),
      ...(own.length > 0 ? { extras: own.map((item, place) => extraOf(item, of(items.length + place))) } : {}),
      shipping: amount(sumOf(gross.slice(items.length + own.length))),
      discount: amount(credits),
      ...paymentOf(order, total),
    },
  }
}

/** Converts a line with the amount that the buyer pays, including tax and after discounts. */
function lineOf(item: MedusaItem, { minor, currency }: { minor: number; currency: string }): OrderLine {
  // Fractions of the smallest unit are rounded up, and the difference becomes a discount.
  const unit = Math.ceil(exactMinor(item.unit_price, currency))
  const { cost, taxes } = splitTaxes(item, { minor, currency })
  return {
    ...(item.product_id ? { listing: item.product_id } : {}),
    ...(item.variant_id && item.product && hasChoice(item.product.options) ? { variationId: item.variant_id } : {}),
    sku: item.variant_sku,
    title: item.title,
    quantity: item.quantity,
    unitPrice: amountOf(unit, currency),
    discount: amountOf(unit * item.quantity - cost, currency),
    taxes,
  }
}

/** Converts a custom line such as gift wrap. */
function extraOf(item: MedusaItem, { minor, currency }: { minor: number; currency: string }): OrderExtra {
  const { cost, taxes } = splitTaxes(item, { minor, currency })
  const title = item.quantity > 1 ? `${item.quantity} × ${item.title}` : item.title
  return { kind: 'OTHER', title: title.slice(0, 200), amount: amountOf(cost, currency), taxes }
}

function splitTaxes(item: MedusaItem, { minor, currency }: { minor: number; currency: string }) {
  const { is_tax_inclusive: isIncluded } = item
  if (item.tax_lines.length === 0 || item.tax_total <= 0) return { cost: minor, taxes: [] }
  const net = minorOfAmount(item.subtotal - item.discount_subtotal, currency)
  const tax = isIncluded ? minorOfAmount(item.tax_total, currency) : Math.max(0, minor - net)
  return { cost: isIncluded ? minor : minor - tax, taxes: taxesOf(item, { minor: tax, currency }) }
}

/** Named taxes of a line, which add up to `minor`. */
function taxesOf(
  { tax_lines, is_tax_inclusive: included }: MedusaItem,
  { minor, currency }: { minor: number; currency: string },
): NonNullable<OrderLine['taxes']> {
  if (minor === 0) return []
  const lines = tax_lines.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  // Weights must be integers.
  const parts = allocate(
    minor,
    lines.map(({ total }) => Math.round(total * 1e6)),
  )
  return lines.map((line, place) => ({
    name: nameOf(line),
    rate: String(Number(line.rate.toFixed(4))),
    amount: amountOf(parts[place] ?? 0, currency),
    included,
  }))
}

const nameOf = ({ description }: MedusaItem['tax_lines'][number]) => (description || 'Tax').slice(0, 50)

/** Final status if all units were shipped; Medusa's own status also covers partly shipped orders. */
function finishedOf({ status }: MedusaOrder, items: readonly MedusaItem[]): ShopOrder['finished'] {
  const isAll = (units: (item: MedusaItem) => number) => items.every((item) => units(item) >= item.quantity)
  if (isAll(({ detail }) => detail.delivered_quantity)) return 'DELIVERED'
  const gone = ({ detail, requires_shipping }: MedusaItem) =>
    requires_shipping ? detail.shipped_quantity : detail.fulfilled_quantity
  return status === 'completed' || status === 'archived' || isAll(gone) ? 'SHIPPED' : undefined
}

/** Parcels that left from Medusa, and what is in none of a parcel's order. */
function shipmentsOf(order: MedusaOrder, items: readonly MedusaItem[]): ShopShipment[] {
  if (deliveryOf(order, items).delivery !== undefined) return []
  return order.fulfillments
    .filter(({ canceled_at, metadata }) => !canceled_at && typeof metadata?.hub_parcel !== 'string')
    .flatMap(({ id, shipped_at, requires_shipping, created_at, items: contents, labels }) => {
      // What needs no parcel has left with its fulfillment, whatever is noted of it later.
      const shippedAt = requires_shipping ? shipped_at : created_at
      const units = contents.flatMap(({ line_item_id: line, quantity }) => (line ? [{ line, quantity }] : []))
      // Lines of the shop's own are no lines in the hub.
      const own = units.filter(({ line }) => items.some((item) => item.id === line))
      if (!shippedAt || own.length === 0) return []
      const trackingNumber = labels[0]?.tracking_number || null
      return [{ id, carrier: 'Other', trackingNumber, shippedAt, contents: own.toSorted(byLine) }]
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

// Medusa answers lists in any order.
const byLine = (a: { line: string }, b: { line: string }) => (a.line < b.line ? -1 : 1)

/** The end of a note of what the hub told. */
const markPattern = /\([0-9a-z]{12,32}\)$/

/**
 * Money that was given back in Medusa. Medusa does not say for what. When it cancels, it gives back fractions of a cent,
 * which are nothing.
 */
function refundsOf(order: MedusaOrder): ShopRefund[] {
  const currency = order.currency_code.toUpperCase()
  return paymentsOf(order)
    .flatMap(({ refunds }) => refunds)
    .filter(({ note, amount }) => !markPattern.test(note ?? '') && minorOfAmount(amount, currency) > 0)
    .map(({ id, amount, created_at: refundedAt }) => ({
      id,
      amount: amountOf(minorOfAmount(amount, currency), currency),
      refundedAt,
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const paymentsOf = ({ payment_collections }: MedusaOrder) => payment_collections.flatMap(({ payments }) => payments)

/** Time of the last change, including payments, which do not change the order's timestamp. */
const changeOf = (order: MedusaOrder): string =>
  [order.updated_at, ...paymentsOf(order).map((payment) => payment.updated_at)].toSorted().at(-1) ?? order.updated_at

/** The payment, once the captured amount covers the order. */
function paymentOf(order: MedusaOrder, total: number): Pick<ShopOrder['order'], 'payment'> {
  const captured = paymentsOf(order)
    .filter(({ captures }) => captures.length > 0)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const sum = sumOf(captured.flatMap(({ captures }) => captures.map((capture) => capture.amount)))
  const last = captured.at(-1)
  if (!last || minorOfAmount(sum, order.currency_code.toUpperCase()) < total) return {}
  return { payment: { id: last.id, method: 'UNKNOWN', state: 'PAID', paidAt: last.captured_at } }
}

/** Delivery method: digital if nothing requires shipping, pickup if there is no address. */
function deliveryOf(
  { shipping_address: address }: MedusaOrder,
  items: readonly MedusaItem[],
): Pick<ShopOrder['order'], 'delivery' | 'shipTo'> {
  const shipTo = address?.country_code ? addressOf(address) : undefined
  if (items.length > 0 && items.every(({ requires_shipping }) => !requires_shipping))
    return { delivery: 'DIGITAL', ...(shipTo ? { shipTo } : {}) }
  return shipTo ? { shipTo } : { delivery: 'COLLECT' }
}

function addressOf(address: MedusaAddress | null): NonNullable<ShopOrder['order']['shipTo']> {
  return {
    name: [address?.first_name, address?.last_name].filter(Boolean).join(' ') || address?.company || 'Guest',
    company: address?.company,
    line1: address?.address_1,
    line2: address?.address_2,
    city: address?.city || address?.province || '–',
    region: address?.province,
    postalCode: address?.postal_code,
    country: address?.country_code?.toUpperCase() ?? '',
    phone: address?.phone,
  }
}
