/** Limits of offers, from the policy pack; durations in milliseconds. */
export interface OfferLimits {
  /** Offers that a buyer may make for a listing. */
  perBuyer: number
  /** How long offers and counteroffers stand. */
  stands: number
  /** How long offers that a seller sends stand. */
  sentStands: number
  /** How long an accepted offer holds its units for the payment. */
  payWithin: number
  /** Least discount of an offer that a seller sends, in percent. */
  leastDiscount: number
  /** How long a seller may undo an answer, before the buyer is told. */
  undoWithin: number
}
