/** Texts of the area "unusable": what of an order could not be used. */
export const unusable = {
  'order.unusable.title': 'Check this order: some of its data could not be used',
  'order.unusable.what':
    'Your shop sent this, and the hub could not read it. It is kept here as it came. Compare it with the order before you ship.',
  'order.unusable.titleLeft': 'Some data of this order could not be used',
  'order.unusable.whatLeft': 'The hub could not read this. It is kept here as it came with the order.',
  'order.unusable.item': '{field}: {value}',
  'order.unusable.missing': '{field}: missing',
  'order.unusable.buyer': 'Buyer',
  'order.unusable.shipTo': 'Shipping address',
  'order.unusable.billTo': 'Billing address',
  'order.unusable.payment': 'Payment',
  'order.unusable.time': 'Time of the order',
  'order.unusable.listing': 'Item not listed here',
  'order.unusable.noTitle': 'Item without a title',
} as const
