import type { ListingLimits } from '#features/core/policy-pack/policy-pack.ts'

/** A stock as it is typed: whole, from 0 to the most that the marketplace allows; null for what is none. */
export function readUnits(text: string, { quantity }: Pick<ListingLimits, 'quantity'>): number | null {
  return /^\d{1,7}$/.test(text) && Number(text) <= quantity ? Number(text) : null
}
