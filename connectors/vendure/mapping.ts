import {
  amountOf,
  foldAxes,
  type ShopListing,
  type ShopOrder,
  type ShopRefund,
  type ShopShipment,
} from '../kit/index.ts'
import type { VendureAddress, VendureOrder, VendureProduct, VendureVariant } from './queries.ts'

export interface VendureSettings {
  /** The shop's seller in the hub. */
  seller: string
  /** Category of products without a collection. */
  category: string
}

const mostPictures = 12

const available = ({ stockLevels }: Pick<VendureVariant, 'stockLevels'>) =>
  Math.max(
    0,
    stockLevels.reduce((sum, { stockOnHand, stockAllocated }) => sum + stockOnHand - stockAllocated, 0),
  )

/** Converts a product to a listing, with variations if it has options. Null without a variant. */
export function listingOf(product: VendureProduct, { seller, category }: VendureSettings): ShopListing | null {
  const { id, optionGroups, updatedAt } = product
  const variants = product.variants.filter(({ enabled }) => enabled)
  const [first] = variants.length > 0 ? variants : product.variants
  if (!first) return null
  const price = ({ priceWithTax, currencyCode }: VendureVariant) => amountOf(priceWithTax, currencyCode)
  const named = { seller, id, changedAt: updatedAt }
  const common = {
    title: product.name,
    description: product.description,
    category: product.collections[0]?.slug ?? category,
    pictures: product.assets.slice(0, mostPictures).map(({ source }) => source),
    onSale: product.enabled && variants.length > 0,
  }
  // In Vendure, variants may share a SKU; in the hub they may not.
  const skus = Map.groupBy(variants, ({ sku }) => sku)
  if (optionGroups.length === 0)
    return {
      ...named,
      listing: { ...common, sku: first.sku, price: price(first), quantity: available(first) },
    }
  return {
    ...named,
    listing: {
      ...common,
      axes: foldAxes(optionGroups.map(({ name }) => name)),
      variations: (variants.length > 0 ? variants : [first]).map((variant) => ({
        id: variant.id,
        sku: skus.get(variant.sku)?.length === 1 ? variant.sku : undefined,
        price: price(variant),
        quantity: available(variant),
        values: foldAxes(
          optionGroups.map((group) => variant.options.find((option) => option.group.id === group.id)?.name ?? '–'),
        ),
      })),
    },
  }
}

const finished: Readonly<Record<string, ShopOrder['finished']>> = { Shipped: 'SHIPPED', Delivered: 'DELIVERED' }

/**
 * Converts an order. Prices include tax, as buyers see them. The prorated price of a line includes all discounts, and
 * shipping its own. Surcharges become extras.
 */
export function orderOf(order: VendureOrder, { seller }: VendureSettings): ShopOrder {
  const { code, currencyCode: currency, customer } = order
  const amount = (minor: number) => amountOf(minor, currency)
  const lines = order.lines.filter(({ quantity }) => quantity > 0)
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ')
  return {
    seller,
    id: code,
    changedAt: order.updatedAt,
    lineIds: lines.map(({ id }) => id),
    total: amount(order.totalWithTax),
    isCancelled: order.state === 'Cancelled',
    finished: hasTakenBack(order) ? undefined : finished[order.state],
    shipments: shipmentsOf(order),
    refunds: refundsOf(order),
    isRefunding: ownRefunds(order, 'Pending').length > 0,
    order: {
      id: code,
      placedAt: order.orderPlacedAt ?? order.updatedAt,
      buyer: {
        ...(customer?.user ? { id: customer.id, username: `customer-${customer.id}` } : {}),
        name: addressOf(order.shippingAddress, name).name,
        email: customer?.emailAddress,
      },
      ...deliveryOf(order, name),
      ...(order.billingAddress?.streetLine1 ? { billTo: addressOf(order.billingAddress, name) } : {}),
      currency,
      lines: lines.map((line) => ({
        listing: line.productVariant.product.id,
        ...(line.productVariant.product.optionGroups.length > 0 ? { variationId: line.productVariant.id } : {}),
        sku: line.productVariant.sku,
        title: line.productVariant.name,
        quantity: line.quantity,
        unitPrice: amount(unitPriceOf(line)),
        discount: amount(unitPriceOf(line) * line.quantity - line.proratedLinePriceWithTax),
        taxes: taxesOf(
          { ...line, price: line.proratedLinePrice, priceWithTax: line.proratedLinePriceWithTax },
          currency,
        ),
      })),
      ...(order.surcharges.length > 0 ? { extras: order.surcharges.map((each) => extraOf(each, currency)) } : {}),
      shipping: amount(order.shippingWithTax),
      ...paymentOf(order),
    },
  }
}

/** Method of what the buyer collected in the hub. */
export const collected = 'Collected'

/** Whether units wait again since the hub took their parcel back: Vendure's state of the order stays. */
function hasTakenBack({ lines, fulfillments }: VendureOrder): boolean {
  const [gone, standing] = [true, false].map((isGone) =>
    (fulfillments ?? []).filter(({ state }) => (state === 'Cancelled') === isGone),
  )
  if (!gone?.some(({ method }) => isMarked(method) || method === collected)) return false
  const left = standing?.flatMap((each) => each.lines) ?? []
  const unitsOf = (line: string) => left.reduce((sum, of) => sum + (of.orderLineId === line ? of.quantity : 0), 0)
  return lines.some(({ id, quantity }) => quantity > unitsOf(id))
}

/** The hub's id of what the hub told, at the end of a text. */
export const markOf = (id: string): string => `(${id})`
const isMarked = (text: string | null) => /\([0-9a-z]{12,32}\)$/.test(text ?? '')

/** Parcels that left from Vendure. What is collected or downloaded is in none. */
function shipmentsOf(order: VendureOrder): ShopShipment[] {
  if (deliveryOf(order, '').delivery !== undefined) return []
  return (order.fulfillments ?? [])
    .filter(({ state, method }) => ['Shipped', 'Delivered'].includes(state) && !isMarked(method))
    .map(({ id, method, trackingCode, createdAt, lines }) => ({
      id,
      carrier: method.trim().slice(0, 60) || 'Other',
      trackingNumber: trackingCode || null,
      shippedAt: createdAt,
      contents: lines.map(({ orderLineId, quantity }) => ({ line: orderLineId, quantity })),
    }))
}

const ownRefunds = ({ payments }: Pick<VendureOrder, 'payments'>, state: string) =>
  (payments ?? []).flatMap(({ refunds }) => refunds).filter((each) => each.state === state && !isMarked(each.reason))

/** Money that was given back in Vendure, by lines if they and the shipping are all of it. */
function refundsOf({ currencyCode: currency, payments, lines }: VendureOrder): ShopRefund[] {
  const costs = new Map(
    lines.map((line) => [line.id, line.quantity > 0 ? line.proratedLinePriceWithTax / line.quantity : 0]),
  )
  return ownRefunds({ payments }, 'Settled').map(({ id, total, shipping, createdAt, ...refund }) => {
    const ofLines = refund.lines.map(({ orderLineId, quantity }) => ({
      line: orderLineId,
      minor: Math.round((costs.get(orderLineId) ?? 0) * quantity),
    }))
    const isAll = ofLines.reduce((sum, { minor }) => sum + minor, shipping) === total
    const amount = (minor: number) => amountOf(minor, currency)
    const parts = {
      lines: ofLines.filter(({ minor }) => minor > 0).map(({ line, minor }) => ({ line, amount: amount(minor) })),
      ...(shipping > 0 ? { shipping: amount(shipping) } : {}),
    }
    return { id, amount: amount(total), refundedAt: createdAt, ...(isAll && total > 0 ? { parts } : {}) }
  })
}

/**
 * Price of a unit. Vendure rounds the tax of a line as a whole, which may differ by a cent from the sum of its units.
 */
const unitPriceOf = ({ unitPriceWithTax, proratedLinePriceWithTax, quantity }: VendureOrder['lines'][number]) =>
  Math.max(unitPriceWithTax, Math.ceil(proratedLinePriceWithTax / quantity))

/** A surcharge, or a reduction, whose tax is that of the lines. */
function extraOf(surcharge: VendureOrder['surcharges'][number], currency: string): Extra {
  const { description, priceWithTax } = surcharge
  return {
    kind: priceWithTax < 0 ? 'ADJUSTMENT' : 'SURCHARGE',
    title: description.trim().slice(0, 200) || 'Surcharge',
    amount: amountOf(priceWithTax, currency),
    taxes: taxesOf(surcharge, currency),
  }
}

type Extra = NonNullable<ShopOrder['order']['extras']>[number]

/** The tax included in a price, as one tax with the total rate. */
function taxesOf(
  { taxRate, taxLines, price, priceWithTax }: Omit<VendureOrder['surcharges'][number], 'description'>,
  currency: string,
): Extra['taxes'] {
  const minor = priceWithTax - price
  if (minor <= 0) return []
  const name = taxLines.map(({ description }) => description).join(' + ') || 'Tax'
  const rate = String(Number(taxRate.toFixed(4)))
  return [{ name: name.slice(0, 50), rate, amount: amountOf(minor, currency), included: true }]
}

/** The payment, once the settled amount covers the order. */
function paymentOf({ payments, totalWithTax }: VendureOrder): Pick<ShopOrder['order'], 'payment'> {
  const settled = (payments ?? []).filter(({ state }) => state === 'Settled')
  const last = settled.at(-1)
  if (!last || settled.reduce((sum, { amount }) => sum + amount, 0) < totalWithTax) return {}
  return { payment: { id: last.id, method: 'UNKNOWN', state: 'PAID', paidAt: last.createdAt } }
}

/**
 * Delivery method. Vendure has no such field: digital if the handler is one for digital goods, pickup if there is no
 * address.
 */
function deliveryOf(
  { shippingLines, shippingAddress }: Pick<VendureOrder, 'shippingLines' | 'shippingAddress'>,
  name: string,
): Pick<ShopOrder['order'], 'delivery' | 'shipTo'> {
  const isDigital =
    shippingLines.length > 0 &&
    shippingLines.every(({ shippingMethod }) => /digital|download/i.test(shippingMethod.fulfillmentHandlerCode))
  const shipTo = shippingAddress?.countryCode ? addressOf(shippingAddress, name) : undefined
  if (isDigital) return { delivery: 'DIGITAL', ...(shipTo ? { shipTo } : {}) }
  return shipTo ? { shipTo } : { delivery: 'COLLECT' }
}

function addressOf(address: VendureAddress | null, name: string): NonNullable<ShopOrder['order']['shipTo']> {
  return {
    name: address?.fullName || name || 'Guest',
    company: address?.company,
    line1: address?.streetLine1,
    line2: address?.streetLine2,
    city: address?.city || address?.province || '–',
    region: address?.province,
    postalCode: address?.postalCode,
    country: address?.countryCode ?? '',
    phone: address?.phoneNumber,
  }
}
