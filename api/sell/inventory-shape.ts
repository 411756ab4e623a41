import type { Condition } from '#features/core/listing/listing-content.ts'
import { pausedSince, timeAwayOf } from '#features/core/time-away/time-away.ts'
import { serverPaths } from '#web/paths.ts'
import { offerIdOf, type InventoryItem, type InventoryItemDetails } from './inventory-rows.ts'
import { policyNames } from './offer-body.ts'
import { amountOf, marketplaceOf } from './order-shape.ts'
import type { SellCall } from './sell-route.ts'

const conditions: Readonly<Record<Condition, string>> = {
  NEW: 'NEW',
  LIKE_NEW: 'LIKE_NEW',
  VERY_GOOD: 'USED_VERY_GOOD',
  GOOD: 'USED_GOOD',
  ACCEPTABLE: 'USED_ACCEPTABLE',
  FOR_PARTS: 'FOR_PARTS_OR_NOT_WORKING',
}

/** eBay's listing status; drafts have none. */
const listingStatuses: Readonly<Record<Exclude<InventoryItem['state'], 'DRAFT'>, string>> = {
  SCHEDULED: 'INACTIVE',
  ACTIVE: 'ACTIVE',
  OUT_OF_STOCK: 'OUT_OF_STOCK',
  ON_HOLD: 'INACTIVE',
}

export function writeItem(call: SellCall, thing: InventoryItem, details: InventoryItemDetails) {
  const { content, itemDescription } = details
  const { weightGrams, lengthMm, widthMm, heightMm } = content.parcel
  const hasSides = lengthMm !== null && widthMm !== null && heightMm !== null
  const one = (name: string) => content.aspects[name]?.[0]
  const many = (name: string) => content.aspects[name]?.slice(0, 1)
  const parcel = {
    ...(weightGrams !== null && { weight: { value: weightGrams, unit: 'GRAM' } }),
    ...(hasSides && {
      dimensions: { length: lengthMm / 10, width: widthMm / 10, height: heightMm / 10, unit: 'CENTIMETER' },
    }),
  }
  return {
    sku: thing.sku,
    ...(content.condition && { condition: conditions[content.condition] }),
    product: {
      title: content.title || undefined,
      description: (itemDescription ?? content.description) || undefined,
      aspects: Object.keys(content.aspects).length > 0 ? content.aspects : undefined,
      brand: one('Brand'),
      mpn: one('MPN'),
      ean: many('EAN'),
      upc: many('UPC'),
      isbn: many('ISBN'),
      epid: content.epid ?? undefined,
      imageUrls: picturesOf(call, details),
    },
    ...(Object.keys(parcel).length > 0 && { packageWeightAndSize: parcel }),
    availability: {
      shipToLocationAvailability: { quantity: thing.position === null ? (content.quantity ?? 0) : thing.quantity },
    },
  }
}

function picturesOf({ hub }: SellCall, { content, listing }: InventoryItemDetails): string[] | undefined {
  const { publicUrl } = hub.config
  const own = content.pictures.map((hash) => publicUrl + serverPaths.picture(hash, 'large'))
  const other = listing.imageUrl === null ? [] : [new URL(listing.imageUrl, publicUrl).href]
  const shown = own.length > 0 ? own : other
  return shown.length > 0 ? shown : undefined
}

/** Whether the listing is inactive whatever its state: its seller is suspended, or away and it is paused. */
function isOffSale({ hub, seller }: SellCall, { state }: InventoryItem, isException: boolean): boolean {
  if (seller.suspended_at !== null) return true
  const at = { now: hub.now(), zone: seller.time_zone }
  return pausedSince(timeAwayOf(seller), { ...at, state, isException }) !== null
}

export function writeOffer(
  call: SellCall,
  thing: InventoryItem,
  { content, listing, locationKey, isAwayException }: InventoryItemDetails,
) {
  const { seller } = call
  const price = amountOf(thing.price_minor, thing.currency)
  const isAuction = content.format === 'AUCTION'
  const { policies, bestOffer } = content
  const money = (minor: number | null) => (minor === null ? undefined : amountOf(minor, thing.currency))
  return {
    offerId: offerIdOf(thing),
    sku: thing.sku,
    marketplaceId: marketplaceOf(seller.country),
    format: content.format,
    ...(!isAuction && { availableQuantity: thing.position === null ? (content.quantity ?? 0) : thing.quantity }),
    categoryId: content.category ?? undefined,
    listingDescription: content.description || undefined,
    listingDuration: isAuction ? 'DAYS_7' : 'GTC',
    listingStartDate: content.startsAt?.toISOString(),
    merchantLocationKey: locationKey ?? undefined,
    listingPolicies: {
      ...Object.fromEntries(
        Object.entries(policyNames).map(([kind, { field }]) => [
          field,
          policies[kind as keyof typeof policies] ?? undefined,
        ]),
      ),
      bestOfferTerms: bestOffer
        ? {
            bestOfferEnabled: true,
            autoAcceptPrice: money(bestOffer.autoAcceptMinor),
            autoDeclinePrice: money(bestOffer.minimumMinor),
          }
        : undefined,
    },
    pricingSummary: isAuction ? { auctionStartPrice: price } : { price },
    status: thing.state === 'DRAFT' ? 'UNPUBLISHED' : 'PUBLISHED',
    ...(thing.state !== 'DRAFT' && {
      listing: {
        listingId: thing.item_number,
        listingStatus: isOffSale(call, thing, isAwayException) ? 'INACTIVE' : listingStatuses[thing.state],
        listingOnHold: thing.state === 'ON_HOLD',
        soldQuantity: listing.quantitySold,
      },
    }),
  }
}
