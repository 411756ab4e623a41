import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyRules, type Decisions, type RuleConditions, type RuleFacts, type ShopRule } from './shop-rule.ts'

interface Actions {
  service: string
  signature: boolean
}
type Rule = ShopRule<Actions>

const rule = (name: string, conditions: RuleConditions, actions: Partial<Actions>, isOn = true): Rule => ({
  id: name,
  name,
  isOn,
  conditions,
  actions,
})
const parcel: RuleFacts = { country: 'GB', grams: 1_500, minor: 4_000, skus: ['CAM-1', 'LENS-2'], tags: ['Gift'] }
const service = (rules: readonly Rule[], facts: Partial<RuleFacts> = {}) =>
  applyRules(rules, { ...parcel, ...facts }).service?.value ?? null
const decides = (conditions: RuleConditions, facts: Partial<RuleFacts> = {}) =>
  service([rule('r', conditions, { service: 'x' })], facts) === 'x'

describe('conditions', () => {
  it('match a country or the European Union', () => {
    expect(decides({ countries: ['US', 'GB'] })).toBe(true)
    expect(decides({ countries: ['EU'] })).toBe(false)
    expect(decides({ countries: ['EU'] }, { country: 'DE' })).toBe(true)
  })

  it('include their bounds, and never match what is unknown', () => {
    for (const [grams, fits] of [
      [999, false],
      [1_000, true],
      [2_000, true],
      [2_001, false],
      [null, false],
    ] as const)
      expect(decides({ gramsFrom: 1_000, gramsTo: 2_000 }, { grams })).toBe(fits)
    expect(decides({ minorTo: 0 }, { minor: 0 })).toBe(true)
    expect(decides({ minorFrom: 0 }, { minor: null })).toBe(false)
    expect(decides({}, { grams: null, minor: null })).toBe(true)
  })

  it('match one SKU of the order, whole or by its beginning, and one tag in any case', () => {
    expect(decides({ skus: ['LENS-2'] })).toBe(true)
    expect(decides({ skus: ['LENS'] })).toBe(false)
    expect(decides({ skus: ['BAG*', 'LENS*'] })).toBe(true)
    expect(decides({ tags: ['gift'] })).toBe(true)
    expect(decides({ tags: ['gif'] })).toBe(false)
  })

  it('must all match', () => {
    expect(decides({ countries: ['GB'], gramsTo: 2_000, tags: ['gift'] })).toBe(true)
    expect(decides({ countries: ['GB'], gramsTo: 1_000, tags: ['gift'] })).toBe(false)
  })
})

it('lets the first rule decide, later ones only what is open, and names each', () => {
  const rules = [
    rule('UK under 2 kg', { countries: ['GB'], gramsTo: 2_000 }, { service: 'Tracked 48' }),
    rule('All', {}, { service: 'cheapest', signature: true }),
  ]
  expect(applyRules(rules, parcel)).toEqual({
    service: { value: 'Tracked 48', rule: 'UK under 2 kg' },
    signature: { value: true, rule: 'All' },
  })
  expect(service(rules.toReversed())).toBe('cheapest')
  expect(service(rules, { grams: 2_001 })).toBe('cheapest')
})

const conditions: fc.Arbitrary<RuleConditions> = fc.record(
  {
    countries: fc.subarray(['GB', 'DE', 'EU'], { minLength: 1 }),
    gramsFrom: fc.nat(3),
    gramsTo: fc.nat(3),
    minorFrom: fc.nat(3),
    minorTo: fc.nat(3),
    skus: fc.subarray(['A', 'A*', 'B-1', '*'], { minLength: 1 }),
    tags: fc.subarray(['x', 'Y'], { minLength: 1 }),
  },
  { requiredKeys: [] },
)
const anyRules: fc.Arbitrary<Rule[]> = fc.array(
  fc.record({
    id: fc.string(),
    name: fc.string(),
    isOn: fc.boolean(),
    conditions,
    actions: fc.record({ service: fc.constantFrom('a', 'b'), signature: fc.boolean() }, { requiredKeys: [] }),
  }),
  { maxLength: 6 },
)
const anyFacts: fc.Arbitrary<RuleFacts> = fc.record({
  country: fc.constantFrom('GB', 'DE', 'US'),
  grams: fc.option(fc.nat(3)),
  minor: fc.option(fc.nat(3)),
  skus: fc.subarray(['A', 'A-1', 'B-1', 'C']),
  tags: fc.subarray(['X', 'y', 'z']),
})

/** The same, written as plainly as possible: for each action the first rule that sets it and matches. */
function plainly(rules: readonly Rule[], facts: RuleFacts): Decisions<Actions> {
  const isLike = (sku: string, pattern: string) =>
    new RegExp(`^${pattern.replaceAll('-', '\\-').replace('*', '.*')}$`).test(sku)
  const fits = ({ isOn, conditions: on }: Rule) =>
    [
      isOn,
      on.countries === undefined ||
        on.countries.includes(facts.country) ||
        (on.countries.includes('EU') && facts.country === 'DE'),
      on.gramsFrom === undefined || (facts.grams ?? -1) >= on.gramsFrom,
      on.gramsTo === undefined || (facts.grams ?? 9) <= on.gramsTo,
      on.minorFrom === undefined || (facts.minor ?? -1) >= on.minorFrom,
      on.minorTo === undefined || (facts.minor ?? 9) <= on.minorTo,
      on.skus === undefined || facts.skus.some((sku) => on.skus?.some((pattern) => isLike(sku, pattern))),
      on.tags === undefined || facts.tags.some((tag) => on.tags?.join().toLowerCase().includes(tag.toLowerCase())),
    ].every(Boolean)
  const first = (action: keyof Actions) => rules.find((each) => fits(each) && each.actions[action] !== undefined)
  const [byService, bySignature] = [first('service'), first('signature')]
  return {
    ...(byService && { service: { value: byService.actions.service!, rule: byService.name } }),
    ...(bySignature && { signature: { value: bySignature.actions.signature!, rule: bySignature.name } }),
  }
}

describe('for any rules and orders', () => {
  it('decides as the plain reading does', () => {
    fc.assert(
      fc.property(anyRules, anyFacts, (rules, facts) => {
        expect(applyRules(rules, facts)).toEqual(plainly(rules, facts))
      }),
    )
  })
})
