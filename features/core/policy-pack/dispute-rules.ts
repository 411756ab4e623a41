/** Rules of payment disputes (seller-hubs 2.6). */
export interface DisputeRules {
  /** Milliseconds within which the seller answers. */
  respondWithin: number
  /** Fee of a lost dispute in minor units by currency; none in other currencies. */
  fee: Readonly<Record<string, number>>
  /** Most pictures in an answer. */
  pictures: number
}
