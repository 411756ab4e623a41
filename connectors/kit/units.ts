import type { HubListing } from './match-listings.ts'
import type { ListingBody } from './source.ts'

/** Units that buyers can still buy, by variation; that of a listing without variations is ''. */
export type Units = ReadonlyMap<string, number>

/** Units of a listing of the shop, as far as it says them. */
export const unitsOf = ({ quantity, variations }: ListingBody): Units => {
  const all = variations?.length ? variations : [{ id: '', quantity }]
  return new Map(all.flatMap((each) => (each.quantity == null ? [] : [[each.id, each.quantity] as const])))
}

/** Units of a listing of the hub, of variations that the shop knows. */
export const unitsIn = ({ variations, stock }: Pick<HubListing, 'variations' | 'stock'>): Units =>
  variations.length > 0
    ? new Map(variations.flatMap(({ id, available }) => (id === null ? [] : [[id, available] as const])))
    : new Map([['', stock.available]])

export const noteOfUnits = (units: Units): string => JSON.stringify([...units])

/** Units that the outbox has kept; none of a listing whose units the shop does not say. */
export const notedUnits = (note: string | undefined): Units =>
  new Map(note ? (JSON.parse(note) as [string, number][]) : [])

/** Whether two sides have other units of a variation that both know. */
export const differs = (one: Units, other: Units): boolean =>
  [...one].some(([id, units]) => other.has(id) && other.get(id) !== units)
