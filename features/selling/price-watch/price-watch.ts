/** How a price compares with what the middle half of the product's sales paid. */
export const pricePlaces = ['below', 'at', 'above'] as const
export type PricePlace = (typeof pricePlaces)[number]

/** Fewer sales say nothing about a price. */
export const leastWatched = 2

/** Fewer sales are compared with their lowest and highest price, as a middle half of them says nothing. */
export const fewSales = 5

/** The quartiles themselves are within. All amounts are minor units of one currency. */
export function priceAgainst(price: number, { low, high }: { low: number; high: number }): PricePlace {
  if (price < low) return 'below'
  return price > high ? 'above' : 'at'
}
