/** How a price compares with what the middle half of the product's sales paid, as `place_price` of the database says. */
export const pricePlaces = ['below', 'at', 'above', 'none'] as const

/** Fewer sales say nothing about a price. */
export const leastWatched = 2

/** Fewer sales are compared with their lowest and highest price, as a middle half of them says nothing. */
export const fewSales = 5
