import { buyerOfferEndpoints } from './buyer-offers.ts'
import { cancellationEndpoints } from './cancellation-requests.ts'
import { caseRestockEndpoints } from './case-restocks.ts'
import { caseEndpoints } from './cases.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { categoryMapEndpoints } from './category-map.ts'
import { connectionEndpoints } from './connections.ts'
import { decisionEndpoints } from './decisions.ts'
import { disputeEndpoints } from './disputes.ts'
import type { Endpoint } from './endpoint.ts'
import { erasureEndpoints } from './erasures.ts'
import { eventEndpoints } from './events.ts'
import { feedbackEndpoints } from './feedback.ts'
import { handOverEndpoints } from './hand-overs.ts'
import { holdEndpoints } from './holds.ts'
import { listingEndpoints } from './listings.ts'
import { memberEndpoints } from './members.ts'
import { messageEndpoints } from './messages.ts'
import { orderAddressEndpoints } from './order-address.ts'
import { orderLineEndpoints } from './order-lines.ts'
import { orderRefundEndpoints } from './order-refunds.ts'
import { orderShipmentEndpoints } from './order-shipments.ts'
import { orderEndpoints } from './orders.ts'
import { payoutAccountEndpoints } from './payout-account.ts'
import { payoutEndpoints } from './payouts.ts'
import { pictureEndpoints } from './pictures.ts'
import { profitEndpoints } from './profits.ts'
import { purchaseEndpoints } from './purchases.ts'
import { saleEventEndpoints } from './sale-events.ts'
import { pushedListingEndpoints } from './pushed-listings.ts'
import { questionEndpoints } from './questions.ts'
import { refundEndpoints } from './refunds.ts'
import { sellerKeyEndpoints } from './seller-keys.ts'
import { sellerEndpoints } from './sellers.ts'
import { shipmentEndpoints } from './shipments.ts'
import { shippingQuoteEndpoints } from './shipping-quotes.ts'
import { skuCostEndpoints } from './sku-costs.ts'
import { stockValueEndpoints } from './stock-values.ts'
import { supplierEndpoints } from './suppliers.ts'
import { summaryLinkEndpoints } from './summary-links.ts'
import { timeAwayEndpoints } from './time-away.ts'
import { trackingEndpoints } from './tracking-events.ts'
import type { ApiTag } from './tags.ts'
import { trafficEndpoints } from './traffic.ts'
import { transactionEndpoints } from './transactions.ts'
import { deliveryEndpoints } from './webhook-deliveries.ts'
import { webhookEndpoints } from './webhooks.ts'

/** An endpoint with the chapter of the documentation that it belongs to. */
export type TaggedEndpoint = Endpoint & { tag: ApiTag }

const tagged = (tag: ApiTag, ...groups: Endpoint[][]): TaggedEndpoint[] =>
  groups.flat().map((endpoint) => ({ ...endpoint, tag }))

/** All endpoints of the marketplace API, in documentation order. */
export const endpoints: readonly TaggedEndpoint[] = [
  ...tagged('Sellers', sellerEndpoints, timeAwayEndpoints, memberEndpoints, sellerKeyEndpoints),
  ...tagged('Orders', orderEndpoints, cancellationEndpoints, orderAddressEndpoints, orderLineEndpoints),
  ...tagged('After the sale', shipmentEndpoints, orderShipmentEndpoints, handOverEndpoints, trackingEndpoints),
  ...tagged('After the sale', refundEndpoints, orderRefundEndpoints, decisionEndpoints),
  ...tagged('After the sale', caseEndpoints, caseRestockEndpoints),
  ...tagged('Messages and pictures', messageEndpoints, questionEndpoints, pictureEndpoints),
  ...tagged('Offers', buyerOfferEndpoints),
  ...tagged('After the sale', feedbackEndpoints),
  ...tagged('Payments', transactionEndpoints, holdEndpoints, disputeEndpoints, payoutEndpoints),
  ...tagged('Payments', payoutAccountEndpoints, skuCostEndpoints, stockValueEndpoints, profitEndpoints),
  ...tagged('Buyers', erasureEndpoints),
  ...tagged('Listings', listingEndpoints, pushedListingEndpoints, summaryLinkEndpoints, shippingQuoteEndpoints),
  ...tagged('Listings', purchaseEndpoints, supplierEndpoints, saleEventEndpoints),
  ...tagged('Events', eventEndpoints, webhookEndpoints, deliveryEndpoints),
  ...tagged('Listings', trafficEndpoints),
  ...tagged('Catalogue', catalogueEndpoints, categoryMapEndpoints),
  ...tagged('Connections', connectionEndpoints),
]
