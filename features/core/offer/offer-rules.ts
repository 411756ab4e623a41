import type { OfferRuleFacts } from '#db/tables/offers.ts'
import { discounted, type SellerAnswer } from './offer.ts'

/** Rules of the shop, beside the limits of each listing. */
export interface OfferRules {
  /** Nothing is accepted below cost plus so many percent; null: whatever the cost. */
  leastMarginPercent: number | null
  /** Offers between the limits get one counteroffer, at the mean of offer and price. */
  countersAtMean: boolean
  restsWhileAway: boolean
}

export const noRules: OfferRules = { leastMarginPercent: null, countersAtMean: false, restsWhileAway: true }

export interface OfferToAnswer {
  /** Of a unit. */
  priceMinor: number
  /** What the listing asks for a unit. */
  listPriceMinor: number
  /** Limits of the listing. */
  autoAcceptMinor: number | null
  minimumMinor: number | null
  /** Cost of a unit; null if unknown. */
  costMinor: number | null
  /** Whether the seller has made a counteroffer to this buyer for the listing. */
  hasCountered: boolean
  isAway: boolean
}

export interface RuleAnswer extends OfferRuleFacts {
  step: SellerAnswer
  /** Of a counteroffer, for a unit. */
  priceMinor: number
}

/** Lowest price that covers cost plus the margin; null if there is no such rule or the cost is unknown. */
export function floorOf(rules: OfferRules, costMinor: number | null): number | null {
  const { leastMarginPercent: percent } = rules
  return percent === null || costMinor === null ? null : Math.ceil((costMinor * (100 + percent)) / 100)
}

/**
 * Answer of the rules to an offer; null leaves it to the seller. A floor by cost keeps rules from accepting and
 * countering below it, and declines nothing; with such a rule, an unknown cost accepts nothing.
 */
export function ruleAnswer(rules: OfferRules, offer: OfferToAnswer): RuleAnswer | null {
  const { priceMinor, listPriceMinor, autoAcceptMinor, minimumMinor, costMinor } = offer
  if (offer.isAway && rules.restsWhileAway) return null
  if (minimumMinor !== null && priceMinor < minimumMinor)
    return { step: 'decline', rule: 'minimum', limitMinor: minimumMinor, priceMinor }
  const floor = floorOf(rules, costMinor)
  const isCovered = rules.leastMarginPercent === null || (floor !== null && priceMinor >= floor)
  if (autoAcceptMinor !== null && priceMinor >= autoAcceptMinor)
    return isCovered ? { step: 'accept', rule: 'auto-accept', limitMinor: autoAcceptMinor, priceMinor } : null
  if (!rules.countersAtMean || offer.hasCountered || priceMinor >= listPriceMinor) return null
  const counter = counterPrice('mean', offer, rules)
  return counter.ok
    ? { step: 'counter', rule: 'mean', limitMinor: listPriceMinor, priceMinor: counter.priceMinor }
    : null
}

/** Price of a counteroffer: the mean of the offer and the listing's price, or a discount on the latter. */
export type CounterPrice = 'mean' | { discountPercent: number }

export type CounterPriceRefusal = 'no-cost' | 'no-room' | 'below-offer'

/**
 * Price of a unit in a counteroffer, raised to the rules' floor. Refused if the floor is unknown or leaves no room below
 * the listing's price, or if the buyer has offered as much.
 */
export function counterPrice(
  price: CounterPrice,
  { priceMinor, listPriceMinor, costMinor }: Pick<OfferToAnswer, 'priceMinor' | 'listPriceMinor' | 'costMinor'>,
  rules: OfferRules,
): { ok: true; priceMinor: number } | { ok: false; reason: CounterPriceRefusal } {
  const floor = floorOf(rules, costMinor)
  if (rules.leastMarginPercent !== null && floor === null) return { ok: false, reason: 'no-cost' }
  const wanted =
    price === 'mean' ? Math.ceil((priceMinor + listPriceMinor) / 2) : discounted(listPriceMinor, price.discountPercent)
  const counter = Math.max(wanted, floor ?? 0)
  if (counter >= listPriceMinor) return { ok: false, reason: 'no-room' }
  return counter > priceMinor ? { ok: true, priceMinor: counter } : { ok: false, reason: 'below-offer' }
}
