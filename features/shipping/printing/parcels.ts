export interface PackedLine {
  id: number
  quantity: number
  cancelled: number
  shipped: number
}

export interface SentParcel {
  lines: readonly { lineId: number; quantity: number }[]
  /** It has a label and is not shipped: its units are not among the shipped ones. */
  waits?: boolean
}

export interface SlipParcel<Sent> {
  number: number
  of: number
  /** Null if the parcel is being packed now and has no label. */
  sent: Sent | null
  /** Units by line id; lines not in the parcel are absent. */
  units: ReadonlyMap<number, number>
}

/**
 * Returns the parcels to print slips for: while units are unshipped, each parcel with a label and one with the rest;
 * otherwise each shipped parcel. One slip lists everything if the contents were not recorded.
 */
export function slipParcels<Sent extends SentParcel>(
  lines: readonly PackedLine[],
  sent: readonly Sent[],
): SlipParcel<Sent>[] {
  const labelled = (line: number) =>
    sent
      .flatMap((parcel) => (parcel.waits ? parcel.lines : []))
      .reduce((n, each) => n + (each.lineId === line ? each.quantity : 0), 0)
  const rest = new Map(
    lines
      .map(({ id, quantity, cancelled, shipped }) => [id, quantity - cancelled - shipped - labelled(id)] as const)
      .filter(([, units]) => units > 0),
  )
  const of = sent.length + (rest.size > 0 ? 1 : 0)
  const isOpen = rest.size > 0 || sent.some(({ waits }) => waits)
  if (!isOpen && sent.every((parcel) => parcel.lines.length === 0)) {
    const all = lines.map(({ id, quantity, cancelled }) => [id, quantity - cancelled] as const)
    return [{ number: 1, of: 1, sent: sent[0] ?? null, units: new Map(all.filter(([, units]) => units > 0)) }]
  }
  const known = sent.flatMap((parcel, index) =>
    isOpen && !parcel.waits
      ? []
      : {
          number: index + 1,
          of,
          sent: parcel,
          units: new Map(parcel.lines.map(({ lineId, quantity }) => [lineId, quantity])),
        },
  )
  return rest.size > 0 ? [...known, { number: of, of, sent: null, units: rest }] : known
}
