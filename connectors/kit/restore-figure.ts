import type { Connected } from './connected.ts'
import { isCountedByShop } from './decide.ts'
import type { HubListing } from './match-listings.ts'
import { listingSender } from './send-listings.ts'
import type { Named } from './source.ts'
import { matchersOf } from './to-hub.ts'
import { differs, notedUnits, unitsIn } from './units.ts'

/** Whether buyers can buy a listing, or could if there was a unit. */
export const isOffered = ({ state }: Pick<HubListing, 'state'>): boolean =>
  state === 'ACTIVE' || state === 'OUT_OF_STOCK'

/** Sends the shop's figure again if the hub has other units of a listing that the shop counts. */
export async function restoreFigure(connected: Connected, about: Named, there: HubListing): Promise<void> {
  const { source, outbox } = connected
  const known = await outbox.find('listing', about)
  if (!known || !isCountedByShop(known) || !isOffered(there)) return
  if (!differs(unitsIn(there), notedUnits(known.parts.units))) return
  await outbox.keep({ ...known, digest: '' })
  const now = await source.listing?.(about)
  if (!now) return outbox.keepPlace('listings', null)
  const sender = listingSender(connected, matchersOf(connected))
  await sender.send(now)
  await sender.end()
}
