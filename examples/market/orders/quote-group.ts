import { HubAway, type HubClient } from '../hub-client.ts'
import type { HubQuote } from '../hub-types.ts'
import { minorOf } from '../store/offers.ts'
import type { BasketGroup } from './basket.ts'

export interface Place {
  country: string
  postalCode: string
}

/** The group with what shipping costs to the place. If the hub does not answer, it keeps the postage within the country. */
export async function quoteGroup(
  hub: Pick<HubClient, 'quoteShipping'>,
  group: BasketGroup,
  { country, postalCode }: Place,
): Promise<BasketGroup> {
  const items = group.items.map(({ item, quantity, price }) => ({ item, quantity, unitPrice: price }))
  const to = { country, postalCode: postalCode || null }
  try {
    return withQuote(group, (await hub.quoteShipping(group.seller.id, { to, items })).order)
  } catch (error) {
    if (error instanceof HubAway) return group
    throw error
  }
}

/** A seller who has set no postage asks for none. */
function withQuote(group: BasketGroup, { services: [first], problem }: HubQuote): BasketGroup {
  const postageMinor = first ? minorOf(first.price) : 0
  return {
    ...group,
    postageMinor,
    totalMinor: group.totalMinor - group.postageMinor + postageMinor,
    shippingService: first ? (first.service ?? first.policy) : null,
    postageProblem:
      problem === null || problem === 'NO_POLICY'
        ? null
        : (problems[problem] ?? 'The seller does not send this there.'),
  }
}

const problems: Readonly<Record<string, string>> = {
  TOO_HEAVY: 'This is too heavy for one order. Take less of it.',
  WEIGHT_MISSING: 'The seller has not said what this weighs. Ask the seller.',
  NO_LISTING: 'This is not on offer any more.',
}
