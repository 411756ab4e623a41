import { noCustoms } from '#features/core/listing/customs-details.ts'
import type { ListingContent } from '#features/core/listing/listing-content.ts'
import type { PatchableListing } from './listing-patch.ts'

/** An active listing for tests. */
export function testListing(
  content: Partial<ListingContent> = {},
  change: Partial<Omit<PatchableListing, 'content'>> = {},
): PatchableListing {
  return {
    id: 1,
    itemNumber: '123456789012',
    version: 1,
    state: 'ACTIVE',
    format: 'FIXED_PRICE',
    quantitySold: 0,
    endsAt: null,
    isStockOfShop: false,
    isKit: false,
    sharesStock: false,
    hasVariations: false,
    variation: null,
    relatedSkus: new Set(),
    bin: null,
    unitCostMinor: null,
    medianMinor: null,
    isCostBought: false,
    imageUrl: null,
    ...change,
    content: {
      title: 'Leica M3',
      sku: 'CAM-1',
      epid: null,
      category: 'Cameras & Photography > Film Cameras',
      condition: 'VERY_GOOD',
      format: 'FIXED_PRICE',
      pictures: [],
      description: '',
      aspects: {},
      currency: 'GBP',
      priceMinor: 10_000,
      quantity: 2,
      bestOffer: null,
      axes: [],
      variations: [],
      parcel: { weightGrams: null, lengthMm: null, widthMm: null, heightMm: null, packageId: null },
      customs: noCustoms,
      handlingDays: 1,
      policies: { FULFILMENT: 'f', PAYMENT: 'p', RETURN: 'r' },
      startsAt: null,
      costMinor: null,
      postageMinor: null,
      ...content,
    },
  }
}
