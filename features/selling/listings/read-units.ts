import type { ListingLimits } from '#features/core/policy-pack/policy-pack.ts'

/** Parses a stock quantity: an integer from 0 to the marketplace's maximum; null if invalid. */
export function readUnits(text: string, { quantity }: Pick<ListingLimits, 'quantity'>): number | null {
  return /^\d{1,7}$/.test(text) && Number(text) <= quantity ? Number(text) : null
}
