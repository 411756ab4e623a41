import type { HubListing } from '../hub-types.ts'

/**
 * A listing as buyers pay for it at a moment: at the prices of its sale from the second it starts to the second it ends,
 * with the discounts that are then on. The hub tells a sale before it starts, so that the market needs no event to be on time.
 */
export function soldAs(listing: HubListing, now: Date): HubListing {
  const { sale } = listing
  const at = now.toISOString()
  const isOn = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) => startsAt <= at && at < endsAt
  const sold = { ...listing, discounts: listing.discounts.filter(isOn) }
  if (!sale || !isOn(sale)) return sold
  const variations = listing.variations.map((each) =>
    each.sale ? { ...each, price: each.sale.price, was: each.sale.was } : each,
  )
  return { ...sold, price: sale.price, was: sale.was, variations }
}
