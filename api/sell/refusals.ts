import type { FormProblem } from '#features/selling/listing-form/publish/plan-publication.ts'
import type { PolicyKind } from '#features/core/listing/listing-content.ts'
import { readRefusal } from '#web/refusals.ts'
import { brokenRuleText } from '../rule-words.ts'
import { policyNames } from './offer-body.ts'
import { SellError, combineErrors, type SellErrorId } from './sell-error.ts'

const rules: Readonly<Record<FormProblem['problem'], SellErrorId>> = {
  titleMissing: 25016,
  titleLong: 25016,
  skuLong: 25707,
  skuTaken: 25002,
  skuCharacters: 25707,
  skuTwice: 25002,
  categoryMissing: 25005,
  pictureMissing: 25014,
  picturesMany: 25014,
  priceMissing: 25003,
  quantityMissing: 25004,
  auctionQuantity: 25004,
  auctionVariations: 25006,
  conditionMissing: 25021,
  policyMissing: 25007,
  policyGone: 25007,
  aspectMissing: 25029,
  descriptionLong: 25016,
  rowPrice: 25003,
  rowQuantity: 25004,
  rowsMissing: 25002,
  rowsMany: 25002,
  axisTwice: 25002,
  axisNameMissing: 25002,
  rowsSoldOut: 25004,
  minimumOffer: 25024,
  autoAccept: 25024,
  offerOrder: 25024,
  handlingMissing: 25007,
  startPast: 25752,
  hsCode: 25016,
  originCountry: 25016,
  customsDescription: 25016,
  customsValue: 25003,
  customsWithoutSku: 25707,
  notMoney: 25003,
  notWhole: 25004,
  notWeight: 25020,
  notSize: 25020,
  notMoment: 25752,
  notChoice: 25016,
  formatLocked: 25019,
  titleSold: 25019,
  titleEnding: 25019,
  stockOfShop: 25004,
  stockOfKit: 25004,
  notParts: 25004,
  kit: 25004,
  skuShared: 25002,
}

/** Error for a broken rule; `field` is the form's. */
export function ruleViolation({
  field,
  problem,
  values,
}: Pick<FormProblem, 'field' | 'problem' | 'values'>): SellError {
  const kind = /^policy\.(\w+)$/.exec(field)?.[1] as PolicyKind | undefined
  const name = problem === 'aspectMissing' ? String(values?.name ?? '') : kind ? policyNames[kind].field : field
  const id = kind ? policyNames[kind].error : rules[problem]
  return new SellError(id, { detail: brokenRuleText({ problem, values }), parameters: { fieldName: name } })
}

export function ruleViolations(problems: readonly FormProblem[]): SellError {
  return combineErrors(problems.map(ruleViolation))
}

/** Whether another change of the same listing won: a version conflict or a deadlock. */
export function isConcurrentChange(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('data' in error) return ['not-found', 'not-possible-now'].includes(readRefusal(error.data) ?? '')
  return 'code' in error && error.code === deadlock
}

/** PostgreSQL's error code for a deadlock. */
const deadlock = '40P01'
