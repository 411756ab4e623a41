import type { Decisions, RuleFacts, ShopRule } from './shop-rule.ts'

/** What a rule decides of a shipping label. */
export interface LabelActions {
  /** `cheapest`, `fastest`, or a service by its code or name. */
  service: string
  sizeMm: readonly [number, number, number]
  /** Insures parcels of this value and more, in the shop's currency. */
  insureFromMinor: number
  signature: boolean
  /** Added to the order with the label. */
  tag: string
}

export type LabelRule = ShopRule<LabelActions>
export type LabelDecisions = Decisions<LabelActions>

/** The value that the parcel is insured for, in minor units; null if it is not insured. */
export const insuredBy = ({ insureFromMinor }: LabelDecisions, { minor }: RuleFacts): number | null =>
  insureFromMinor && minor !== null && minor > 0 && minor >= insureFromMinor.value ? minor : null
