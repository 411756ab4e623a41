import type { Endpoint } from './endpoint.ts'
import { listingEndpoints } from './listings.ts'
import { memberEndpoints } from './members.ts'
import { orderEndpoints } from './orders.ts'
import { sellerEndpoints } from './sellers.ts'

/** Every address of the marketplace's API, in the order in which the documentation has them. */
export const endpoints: readonly Endpoint[] = [
  ...sellerEndpoints,
  ...memberEndpoints,
  ...orderEndpoints,
  ...listingEndpoints,
]
