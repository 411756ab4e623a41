import { endpoints } from '#api/endpoints.ts'
import { apiRoot } from '#api/marketplace-api.ts'
import { openApi } from '#api/openapi.ts'
import { operations } from '../operations.ts'
import { typesOf, type ApiDocument, type ApiUse } from './types-of.ts'

/** What the kit uses of the hub: an answer's other fields may change without a new kit. */
export const kitUse: ApiUse = {
  operations: Object.keys(operations),
  schemas: ['Problem'],
  fields: {
    Problem: ['type', 'title', 'status', 'detail', 'errors'],
    Listing: [
      'id',
      'item',
      'relistedFrom',
      'state',
      'title',
      'sku',
      'category',
      'price',
      'sale',
      'aspects',
      'axes',
      'variations',
      'stock',
      'problems',
    ],
    'Listing.axes': ['name'],
    'Listing.sale': ['startsAt', 'endsAt', 'price', 'was'],
    'Listing.variations': ['id', 'values', 'sku', 'price', 'sale', 'available'],
    Stock: ['available'],
    Order: [
      'id',
      'number',
      'history',
      'status',
      'paymentStatus',
      'delivery',
      'deliveredAt',
      'total',
      'lines',
      'parcels',
      'refunds',
      'cancellations',
    ],
    Cancellation: ['id', 'state', 'initiator', 'reason', 'lines', 'refund'],
    'Order.lines': [
      'line',
      'listing',
      'variationId',
      'quantity',
      'shipped',
      'cancelled',
      'unitPrice',
      'discount',
      'tax',
    ],
    'Order.parcels': ['id', 'external', 'carrier', 'service', 'trackingNumber', 'shippedAt', 'contents'],
    'Order.refunds': ['id', 'external', 'reason', 'state', 'paidElsewhere', 'amount', 'parts'],
    Offer: [
      'id',
      'key',
      'item',
      'variation',
      'buyer',
      'state',
      'turn',
      'price',
      'units',
      'message',
      'mayCounter',
      'changedAt',
      'dueAt',
      'order',
    ],
    Event: ['id', 'type', 'data'],
    Category: ['path'],
    Connection: ['sendAgain'],
    'Event.data': ['seller', 'order', 'listing', 'item', 'offer', 'question', 'subject'],
  },
}

export const hubDocument = (): ApiDocument =>
  JSON.parse(JSON.stringify(openApi(endpoints, `https://hub.example${apiRoot}`))) as ApiDocument

export const currentTypes = (): string => typesOf(hubDocument(), kitUse)
