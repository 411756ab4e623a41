import { keepMarket } from '#features/selling/market/keep-market.server.ts'
import type { Bound } from '#features/selling/market/lots.ts'
import { addRows, addRow } from '#db/testing-row.ts'
import type { Database } from '#db/client.ts'
import { addSeller } from '#db/testing-seller.ts'
import type { Condition } from '#features/core/listing/listing-content.ts'
import { day } from '#lib/duration.ts'

/** Current time in the product summary tests. */
export const now = new Date('2026-11-20T12:00:00Z')
let serial = 0

/** A test sale. */
export interface Sale {
  /** The seller's id. */
  seller: number
  condition: Condition
  price: number
  shipping: number
  quantity: number
  /** Voucher amount, deducted from the price, then from shipping. */
  voucher: number
  currency: string
  daysAgo: number
  /** State of the order: only paid, uncancelled orders are sales. */
  fate: 'paid' | 'refunded' | 'pending' | 'cancelled'
}

/** A sale with defaults; `change` must name the seller. */
export const sale = (change: Pick<Sale, 'seller'> & Partial<Sale>): Sale => ({
  condition: 'GOOD',
  price: 1000,
  shipping: 300,
  quantity: 1,
  voucher: 0,
  currency: 'GBP',
  daysAgo: 5,
  fate: 'paid',
  ...change,
})
/** So many sales. */
export const times = (count: number, make: (index: number) => Sale) =>
  Array.from({ length: count }, (_, index) => make(index))

/** A seller with one buyer. */
export async function addShop(db: Database, username: string): Promise<number> {
  const id = await addSeller(db, username)
  const buyer = await addRow(db.owner, 'buyers', { seller_id: id, username: 'anna', name: 'Anna' })
  await addRows(db.owner, 'addresses', {
    seller_id: id,
    buyer_id: buyer.id,
    name: 'Anna',
    city: 'Leeds',
    country: 'GB',
  })
  return id
}

/** A product as tests name it. */
export interface Product {
  id: number
  epid: string
}

/** A product of the catalogue. */
export async function addProduct(db: Database, title: string, gtin: string | null = null): Promise<Product> {
  serial += 1
  return addRow(db.owner, 'products', { epid: String(5_000_000 + serial), title, category: 'Cameras', gtin })
}

/** An active listing as a sale has it. */
export async function addListing(
  db: Database,
  product: Product | null,
  { seller, condition, currency, price }: Sale,
  title = 'A listing',
) {
  serial += 1
  return addRow(db.owner, 'listings', {
    seller_id: seller,
    item_number: String(110_000_000_000 + serial),
    product_id: product?.id ?? null,
    title,
    category: 'Cameras',
    condition,
    currency,
    state: 'ACTIVE',
    price_minor: price,
  })
}

/** Creates sales of a product: a listing per seller, condition and currency, and an order per sale. */
export async function sell(db: Database, product: Product, sales: readonly Sale[]): Promise<void> {
  const listings = new Map<string, { id: number; item_number: string }>()
  for (const each of sales) {
    const key = [each.seller, each.condition, each.currency].join()
    if (!listings.has(key)) listings.set(key, await addListing(db, product, each))
    await addSale(db, product, each, listings.get(key)!)
  }
  await countMarket(db)
}

/** What jobs do in the night after the sales. */
export async function countMarket(db: Database, bound: Bound = { sales: 5, sellers: 3 }): Promise<void> {
  await db.owner.updateTable('seller_names').set({ market_filled_at: null }).execute()
  await keepMarket(db, { now, bound })
}

async function addSale(
  db: Database,
  product: Product,
  each: Sale,
  listing: { id: number; item_number: string },
): Promise<void> {
  serial += 1
  const seller_id = each.seller
  const { seller_id: _, ...buyer } = await db.owner
    .selectFrom('addresses')
    .select(['seller_id', 'id as ship_to_address_id', 'buyer_id'])
    .where('seller_id', '=', seller_id)
    .executeTakeFirstOrThrow()
  const order = await addRow(db.owner, 'orders', {
    seller_id,
    ...buyer,
    order_number: `12-${String(serial).padStart(5, '0')}-00001`,
    buyer_username: 'anna',
    ship_to_country: 'GB',
    placed_at: new Date(now.getTime() - each.daysAgo * day),
    currency: each.currency,
    subtotal_minor: each.price * each.quantity,
    line_count: 1,
    unit_count: each.quantity,
    payment_status: each.fate === 'pending' ? 'PENDING' : each.fate === 'refunded' ? 'FULLY_REFUNDED' : 'PAID',
    cancel_state: each.fate === 'cancelled' ? 'CANCELED' : 'NONE_REQUESTED',
  })
  await addRows(db.owner, 'line_items', {
    seller_id,
    order_id: order.id,
    position: 1,
    listing_id: listing.id,
    product_id: product.id,
    item_number: listing.item_number,
    title: 'A line',
    currency: each.currency,
    quantity: each.quantity,
    // The price paid per unit is after the discount.
    unit_price_minor: each.price + 50,
    discount_minor: 50 * each.quantity + each.voucher,
    shipping_minor: each.shipping,
  })
}
