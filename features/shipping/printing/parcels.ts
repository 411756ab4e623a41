export interface PackedLine {
  id: number
  quantity: number
  cancelled: number
  shipped: number
}

export interface SentParcel {
  lines: readonly { lineId: number; quantity: number }[]
}

export interface SlipParcel<Sent> {
  number: number
  of: number
  /** Null if the parcel is being packed now. */
  sent: Sent | null
  /** Units by line id; lines not in the parcel are absent. */
  units: ReadonlyMap<number, number>
}

/**
 * Returns the parcels to print slips for: while units are unshipped, one parcel with all of them; otherwise each shipped parcel. One slip
 * lists everything if the contents were not recorded.
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
