/** Rules of payment disputes (seller-hubs 2.6). */
export interface DisputeRules {
  /** Milliseconds within which the seller answers. */
  respondWithin: number
  /** What a lost dispute costs beside its amount, in minor units by currency; nothing in other currencies. */
  fee: Readonly<Record<string, number>>
  /** Most pictures in an answer. */
  pictures: number
}
