/** Which former price a reduction may be shown against. */
export interface WasPriceRule {
  /** Days before the sale whose lowest price it is. */
  days: number
  /** How many of them must be known. */
  knownDays: number
}
