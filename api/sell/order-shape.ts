import { sumExtras } from '#features/core/order/extra.ts'
import { isRemovedBuyer } from '#features/core/order/removed-buyer.ts'
import { lineItemId } from '#features/core/order/order.ts'
import { offShipping, paidLine } from '#features/core/order/paid-line.ts'
import { toDecimal } from '#lib/money.ts'
import type { OrderParts, WholeOrder } from '../order-rows.ts'
import { hrefOf, type SellCall } from './sell-route.ts'

export const fulfillmentRoot = '/sell/fulfillment/v1'

export const amountOf = (minor: number, currency: string) => ({ value: toDecimal({ minor, currency }), currency })

export const parcelPath = (orderNumber: string, key?: string) =>
  `${fulfillmentRoot}/order/${orderNumber}/shipping_fulfillment${key === undefined ? '' : `/${key}`}`

export const marketplaceOf = (country: string) => `EBAY_${country}`

const paymentMethods: Readonly<Record<OrderParts['payments'][number]['method'], string>> = {
  CARD: 'CREDIT_CARD',
  DEBIT_CARD: 'CREDIT_CARD',
  BANK_TRANSFER: 'OTHER',
  WALLET: 'OTHER',
  INVOICE: 'OTHER',
  VOUCHER: 'OTHER',
  UNKNOWN: 'OTHER',
}

export type DatedOrder = WholeOrder & { changedAt: Date }

const defined = <T>(value: T | null) => value ?? undefined
const iso = (at: Date | null) => at?.toISOString()

/** Formats an order. Cancellation requests are included only for a single order, as at eBay. */
export function writeOrder(call: Pick<SellCall, 'hub' | 'seller'>, order: DatedOrder, { alone }: { alone: boolean }) {
  const { seller } = call
  const isRemoved = isRemovedBuyer(order.buyer_username)
  const vat = order.tax_numbers?.find(({ type }) => type === 'VAT')
  return {
    orderId: order.order_number,
    legacyOrderId: order.order_number,
    // The number that buyers know, if the marketplace has its own.
    salesRecordReference: defined(order.external_id),
    creationDate: iso(order.placed_at),
    lastModifiedDate: iso(order.changedAt),
    orderFulfillmentStatus: order.fulfilment_status,
    orderPaymentStatus: order.payment_status,
    sellerId: seller.username,
    buyer: {
      username: isRemoved ? undefined : order.buyer_username,
      buyerRegistrationAddress: {
        fullName: isRemoved ? undefined : (order.buyer_name ?? order.buyer.name),
        email: defined(order.buyer_email),
      },
      taxIdentifier: vat && { taxIdentifierType: 'VATIN', taxpayerId: vat.number },
    },
    buyerCheckoutNotes: defined(order.buyer_note),
    pricingSummary: pricingSummary(order),
    cancelStatus: cancelStatus(order, alone),
    paymentSummary: paymentSummary(order),
    fulfillmentStartInstructions: [startInstruction(order)],
    fulfillmentHrefs: order.parcels.map(({ parcel_key: key }) => hrefOf(call, parcelPath(order.order_number, key))),
    lineItems: order.lines
      .toSorted((a, b) => a.position - b.position)
      .map((line) => writeLine(order, line, marketplaceOf(seller.country))),
    ebayCollectAndRemitTax: false,
  }
}

/** Discounts beyond the prices apply to shipping, so that no part is negative. What extras add is the adjustment. */
function pricingSummary({ currency, lines, ...order }: DatedOrder) {
  const of = (minor: number) => amountOf(minor, currency)
  const { addedMinor, reducedMinor, fromLinesMinor } = sumExtras(order.extras)
  const fromExtrasMinor = reducedMinor - fromLinesMinor
  const adjustmentMinor = addedMinor - fromExtrasMinor
  const deliveryMinor = lines.reduce((sum, line) => sum + offShipping(line), 0)
  const priceMinor = order.discount_minor - deliveryMinor - fromExtrasMinor
  return {
    priceSubtotal: of(order.subtotal_minor - addedMinor),
    ...(priceMinor > 0 && { priceDiscount: of(-priceMinor) }),
    ...(adjustmentMinor > 0 && { adjustment: of(adjustmentMinor) }),
    deliveryCost: of(order.shipping_minor),
    ...(deliveryMinor > 0 && { deliveryDiscount: of(-deliveryMinor) }),
    ...(order.tax_minor > 0 && { tax: of(order.tax_minor) }),
    total: of(order.total_minor),
  }
}

/** eBay cancels whole orders only; cancelled units appear in requests, lines and refunds. */
function cancelStatus({ cancel_state: cancelState, cancellations }: DatedOrder, alone: boolean) {
  return {
    cancelState,
    ...(cancelState === 'CANCELED' && { cancelledDate: iso(cancellations.at(-1)?.closed_at ?? null) }),
    cancelRequests: alone
      ? cancellations.map((row) => ({
          cancelInitiator: row.initiator,
          cancelReason: row.reason,
          cancelRequestId: row.cancel_key,
          cancelRequestedDate: iso(row.requested_at),
          cancelCompletedDate: iso(row.closed_at),
          cancelRequestState: requestStates[row.state] ?? 'COMPLETED',
        }))
      : [],
  }
}

const requestStates: Partial<Record<OrderParts['cancellations'][number]['state'], string>> = {
  REQUESTED: 'REQUESTED',
  REJECTED: 'REJECTED',
  CLOSED_FOR_COMMITMENT: 'REJECTED',
}

function paymentSummary({ currency, payments, refunds }: DatedOrder) {
  const of = (minor: number) => amountOf(minor, currency)
  const sum = (rows: readonly { amount_minor: number }[]) => rows.reduce((all, row) => all + row.amount_minor, 0)
  const paid = sum(payments.filter(({ state }) => state === 'PAID'))
  const back = sum(refunds.filter(({ state }) => state !== 'FAILED'))
  return {
    totalDueSeller: of(paid - back),
    payments: payments.map((payment) => ({
      paymentMethod: paymentMethods[payment.method],
      paymentReferenceId: defined(payment.external_id),
      paymentDate: iso(payment.paid_at),
      amount: of(payment.amount_minor),
      paymentStatus: payment.state,
    })),
    refunds: refunds.map((refund) => ({
      refundId: refund.refund_key,
      refundStatus: refund.state,
      refundDate: iso(refund.refunded_at),
      amount: of(refund.amount_minor),
    })),
  }
}

/** eBay's names of how an order reaches its buyer. */
const instructions: Readonly<Record<DatedOrder['delivery'], string>> = {
  SHIP: 'SHIP_TO',
  COLLECT: 'PREPARE_FOR_PICKUP',
  DIGITAL: 'DIGITAL',
}

function startInstruction({ shipTo, ...order }: DatedOrder) {
  return {
    fulfillmentInstructionsType: instructions[order.delivery],
    minEstimatedDeliveryDate: iso(order.estimated_delivery_min),
    maxEstimatedDeliveryDate: iso(order.estimated_delivery_max),
    ebaySupportedFulfillment: false,
    ...(order.delivery === 'SHIP' && shipTo && { shippingStep: shippingStep(order, shipTo) }),
  }
}

function shippingStep(
  { shipping_service: service, buyer_email: email }: Omit<DatedOrder, 'shipTo'>,
  shipTo: NonNullable<DatedOrder['shipTo']>,
) {
  return {
    shippingServiceCode: defined(service),
    shipTo: {
      fullName: shipTo.name,
      companyName: defined(shipTo.company),
      email: defined(email),
      contactAddress: {
        addressLine1: defined(shipTo.line1),
        // eBay has two address lines; the third is appended.
        addressLine2: [shipTo.line2, shipTo.line3].filter(Boolean).join(', ') || undefined,
        city: shipTo.city,
        stateOrProvince: defined(shipTo.region),
        postalCode: defined(shipTo.postal_code),
        countryCode: shipTo.country,
      },
      ...(shipTo.phone !== null && { primaryPhone: { phoneNumber: shipTo.phone } }),
    },
  }
}

/** Refunded amount of a line; a refund may cover several. */
function refundedOf({ parts, line_item_id: only, amount_minor: whole }: OrderParts['refunds'][number], line: number) {
  if (parts.length === 0) return only === line ? whole : 0
  return parts.reduce((sum, part) => (part.line === line ? sum + part.minor : sum), 0)
}

function writeLine(order: DatedOrder, line: OrderParts['lines'][number], marketplace: string) {
  const of = (minor: number) => amountOf(minor, order.currency)
  const cost = line.quantity * line.unit_price_minor
  const { itemMinor, shippingMinor } = paidLine(line)
  const shipped = line.shipped_quantity + line.cancelled_quantity >= line.quantity
  const started = shipped ? 'FULFILLED' : 'IN_PROGRESS'
  return {
    lineItemId: lineItemId(order.order_number, line.position),
    legacyItemId: line.item_number,
    sku: defined(line.sku),
    title: line.title,
    lineItemCost: of(cost),
    ...(line.discount_minor > 0 && { discountedLineItemCost: of(itemMinor) }),
    quantity: line.quantity,
    soldFormat: 'FIXED_PRICE',
    listingMarketplaceId: marketplace,
    purchaseMarketplaceId: marketplace,
    // A cancelled line has nothing left to ship.
    lineItemFulfillmentStatus:
      line.shipped_quantity === 0 && !(shipped && order.cancel_state !== 'CANCELED') ? 'NOT_STARTED' : started,
    total: of(cost - line.discount_minor + line.shipping_minor + line.tax_minor),
    deliveryCost: { shippingCost: of(shippingMinor) },
    taxes: line.tax_minor > 0 ? [{ amount: of(line.tax_minor) }] : [],
    refunds: order.refunds
      .map((refund) => ({ refund, minor: refundedOf(refund, line.id) }))
      .filter(({ refund, minor }) => refund.state !== 'FAILED' && minor > 0)
      .map(({ refund, minor }) => ({
        refundId: refund.refund_key,
        refundDate: iso(refund.refunded_at),
        amount: of(minor),
      })),
    ...(line.offer !== null && { properties: { fromBestOffer: true } }),
    ...(line.variation !== null && { variationAspects: [{ name: 'Variation', value: line.variation }] }),
    lineItemFulfillmentInstructions: {
      shipByDate: iso(line.ship_by ?? order.ship_by),
      minEstimatedDeliveryDate: iso(order.estimated_delivery_min),
      maxEstimatedDeliveryDate: iso(order.estimated_delivery_max),
      guaranteedDelivery: false,
    },
  }
}
