export const tags = {
  Sellers: 'Shops of the marketplace and their team members. Start here: everything else belongs to a seller.',
  Orders: 'Orders sent by the marketplace, with their payments, addresses and cancellation requests.',
  'After the sale': 'Parcels, tracking, refunds, sellers’ decisions, cases and feedback.',
  'Messages and pictures':
    'Conversations between buyers and sellers about an order or, before the sale, a listing, and the pictures they send.',
  Offers: 'Offers of buyers for less than a listing asks, and offers that sellers send.',
  Payments: 'Sellers’ funds: balances, transactions, holds, payouts and payout accounts.',
  Buyers: 'Buyers’ requests to erase their personal data.',
  Listings: 'Sellers’ listings, with their stock, traffic and product summaries.',
  Events: 'All events, to read in order or to receive by webhook.',
  Catalogue: 'Categories and products that listings of all sellers refer to.',
  Connections: 'Shops that a connector joins to the hub. Connectors report here, and learn what to send again.',
} as const

export type ApiTag = keyof typeof tags
