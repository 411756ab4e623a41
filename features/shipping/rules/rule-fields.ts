/** Fields of a rule's form; `isOn` and `signature` are choices. */
export const ruleFields = [
  'name',
  'isOn',
  'countries',
  'gramsFrom',
  'gramsTo',
  'minorFrom',
  'minorTo',
  'skus',
  'tags',
  'wish',
  'service',
  'size',
  'insure',
  'signature',
  'tag',
] as const

export type RuleField = (typeof ruleFields)[number]
export type RuleValues = Record<RuleField, string>
