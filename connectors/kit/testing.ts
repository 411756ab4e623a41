import type { ShopListing, ShopOrder } from './source.ts'

const gbp = (value: string) => ({ value, currency: 'GBP' })

/** A listing of a shop. */
export const listingOfShop = (): ShopListing => ({
  seller: 's-42',
  id: 'p-17',
  changedAt: '2026-11-22T09:00:00Z',
  listing: { title: 'Desk lamp', category: 'Collectables', sku: 'LAMP-1', price: gbp('45.00'), quantity: 3 },
})

/** An order of one such listing. */
export const orderOfShop = (): ShopOrder => ({
  seller: 's-42',
  id: 'A-1',
  changedAt: '2026-11-22T09:30:00Z',
  lineIds: ['l-1'],
  total: gbp('45.00'),
  order: {
    id: 'A-1',
    placedAt: '2026-11-22T09:30:00Z',
    buyer: { name: 'Anna Example' },
    shipTo: { name: 'Anna Example', line1: '1 High Street', city: 'London', postalCode: 'SE1 1AA', country: 'GB' },
    currency: 'GBP',
    lines: [{ listing: 'p-17', quantity: 1, unitPrice: gbp('45.00') }],
  },
})
