/** Guides for sellers by the names of their files in `docs/guide`, in the order in which they are read. */
export const guides = {
  'first-hour': 'Your first hour',
  'moving-in': 'Import from another marketplace',
  listing: 'List an item and find its price',
  orders: 'A day with orders',
  labels: 'Buy shipping labels',
  offers: 'Offers and questions',
  inventory: 'Inventory',
  reorder: 'Reorder from suppliers',
  'bulk-edit': 'Change many listings at once',
  uploads: 'Changing listings by a file',
  reports: 'Files',
  payments: 'Where your money is',
  sales: 'What was sold',
  'seller-level': 'How the marketplace rates your shop',
  team: 'Your team',
  'time-away': 'Time away',
} as const
