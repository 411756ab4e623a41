/** Groups of the API documentation, with descriptions. */
export const tags = {
  Sellers: 'Shops of the marketplace and the people who work in them. Start here: everything else belongs to a seller.',
  Orders: 'Orders pushed in by the marketplace, with their payments, addresses and cancellation requests.',
  'After the sale': 'Parcels, tracking, refunds, decisions of sellers, cases and feedback.',
  'Messages and pictures': 'Conversations between buyers and sellers about an order, and the pictures they send.',
  Payments: 'The money of sellers: balances, transactions, holds, payouts, and the account that they go to.',
  Buyers: 'Requests of buyers to have their personal data erased.',
  Listings: 'What sellers have on offer, its stock, its traffic and its product summary.',
  Events: 'Everything that happened, to read in order or to receive by webhook.',
  Catalogue: 'Categories and products that listings of all sellers name.',
} as const

/** A group of the API documentation. */
export type ApiTag = keyof typeof tags
