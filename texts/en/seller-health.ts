/** Texts of the area "seller-health": who fails buyers, for whoever runs the marketplace, and what is written to their owners. */
export const sellerHealth = {
  'health.title': 'Seller health',
  'health.intro':
    'Sellers who fail buyers, worst first: those who fail in most ways, then those with most orders. Of paid orders of the last {days, number} days.',
  'health.all': 'All',
  'health.failures': 'Kinds of failure',
  'health.failure':
    '{failure, select, late {Shipped late} cases {Cases lost or unanswered} cancelled {Cancelled by the seller} other {Messages unanswered}}',
  'health.short': '{failure, select, late {Shipped late} cases {Cases} cancelled {Cancelled} other {Unanswered}}',
  'health.what':
    '{failure, select, late {The order left after its ship-by time, or is overdue.} cases {The marketplace decided for the buyer, or the seller has let the time to answer pass.} cancelled {The seller cancelled because the item was out of stock or could not be sent.} other {A buyer’s message waited longer than {hours, number} hours for an answer.}}',
  'health.of':
    '{failure, select, late {Of orders that had to leave} unanswered {Of orders whose buyer wrote} other {Of all orders}}',
  'health.limit': 'More than {rate} and more than {n, plural, one {# order} other {# orders}}',
  'health.count': '{count, number} of {of, number}',
  'health.figure': 'Figure',
  'health.orders': 'Orders',
  'health.rate': 'Rate',
  'health.limits': 'Fails at',
  'health.status': 'Status',
  'health.over': '{is, select, over {Above the limit} other {Within the limit}}',
  'health.rules': 'How this is counted',
  'health.whatCounts': 'What counts',
  'health.counted':
    'The figures are counted anew every six hours; the oldest are from {since}. A seller’s own page counts as of now.',
  'health.none.title': 'No seller fails buyers',
  'health.none.hint': 'No figure of any seller is above its limit.',
  'health.noneOfKind.hint': 'No seller is above this limit.',
  'health.uncounted.title': 'Nothing is counted yet',
  'health.uncounted.hint': 'The figures are there within half an hour of the hub’s start.',
  'health.seller': 'How buyers are served',
  'health.seller.period': 'Paid orders of the last {days, number} days, as of now',
  'health.show': 'Show orders: {failure}',
  'health.evidence':
    '{failure, select, late {Orders shipped late} cases {Orders with a case lost or unanswered} cancelled {Orders cancelled by the seller} other {Orders with messages unanswered}}',
  'health.evidence.none': 'There is no such order now.',
  'health.evidence.most': 'The newest {n, number} of {all, number}',
  'health.order': 'Order',
  'health.placed': 'Placed',
  'health.happened': 'What happened',
  'health.late': 'Ship by {by}; {left, select, no {not left yet} other {left {at}}}',
  'health.case': 'Case {number}: {decided, select, no {no answer in time} other {decided for the buyer {at}}}',
  'health.cancelled': 'Cancelled {at}',
  'health.unanswered': 'Asked {asked}; {answered, select, no {no answer yet} other {answered {at}}}',
}
