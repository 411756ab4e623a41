import type { SellerDb } from '#db/client.ts'
import { stepListings } from '#features/listings/listing-actions-db.server.ts'
import type { Condition } from '#features/listing/listing-content.ts'
import { findOffer, offerIdOf, readOffers, type OfferRow } from './inventory-rows.ts'
import { amountOf, marketplaceOf } from './order-shape.ts'
import { pageFacts, readStretch } from './paging.ts'
import { changeInBulk } from './price-quantity.ts'
import { SellError } from './sell-error.ts'
import { inventoryRoot, type SellCall, type SellRoute } from './sell-route.ts'

const limits = { usual: 25, most: 200, errors: { limit: 25706, offset: 25706 } } as const

const conditions: Readonly<Record<Condition, string>> = {
  NEW: 'NEW',
  LIKE_NEW: 'LIKE_NEW',
  VERY_GOOD: 'USED_VERY_GOOD',
  GOOD: 'USED_GOOD',
  ACCEPTABLE: 'USED_ACCEPTABLE',
  FOR_PARTS: 'FOR_PARTS_OR_NOT_WORKING',
}

const listingStatuses: Readonly<Record<OfferRow['state'], string>> = {
  SCHEDULED: 'INACTIVE',
  ACTIVE: 'ACTIVE',
  OUT_OF_STOCK: 'OUT_OF_STOCK',
  ON_HOLD: 'INACTIVE',
}

const writeItem = (row: OfferRow) => ({
  sku: row.sku,
  condition: conditions[row.condition],
  product: { title: row.title },
  availability: { shipToLocationAvailability: { quantity: row.quantity } },
})

const writeOffer = ({ seller }: SellCall, row: OfferRow) => ({
  offerId: offerIdOf(row),
  sku: row.sku,
  marketplaceId: marketplaceOf(seller.country),
  format: row.format,
  availableQuantity: row.quantity,
  pricingSummary: { price: amountOf(row.price_minor, row.currency) },
  status: 'PUBLISHED',
  listing: {
    listingId: row.item_number,
    listingStatus: listingStatuses[row.state],
    listingOnHold: row.state === 'ON_HOLD',
    soldQuantity: row.quantity_sold,
  },
})

/** The offer that an address names. */
async function offerNamed({ seller, params }: SellCall, db: SellerDb): Promise<OfferRow> {
  const offerId = params.offerId ?? ''
  const row = await findOffer(db, seller.id, { offerId })
  if (!row) throw new SellError(25713, { parameters: { offerId } })
  return row
}

async function itemNamed({ seller }: SellCall, db: SellerDb, sku: string): Promise<OfferRow> {
  // No text that the database keeps has such a character.
  const row = sku.includes('\0') ? null : await findOffer(db, seller.id, { sku })
  if (!row) throw new SellError(25702, { parameters: { skuValue: sku } })
  return row
}

/** Ends the listing of an offer, by the hub's own step. */
async function withdraw(call: SellCall, db: SellerDb): Promise<string> {
  const row = await offerNamed(call, db)
  if (row.position !== null)
    throw new SellError(25002, {
      detail: 'One variation cannot be withdrawn: take its quantity to 0, or end the listing in the hub.',
    })
  const order = { sellerId: call.seller.id, ids: [row.id], event: 'end', now: call.hub.now() } as const
  const [result] = await stepListings(db, order)
  if (!result?.ok)
    throw new SellError(25002, { detail: `The listing cannot be ended: ${result?.reason ?? 'is gone'}.` })
  return row.item_number
}

/** Things on offer: read, at another price or quantity, and taken off. */
export const inventoryRoutes: SellRoute[] = [
  {
    method: 'GET',
    path: `${inventoryRoot}/inventory_item`,
    scope: 'listings:read',
    async handle({ hub, seller, url, read }) {
      // Here eBay counts pages, not rows.
      const { limit, offset: page } = readStretch(url, limits)
      const { total, rows } = await read((db) => readOffers(db, seller.id, { limit, offset: page * limit }))
      const { offset: _, ...facts } = pageFacts(url, hub.config.publicUrl, { limit, offset: page, total, step: 1 })
      return { status: 200, body: { ...facts, size: rows.length, inventoryItems: rows.map(writeItem) } }
    },
  },
  {
    method: 'GET',
    path: `${inventoryRoot}/inventory_item/{sku}`,
    scope: 'listings:read',
    async handle(call) {
      const row = await call.read((db) => itemNamed(call, db, call.params.sku ?? ''))
      return { status: 200, body: writeItem(row) }
    },
  },
  {
    method: 'GET',
    path: `${inventoryRoot}/offer`,
    scope: 'listings:read',
    async handle(call) {
      const { hub, url, read } = call
      const sku = url.searchParams.get('sku')
      if (!sku) throw new SellError(25709, { detail: 'The SKU is missing.', parameters: { fieldName: 'sku' } })
      const { limit } = readStretch(url, limits)
      const row = await read((db) => itemNamed(call, db, sku))
      const href = hub.config.publicUrl + url.pathname + url.search
      return { status: 200, body: { href, limit, total: 1, size: 1, offers: [writeOffer(call, row)] } }
    },
  },
  {
    method: 'GET',
    path: `${inventoryRoot}/offer/{offerId}`,
    scope: 'listings:read',
    async handle(call) {
      return { status: 200, body: writeOffer(call, await call.read((db) => offerNamed(call, db))) }
    },
  },
  {
    method: 'POST',
    path: `${inventoryRoot}/offer/{offerId}/withdraw`,
    scope: 'listings:write',
    async handle(call) {
      return { status: 200, body: { listingId: await call.write((db) => withdraw(call, db)) } }
    },
  },
  {
    method: 'POST',
    path: `${inventoryRoot}/bulk_update_price_quantity`,
    scope: 'listings:write',
    body: 25709,
    handle: changeInBulk,
  },
]
