import { europeanUnion, isInEuropeanUnion } from './shipping-place.ts'

/** What an order must be for a rule to apply: all that is set must match. */
export interface RuleConditions {
  /** Countries by code, or `EU`. */
  countries?: readonly string[]
  /** Bounds are included. */
  gramsFrom?: number
  gramsTo?: number
  /** In the shop's currency. */
  minorFrom?: number
  minorTo?: number
  /** SKUs of which the order has one; `*` at the end stands for any text. */
  skus?: readonly string[]
  /** Tags of which the order has one. */
  tags?: readonly string[]
}

/** A rule of a shop; `Actions` names what it may decide. */
export interface ShopRule<Actions extends object> {
  id: string
  name: string
  isOn: boolean
  conditions: RuleConditions
  actions: Partial<Actions>
}

export interface RuleFacts {
  country: string
  /** Null if unknown. */
  grams: number | null
  /** In the shop's currency; null in another one. */
  minor: number | null
  skus: readonly string[]
  tags: readonly string[]
}

/** What the rules decide, each with the name of its rule. */
export type Decisions<Actions extends object> = { [Action in keyof Actions]?: { value: Actions[Action]; rule: string } }

/** The first rule in the list that matches decides each action that it sets; later ones only what is still open. */
export function applyRules<Actions extends object>(
  rules: readonly ShopRule<Actions>[],
  facts: RuleFacts,
): Decisions<Actions> {
  const decisions: Decisions<Actions> = {}
  for (const { name, isOn, conditions, actions } of rules) {
    if (!isOn || !matches(conditions, facts)) continue
    for (const action in actions) {
      const value = actions[action]
      if (value !== undefined) decisions[action] ??= { value, rule: name }
    }
  }
  return decisions
}

function matches(on: RuleConditions, { country, grams, minor, skus, tags }: RuleFacts): boolean {
  return (
    (!on.countries || on.countries.some((place) => isIn(place, country))) &&
    isBetween(grams, on.gramsFrom, on.gramsTo) &&
    isBetween(minor, on.minorFrom, on.minorTo) &&
    (!on.skus || on.skus.some((pattern) => skus.some((sku) => isLike(sku, pattern)))) &&
    (!on.tags || on.tags.some((tag) => tags.some((own) => own.toLowerCase() === tag.toLowerCase())))
  )
}

const isIn = (place: string, country: string) =>
  place === country || (place === europeanUnion && isInEuropeanUnion(country))

/** An unknown number is within no bounds. */
const isBetween = (value: number | null, from: number | undefined, to: number | undefined) =>
  (from === undefined && to === undefined) || (value !== null && value >= (from ?? value) && value <= (to ?? value))

const isLike = (sku: string, pattern: string) =>
  pattern.endsWith('*') ? sku.startsWith(pattern.slice(0, -1)) : sku === pattern
