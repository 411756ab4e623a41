/** Units of a line of an order. */
export interface LineUnits {
  /** Its position in the order, from 1: how pages name it. */
  line: number
  ordered: number
  shipped: number
  cancelled: number
}

/** How many units of a line have neither left nor been cancelled. */
export const openUnits = ({ ordered, shipped, cancelled }: LineUnits) => ordered - shipped - cancelled
