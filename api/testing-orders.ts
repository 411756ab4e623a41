import { addRow } from '#db/testing-row.ts'
import type { Database } from '#db/client.ts'

/** Pounds as the API writes them. */
export const gbp = (value: string) => ({ value, currency: 'GBP' })

/** Adds a listing; returns its item number. */
export async function addTestListing(
  db: Database,
  {
    sellerId,
    quantity,
    sku = null,
    currency = 'GBP',
  }: { sellerId: number; quantity: number; sku?: string | null; currency?: string },
): Promise<string> {
  const { item_number: item } = await addRow(db.owner, 'listings', {
    seller_id: sellerId,
    title: 'Leica M3 body',
    sku,
    category: 'Cameras',
    condition: 'GOOD',
    state: 'ACTIVE',
    price_minor: 4500,
    currency,
    quantity_available: quantity,
    starts_at: new Date('2026-11-01T00:00:00Z'),
  })
  return item
}

/** A fixed time soon after such orders, because actions are limited to a month after placement. */
export const soonAfter = new Date('2026-11-23T12:00:00Z')

/** An order of one item as pushed by a shop. */
export function orderOf(id: string, item: string, { quantity = 1, buyer = 'anna', currency = 'GBP' } = {}) {
  return {
    id,
    placedAt: '2026-11-20T09:30:00Z',
    buyer: { id: `b-${buyer}`, username: buyer, name: 'Anna Example' },
    shipTo: { name: 'Anna Example', line1: '1 High Street', city: 'London', postalCode: 'SE1 1AA', country: 'GB' },
    currency,
    lines: [{ item, quantity, unitPrice: { value: '45.00', currency } }],
  }
}
