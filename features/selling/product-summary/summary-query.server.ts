import type { SellerDb } from '#db/client.ts'
import { readCondition } from '#features/core/listing/condition-words.ts'
import type { Condition } from '#features/core/listing/listing-content.ts'
import {
  findListing,
  findNearestProduct,
  findProduct,
  readSales,
  readShop,
  type PricedListing,
} from './product-summary-db.server.ts'
import { evidenceDays, assessEvidence, type Evidence, type FoundProduct } from './product-summary.ts'
import { lastDays, type MarketSpan } from '#features/selling/market/market-days.ts'

export interface Summary {
  listingId: string | null
  /** Null if the catalogue has no similar product. */
  product: FoundProduct | null
  isAsked: boolean
  condition: Condition
  evidence: Evidence
}

/**
 * Why there is no summary: a listing that is not the seller's, a product other than the signed link's, or an unknown
 * condition.
 */
export type SummaryRefusal = 'unknown-listing' | 'other-product' | 'unknown-condition'

interface SummaryInput {
  sellerId: number
  query: URLSearchParams
  now: Date
  /** From a signed link: limited to its listing's product, in any condition. */
  linked: boolean
}

export async function readSummary(db: SellerDb, input: SummaryInput): Promise<Summary | SummaryRefusal> {
  const { sellerId, now, linked } = input
  const asked = readQuery(input.query)
  if (asked.condition === 'unknown') return 'unknown-condition'
  const ofListing = async (itemNumber: string | null) =>
    itemNumber === null ? null : findListing(db, sellerId, itemNumber)
  const [listing, otherItem, { currency }] = await Promise.all([
    ofListing(asked.listingId),
    ofListing(asked.itemId === asked.listingId ? null : asked.itemId),
    readShop(db, sellerId),
  ])
  const item = asked.itemId === asked.listingId ? listing : otherItem
  if ((asked.listingId && !listing) || (asked.itemId && !item)) return 'unknown-listing'
  const product = await recognise(db, linked ? {} : asked, { listing, item })
  if (linked && leadsElsewhere(asked, product)) return 'other-product'
  const condition = asked.condition ?? (item ?? listing)?.condition ?? 'NEW'
  const rows = product ? await readSales(db, { productId: product.id, currency, ...evidenceSpan(now) }) : []
  const evidence = assessEvidence(
    rows.find((row) => row.condition === condition),
    currency,
  )
  const isAsked = Boolean(asked.epid ?? asked.gtin ?? asked.title ?? item ?? listing)
  return { listingId: asked.listingId, product, isAsked, condition, evidence }
}

export const evidenceSpan = (now: Date): MarketSpan => lastDays(evidenceDays, now)

interface Asked {
  listingId: string | null
  itemId: string | null
  epid: string | null
  gtin: string | null
  title: string | null
  condition: Condition | 'unknown' | null
}

function readQuery(query: URLSearchParams): Asked {
  const text = (name: string) => query.get(name)?.trim() || null
  const condition = text('condition')
  return {
    listingId: text('listingId'),
    itemId: text('itemId'),
    epid: text('epid'),
    gtin: text('gtin'),
    title: text('title')?.slice(0, 200) ?? null,
    condition: condition === null ? null : (readCondition(condition) ?? 'unknown'),
  }
}

/**
 * Identifies the product: by EPID, chosen item, GTIN, or most similar title. The listing's own product counts only if
 * the query names none, since the form may have changed it.
 */
async function recognise(
  db: SellerDb,
  { epid, gtin, title }: Partial<Asked>,
  { listing, item }: { listing: PricedListing | null; item: PricedListing | null },
): Promise<FoundProduct | null> {
  const known = epid && (await findProduct(db, { epid }))
  if (known) return known
  if (item?.productId) return findProduct(db, { id: item.productId })
  const traded = gtin && (await findProduct(db, { gtin }))
  if (traded) return traded
  if (title) return findNearestProduct(db, title)
  if (listing?.productId && !epid && !gtin) return findProduct(db, { id: listing.productId })
  const named = item ?? listing
  return named ? findNearestProduct(db, named.title) : null
}

function leadsElsewhere({ listingId, itemId, epid, gtin, title }: Asked, product: FoundProduct | null): boolean {
  return (epid ?? product?.epid) !== product?.epid || (itemId ?? listingId) !== listingId || Boolean(gtin ?? title)
}
