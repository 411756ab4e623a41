import type { LineUnits, Shipment, TakenParcel } from '../kit/index.ts'
import type { MedusaFulfillment, MedusaOrder } from './fields.ts'

/**
 * A parcel that went in place of others. Medusa cancels no shipped fulfillment, and changes no label of one: the order's
 * metadata has what is true.
 */
export interface NotedParcel {
  carrier: string
  tracking_number: string | null
  items: { id: string; quantity: number }[]
  /** Ids of the parcels that it replaces: in the hub, or of Medusa's own fulfillments. */
  replaces: string[]
}

/** Name of the notes in the metadata of an order: parcels by their ids in the hub. */
const noteName = 'hub_parcels'

export type NotedParcels = Readonly<Record<string, NotedParcel>>

export const notedIn = ({ metadata }: Pick<MedusaOrder, 'metadata'>): NotedParcels =>
  // Written by `withNote` alone.
  (metadata?.[noteName] ?? {}) as NotedParcels

export const withNote = (order: Pick<MedusaOrder, 'metadata'>, id: string, note: NotedParcel) => ({
  ...order.metadata,
  [noteName]: { ...notedIn(order), [id]: note },
})

const unitsIn = ({ items }: NotedParcel): LineUnits[] => items.map(({ id: line, quantity }) => ({ line, quantity }))

function without(units: readonly LineUnits[], less: readonly LineUnits[]): LineUnits[] {
  const gone = new Map(less.map(({ line, quantity }) => [line, quantity]))
  return units
    .map(({ line, quantity }) => ({ line, quantity: quantity - (gone.get(line) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}

type Parcels = Pick<MedusaOrder, 'metadata' | 'fulfillments'>

export const fulfillmentsOf = ({ fulfillments }: Pick<Parcels, 'fulfillments'>, { id, isOwn }: TakenParcel) =>
  fulfillments.filter((each) => !each.canceled_at && (isOwn ? each.id === id : marksOf(id).includes(markOf(each))))

const markOf = ({ metadata }: MedusaFulfillment) => String(metadata?.hub_parcel)

/** The mark of what is shipped beside a parcel, because it needs none. */
export const withoutShipping = (parcel: string) => `${parcel} without shipping`
const marksOf = (parcel: string) => [parcel, withoutShipping(parcel)]

function unitsOf(order: Parcels, parcel: TakenParcel): LineUnits[] {
  const noted = notedIn(order)[parcel.id]
  if (noted) return unitsIn(noted)
  return fulfillmentsOf(order, parcel)
    .filter(({ shipped_at }) => shipped_at)
    .flatMap(({ items }) => items.flatMap(({ line_item_id: line, quantity }) => (line ? [{ line, quantity }] : [])))
}

const add = (sums: Map<string, number>, units: readonly LineUnits[], sign: 1 | -1 = 1) => {
  for (const { line, quantity } of units) sums.set(line, (sums.get(line) ?? 0) + sign * quantity)
}

/**
 * What of a parcel takes the place of units that Medusa has shipped already, what has to be shipped, and which of the former
 * parcels are replaced with all of their units.
 */
export function replacing(order: Parcels, { id, contents, replaces }: Pick<Shipment, 'id' | 'contents' | 'replaces'>) {
  const known = notedIn(order)[id]
  // Noted before a crash.
  if (known && replaces.length === 0) return { inPlace: [], rest: without(contents, unitsIn(known)), replaced: [] }
  const free = new Map<string, number>()
  for (const parcel of replaces) add(free, unitsOf(order, parcel))
  const former = new Set(replaces.map((each) => each.id))
  for (const [key, note] of Object.entries(notedIn(order)))
    if (key !== id && note.replaces.some((each) => former.has(each))) add(free, unitsIn(note), -1)
  const inPlace = contents.flatMap(({ line, quantity }) => {
    const units = Math.min(quantity, Math.max(0, free.get(line) ?? 0))
    return units > 0 ? [{ line, quantity: units }] : []
  })
  add(free, inPlace, -1)
  const isWhole = inPlace.length > 0 && [...free.values()].every((units) => units <= 0)
  return { inPlace, rest: without(contents, inPlace), replaced: isWhole ? replaces : [] }
}
