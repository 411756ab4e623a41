export interface GeneratedIds {
  order: number
  number: string
  /** Ids to use if the buyer or the address is new. */
  buyer: number
  address: number
}
