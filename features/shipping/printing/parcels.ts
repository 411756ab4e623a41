/** A line of an order as it is packed. Units. */
export interface PackedLine {
  id: number
  quantity: number
  cancelled: number
  shipped: number
}

/** A parcel that has left. */
export interface SentParcel {
  lines: readonly { lineId: number; quantity: number }[]
}

/** A parcel that gets a packing slip: which of how many, and how many units of each line are in it. */
export interface SlipParcel<Sent> {
  number: number
  of: number
  /** Null: it is being packed now. */
  sent: Sent | null
  /** Units by line id; none of a line that is not in it. */
  units: ReadonlyMap<number, number>
}

/**
 * The parcels that slips are printed for. While something is still to be sent that is the one being packed, with all that
 * is left; of what has left whole, each parcel gets its slip again. Where nobody noted what was in them, one slip has all.
 */
export function slipParcels<Sent extends SentParcel>(
  lines: readonly PackedLine[],
  sent: readonly Sent[],
): SlipParcel<Sent>[] {
  const rest = new Map(
    lines
      .map(({ id, quantity, cancelled, shipped }) => [id, quantity - cancelled - shipped] as const)
      .filter(([, units]) => units > 0),
  )
  if (rest.size > 0) return [{ number: sent.length + 1, of: sent.length + 1, sent: null, units: rest }]
  if (sent.every((parcel) => parcel.lines.length === 0)) {
    const all = lines.map(({ id, quantity, cancelled }) => [id, quantity - cancelled] as const)
    return [{ number: 1, of: 1, sent: sent[0] ?? null, units: new Map(all.filter(([, units]) => units > 0)) }]
  }
  return sent.map((parcel, index) => ({
    number: index + 1,
    of: sent.length,
    sent: parcel,
    units: new Map(parcel.lines.map(({ lineId, quantity }) => [lineId, quantity])),
  }))
}
