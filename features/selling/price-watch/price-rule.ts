import type { Row } from '#db/schema.ts'
import { salePrice } from '#features/core/sale-event/sale-price.ts'
import { day } from '#lib/duration.ts'

// Rules that follow what a listing's product sells for. Pure; amounts are minor units of one currency.

export type RuleBasis = Row<'price_rules'>['basis']
export const ruleBases = ['MEDIAN', 'AVERAGE'] as const satisfies readonly RuleBasis[]

/** What a seller sets: how far below (negative) or above the evidence, and between which prices. */
export type PriceRule = Pick<
  Row<'price_rules'>,
  | 'basis'
  | 'offset_percent'
  | 'floor_minor'
  | 'margin_percent'
  | 'ceiling_minor'
  | 'ending'
  | 'most_changes'
  | 'most_percent'
>

/** Fewer sales change no price by themselves. */
export const leastRuleSales = 5
/** Older evidence changes no price; it is counted once a day. */
export const oldestEvidence = 3 * day

export interface Evidence {
  sales: number
  typicalMinor: number
  averageMinor: number
  countedAt: Date
}

/** A listing as its rule sees it. */
export interface RuleFacts {
  now: Date
  currency: string
  state: Row<'listings'>['state']
  format: Row<'listings'>['format']
  hasVariations: boolean
  /** Whether a sale event sets its price. */
  isOnSale: boolean
  priceMinor: number
  evidence: Evidence | null
  unitCostMinor: number | null
  /** The least price above its limits for offers; 0 if it has none. */
  aboveOffersMinor: number
  /** Changes by the rule today, and the price before the first. */
  today: { changes: number; firstMinor: number }
}

export type RuleRefusal =
  | 'not-active'
  | 'auction'
  | 'variations'
  | 'on-sale'
  | 'no-evidence'
  | 'old-evidence'
  | 'no-cost'
  | 'floor-above-ceiling'
  | 'day-full'
  | 'out-of-reach'

/** What moved a price away from the rule's target. */
export type RuleLimit = 'floor' | 'ceiling' | 'day'

export interface RulePrice {
  ok: true
  minor: number
  evidenceMinor: number
  sales: number
  targetMinor: number
  floorMinor: number
  limits: readonly RuleLimit[]
}

export type RuleOutcome = RulePrice | { ok: false; reason: RuleRefusal }

/** The least price of a rule; null if it follows from a cost that is not known. */
export function floorOf(rule: PriceRule, { unitCostMinor, aboveOffersMinor }: RuleFacts): number | null {
  const own =
    rule.floor_minor ??
    (unitCostMinor === null ? null : Math.ceil((unitCostMinor * (100 + (rule.margin_percent ?? 0))) / 100))
  return own === null ? null : Math.max(1, own, aboveOffersMinor)
}

const within = (minor: number, low: number, high: number) => Math.min(high, Math.max(low, minor))

/**
 * The price that a rule sets now, which may be the present one. Never below its floor, at its limits for offers, above its
 * ceiling, or further from the day's first price than it allows: if these leave no price, it refuses.
 */
export function rulePrice(rule: PriceRule, facts: RuleFacts): RuleOutcome {
  const { evidence, today } = facts
  const refused = (reason: RuleRefusal) => ({ ok: false, reason }) as const
  if (facts.state !== 'ACTIVE' && facts.state !== 'OUT_OF_STOCK') return refused('not-active')
  if (facts.format === 'AUCTION') return refused('auction')
  if (facts.hasVariations) return refused('variations')
  if (facts.isOnSale) return refused('on-sale')
  if (!evidence || evidence.sales < leastRuleSales) return refused('no-evidence')
  if (facts.now.getTime() - evidence.countedAt.getTime() > oldestEvidence) return refused('old-evidence')
  const floorMinor = floorOf(rule, facts)
  if (floorMinor === null) return refused('no-cost')
  const ceiling = rule.ceiling_minor ?? Number.MAX_SAFE_INTEGER
  if (floorMinor > ceiling) return refused('floor-above-ceiling')
  const evidenceMinor = rule.basis === 'MEDIAN' ? evidence.typicalMinor : evidence.averageMinor
  const exact = Math.round((evidenceMinor * (100 + rule.offset_percent)) / 100)
  const targetMinor = salePrice(exact, { percent: 0, priceMinor: null, ending: rule.ending, currency: facts.currency })
  const wanted = within(targetMinor, floorMinor, ceiling)
  const first = today.changes > 0 ? today.firstMinor : facts.priceMinor
  const low = Math.max(floorMinor, Math.ceil((first * (100 - rule.most_percent)) / 100))
  const high = Math.min(ceiling, Math.floor((first * (100 + rule.most_percent)) / 100))
  if (low > high) return refused('out-of-reach')
  const minor = within(wanted, low, high)
  if (minor !== facts.priceMinor && today.changes >= rule.most_changes) return refused('day-full')
  const limits: RuleLimit[] = [
    ...(wanted > targetMinor ? (['floor'] as const) : wanted < targetMinor ? (['ceiling'] as const) : []),
    ...(minor === wanted ? [] : (['day'] as const)),
  ]
  return { ok: true, minor, evidenceMinor, sales: evidence.sales, targetMinor, floorMinor, limits }
}
