export interface LineUnits {
  /** Position in the order, from 1; used on pages. */
  line: number
  ordered: number
  shipped: number
  cancelled: number
}

export const openUnits = ({ ordered, shipped, cancelled }: LineUnits) => ordered - shipped - cancelled
