import { europeanUnion } from '#features/core/shipping/shipping-place.ts'
import { readTag } from '#features/orders/order-notes/tag.ts'
import { readSize } from '#features/shipping/labels/read-label-sheet.server.ts'
import { generalWishes } from '#features/shipping/labels/label.ts'
import { isCountry } from '#lib/is-country.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { toDecimal } from '#lib/money.ts'
import { readAmount } from '#lib/read-amount.ts'
import { textOf } from '#lib/form-fields.ts'
import { readWeight, type WeightUnit } from '#lib/weight.ts'
import type { Texts } from '#texts/texts.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import { hasErrors } from '#web/form-answer.ts'
import type { LabelRule } from '#features/core/shipping/label-rule.ts'
import type { RuleConditions } from '#features/core/shipping/shop-rule.ts'

/** Fields of a rule's form; `isOn` and `signature` are choices. */
const ruleFields = [
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

interface FormOf {
  texts: Texts
  /** The shop's. */
  currency: string
  /** Unit of a weight that names none. */
  unit: WeightUnit
}

const most = { name: 60, listed: 100, service: 100 }

/** The form's fields for a rule. */
export function valuesOfRule({ name, isOn, conditions, actions }: LabelRule, { texts, currency }: FormOf): RuleValues {
  const amount = (minor: number | undefined) => (minor === undefined ? '' : texts.typed(toDecimal({ minor, currency })))
  const weight = (grams: number | undefined) => (grams === undefined ? '' : `${grams} g`)
  const isGeneral = isOneOf(generalWishes, actions.service)
  return {
    name,
    isOn: isOn ? 'on' : '',
    countries: conditions.countries?.join(', ') ?? '',
    gramsFrom: weight(conditions.gramsFrom),
    gramsTo: weight(conditions.gramsTo),
    minorFrom: amount(conditions.minorFrom),
    minorTo: amount(conditions.minorTo),
    skus: conditions.skus?.join('\n') ?? '',
    tags: conditions.tags?.join(', ') ?? '',
    wish: isGeneral ? (actions.service ?? '') : '',
    service: isGeneral ? '' : (actions.service ?? ''),
    size: actions.sizeMm?.map((mm) => texts.typed(String(mm / 10))).join(' x ') ?? '',
    insure: amount(actions.insureFromMinor),
    signature: actions.signature === undefined ? '' : actions.signature ? 'yes' : 'no',
    tag: actions.tag ?? '',
  }
}

type Read = { ok: true; rule: Omit<LabelRule, 'id'> } | { ok: false; errors: FieldErrors<RuleField> }

export const typedRule = (form: FormData): RuleValues =>
  Object.fromEntries(ruleFields.map((field) => [field, textOf(form, field)])) as RuleValues

/** Reads a rule as it was typed, or says what is wrong with its fields. */
export function readRule(typed: RuleValues, of: FormOf): Read {
  const { texts, currency, unit } = of
  const errors: FieldErrors<RuleField> = {}
  /** Reads a field that has a text; adds the error if it cannot be read. */
  const read = <Value>(
    field: RuleField,
    reader: (text: string) => Value | null | undefined,
    error: string,
  ): Value | undefined => {
    if (typed[field] === '') return undefined
    const value = reader(typed[field]) ?? undefined
    if (value === undefined) errors[field] = error
    return value
  }
  const readMinor = (text: string) => readAmount(text, { currency, grouping: texts.grouping })
  const wrongAmount = texts.t('refund.error.amount', { example: texts.typed(toDecimal({ minor: 1250, currency })) })
  const amount = (field: RuleField) => read(field, readMinor, wrongAmount)
  const weight = (field: RuleField) =>
    read(field, (text) => readWeight(text, unit, texts.grouping), texts.t('labels.error.weight'))
  const conditions: RuleConditions = {
    countries: read('countries', readCountries, texts.t('shipRules.error.countries')),
    gramsFrom: weight('gramsFrom'),
    gramsTo: weight('gramsTo'),
    minorFrom: amount('minorFrom'),
    minorTo: amount('minorTo'),
    skus: read('skus', readSkus, texts.t('shipRules.error.skus', { n: most.listed })),
    tags: read('tags', readTags, texts.t('shipRules.error.tags')),
  }
  const wish = generalWishes.find((each) => each === typed.wish)
  const actions: LabelRule['actions'] = {
    service: typed.service || wish,
    sizeMm: read('size', readSize, texts.t('labels.error.size')),
    insureFromMinor: amount('insure'),
    signature: typed.signature === '' ? undefined : typed.signature === 'yes',
    tag: read('tag', oneTag, texts.t('shipRules.error.tags')),
  }
  if (typed.service.length > most.service) errors.service = texts.t('shipRules.error.long', { n: most.service })
  if (typed.name === '' || typed.name.length > most.name)
    errors.name = texts.t('shipRules.error.name', { n: most.name })
  const { gramsFrom = 0, gramsTo = Infinity, minorFrom = 0, minorTo = Infinity } = conditions
  if (gramsFrom > gramsTo) errors.gramsTo ??= texts.t('shipRules.error.bounds')
  if (minorFrom > minorTo) errors.minorTo ??= texts.t('shipRules.error.bounds')
  const isEmpty = Object.values(actions).every((value) => value === undefined)
  if (!hasErrors(errors) && isEmpty) errors.wish = texts.t('shipRules.error.nothing')
  if (hasErrors(errors)) return { ok: false, errors }
  return { ok: true, rule: { name: typed.name, isOn: typed.isOn === 'on', conditions, actions } }
}

/** Codes of countries, or `EU`; sellers write UK for GB. */
function readCountries(text: string): string[] | null {
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  const known = codes.map((code) => (code === 'UK' ? 'GB' : code))
  return known.every((code) => code === europeanUnion || isCountry(code)) ? [...new Set(known)] : null
}

/** One a line. */
function readSkus(text: string): string[] | null {
  const skus = [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
  return skus.length <= most.listed && skus.every((sku) => sku.length <= 50 && !sku.slice(0, -1).includes('*'))
    ? skus
    : null
}

function oneTag(text: string): string | null {
  const read = readTag(text)
  return read.ok ? read.tag : null
}

function readTags(text: string): string[] | null {
  const tags = text.split(',').map(oneTag)
  return tags.length <= most.listed && tags.every((tag) => tag !== null) ? tags : null
}
