/** Texts of the area "deliveries": orders that are collected or digital. */
export const deliveries = {
  'orders.pickup.AWAITING_SHIPMENT': 'Awaiting pickup',
  'orders.pickup.DELIVERED': 'Picked up',
  'orders.delivery.SHIP': 'Shipping',
  'orders.delivery.COLLECT': 'Local pickup',
  'orders.delivery.DIGITAL': 'Digital delivery',
  'orders.row.handOver': 'Handed over',
  'orders.row.handOverThis': 'Handed over: {number}',
  'orders.filter.delivery': 'Delivery method',
  'order.address.error.no-parcel': 'This order is not shipped: it has no address to ship to.',
  'order.delivery.COLLECT': 'The buyer collects this order from you.',
  'order.delivery.DIGITAL': 'There is nothing to ship. The order is delivered once it is paid.',
  'order.event.HANDED_OVER': 'Handed over to the buyer',
  'order.event.HAND_OVER_UNDONE': 'Handover undone',
  'order.event.corrected': 'Tracking number changed: {parcel}, before {former}',
  'order.event.linesAdded': 'Items added: {items}',
  'order.event.digital': 'Delivered digitally',
} as const
