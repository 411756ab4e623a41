/** Ids generated for a new order before it is written. */
export interface DrawnIds {
  order: number
  /** Order number. */
  number: string
  /** Ids for a new buyer and a new address. */
  buyer: number
  address: number
}
