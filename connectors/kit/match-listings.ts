import type { Operations } from './hub-api.ts'
import type { ShopListing } from './source.ts'

export type HubListing = Operations['getListing']['answer']

export type MatchedBy = 'SKU' | 'GTIN' | 'title'

/** Listings of the hub that may correspond to one of the shop; the operator chooses among several. */
export interface Match {
  by: MatchedBy
  items: readonly string[]
}

export interface Matcher {
  find: (listing: ShopListing['listing']) => Match | null
}

const gtinAspects = ['GTIN', 'EAN', 'UPC', 'ISBN']

/**
 * Indexes the listings of one seller in the hub, except those with an id of the shop or replaced by another. The first of SKU, GTIN and title
 * that matches decides.
 */
export function createMatcher(listings: readonly HubListing[]): Matcher {
  const replaced = new Set(listings.map(({ relistedFrom }) => relistedFrom))
  const indexes = {
    SKU: new Map<string, string[]>(),
    GTIN: new Map<string, string[]>(),
    title: new Map<string, string[]>(),
  }
  for (const listing of listings) {
    if (listing.id !== null || replaced.has(listing.item)) continue
    for (const [by, keys] of Object.entries(keysOf(listing)))
      for (const key of new Set(keys)) {
        const index = indexes[by as MatchedBy]
        index.set(key, [...(index.get(key) ?? []), listing.item])
      }
  }
  return {
    find(listing) {
      const keys = keysOf(listing)
      for (const by of ['SKU', 'GTIN', 'title'] as const) {
        const items = new Set(keys[by].flatMap((key) => indexes[by].get(key) ?? []))
        if (items.size > 0) return { by, items: [...items] }
      }
      return null
    },
  }
}

interface Alike {
  title: string
  sku?: string | null
  aspects?: Readonly<Record<string, readonly string[]>> | null
  variations?: readonly { sku?: string | null }[] | null
}

function keysOf({ title, sku, aspects, variations }: Alike): Record<MatchedBy, string[]> {
  const skus = [sku, ...(variations ?? []).map((each) => each.sku)]
  return {
    SKU: skus.flatMap((each) => each?.trim() || []),
    GTIN: gtinAspects.flatMap((name) => aspects?.[name] ?? []).flatMap((text) => gtinOf(text) ?? []),
    title: [title.trim().replaceAll(/\s+/g, ' ').toLowerCase()],
  }
}

/** A GTIN in 14 digits, so that an EAN equals the UPC that it contains; null if it is none. */
function gtinOf(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d{8,14}$/.test(digits) ? digits.padStart(14, '0') : null
}
