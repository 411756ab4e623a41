import { HubRefusal } from './hub-client.ts'
import type { OrderBody } from './source.ts'

type Line = OrderBody['lines'][number]

/** Refusals of orders of what is not on sale in the hub. */
const ofListings = ['no-such-listing', 'no-such-variation', 'not-on-offer']

/** Whether a listing is what the hub lacks. */
export const isOfListing = (code: string | null): boolean => ofListings.includes(code ?? '')

/** Longest title of a line. */
const longest = 200

/** The title under which the hub takes a line that it does not sell. */
export const titleOf = ({ title, sku, listing }: Line): string =>
  (title?.trim() || sku || listing || '–').slice(0, longest).toWellFormed()

/**
 * Sends what was sold. It has to come in, whatever is on sale in the hub: if a listing keeps it back, it is sent once more
 * with its titles.
 */
export async function sendSold<T>(send: (isTitled: boolean) => Promise<T | HubRefusal>): Promise<T | HubRefusal> {
  const answer = await send(false)
  return answer instanceof HubRefusal && isOfListing(answer.code) ? send(true) : answer
}
