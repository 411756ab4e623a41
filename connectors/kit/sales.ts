import type { Connected } from './connected.ts'
import type { Due } from './due-order.ts'
import type { HubListing } from './match-listings.ts'
import { ByHand, type Named, type Sale } from './source.ts'

/** What buyers of a listing pay while its sale lasts; null if it is in none, or cannot be bought. */
export function saleOf({ state, sale, variations }: Pick<HubListing, 'state' | 'sale' | 'variations'>): Sale | null {
  if (!sale || !isForBuyers.includes(state)) return null
  const { startsAt, endsAt, price, was } = sale
  const prices =
    variations.length > 0
      ? variations.flatMap((each) => (each.id !== null && each.sale ? [{ variation: each.id, ...each.sale }] : []))
      : [{ variation: null, price, was }]
  return prices.length > 0 ? { startsAt, endsAt, prices } : null
}

const isForBuyers = ['ACTIVE', 'OUT_OF_STOCK', 'PAUSED']

/** What a shop is to be told of a listing's sale; nothing if it was in none before. */
export async function dueOfSale(
  { source, outbox }: Pick<Connected, 'source' | 'outbox'>,
  { seller, id }: Named,
  listing: HubListing,
): Promise<Due[]> {
  const key = [seller, id].map(encodeURIComponent).join('/')
  const told = await outbox.findApplied('sale', key)
  const sale = saleOf(listing)
  const isThere = told !== null && told.digest !== over && (told.reason === null || source.applySale !== undefined)
  if (!sale && !told) return []
  const apply = source.applySale ?? (async () => (sale || isThere ? byHand(sale) : undefined))
  return [
    {
      kind: 'sale',
      key,
      about: { seller, id },
      digest: sale ? JSON.stringify(sale) : over,
      name: 'sale',
      tell: async () => apply({ seller, id }, sale),
    },
  ]
}

/** Digest of a sale that is no more. */
const over = 'over'

function byHand(sale: Sale | null): never {
  const told = { code: 'sale' }
  if (!sale) throw new ByHand('The sale is over. Take its prices out of the shop, then send this again.', told)
  const prices = sale.prices.map(
    ({ variation, price, was }) =>
      `${variation === null ? '' : `${variation} `}${price.value} ${price.currency}${was ? ` instead of ${was.value}` : ''}`,
  )
  throw new ByHand(
    `A sale from ${sale.startsAt} to ${sale.endsAt} asks ${prices.join(', ')}. Set this in the shop, then send this again.`,
    told,
  )
}
