import type { ApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { ApiProblem } from './problem.ts'
import type { ApiSeller } from './sellers-by-id.ts'

/** The sides that may own a seller's stock: members and their tools in the hub, or the marketplace's shop. */
export const stockOwners = ['HUB', 'SHOP'] as const

/** Whether a key may change units of listings on sale. Keys of sellers belong to the hub's side. */
export const mayCount = (
  { sellerId }: Pick<ApiKey, 'sellerId'>,
  { stock_owner: owner }: Pick<ApiSeller, 'stock_owner'>,
): boolean => owner === null || owner === (sellerId === null ? 'SHOP' : 'HUB')

const refusals = {
  HUB: 'The hub keeps count of this seller’s stock. Read it, or the event `stock.changed`.',
  SHOP: 'The marketplace’s shop keeps count of this seller’s stock.',
} as const

/** Refuses a stock change by the side that does not own the stock. */
export function requireCount(key: Pick<ApiKey, 'sellerId'>, seller: Pick<ApiSeller, 'stock_owner'>): void {
  if (seller.stock_owner && !mayCount(key, seller))
    throw new ApiProblem('not-possible-now', { detail: refusals[seller.stock_owner] })
}
