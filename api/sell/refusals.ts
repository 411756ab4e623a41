import type { FormProblem } from '#features/selling/listing-form/publish/plan-publication.ts'
import { limits, type PolicyKind } from '#features/core/listing/listing-content.ts'
import { readRefusal } from '#web/refusals.ts'
import { policyNames } from './offer-body.ts'
import { SellError, combineErrors, type SellErrorId } from './sell-error.ts'

/** eBay's error id for each rule of the listing form. */
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
  notMoney: 25003,
  notWhole: 25004,
  notSize: 25020,
  notMoment: 25752,
  notChoice: 25016,
  formatLocked: 25019,
  titleSold: 25019,
  titleEnding: 25019,
}

const words: Readonly<Record<FormProblem['problem'], string>> = {
  titleMissing: 'The title is missing.',
  titleLong: `The title has more than ${limits.title} characters.`,
  skuLong: `The SKU has more than ${limits.sku} characters.`,
  skuTaken: 'Something else is on offer under the SKU.',
  skuCharacters: 'The SKU has characters that it cannot have.',
  skuTwice: 'The SKU is that of two variations.',
  categoryMissing: 'The category is missing, or there is no such.',
  pictureMissing: 'There is no picture.',
  picturesMany: 'There are too many pictures.',
  priceMissing: 'The price is missing.',
  quantityMissing: 'There is nothing to sell: the quantity is 0.',
  auctionQuantity: 'An auction sells one.',
  auctionVariations: 'An auction has no variations.',
  conditionMissing: 'The condition is missing.',
  policyMissing: 'The policy is missing.',
  policyGone: 'There is no such policy.',
  aspectMissing: 'The category asks for an aspect that is missing.',
  descriptionLong: `The description has more than ${limits.description} characters.`,
  rowPrice: 'A variation has no price.',
  rowQuantity: 'A variation has no quantity.',
  rowsMissing: 'There are no variations.',
  rowsMany: 'There are too many variations.',
  axisTwice: 'Variations differ in the same aspect twice.',
  axisNameMissing: 'What variations differ in has no name.',
  rowsSoldOut: 'All variations are sold out.',
  minimumOffer: 'The price below which offers are declined is not below the price.',
  autoAccept: 'The price from which on offers are accepted is not below the price.',
  offerOrder: 'Offers are accepted below the price at which they are declined.',
  handlingMissing: 'The handling time is missing.',
  startPast: 'The start is past.',
  notMoney: 'A price cannot be read.',
  notWhole: 'A number cannot be read.',
  notSize: 'A size cannot be read.',
  notMoment: 'The start cannot be read.',
  notChoice: 'A choice cannot be read.',
  formatLocked: 'The format of a listing stays as it is.',
  titleSold: 'The title stays as it is: something of the listing has been sold.',
  titleEnding: 'The title stays as it is: the auction ends soon.',
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
  const said = problem === 'aspectMissing' ? `The category asks for the aspect ${name}.` : words[problem]
  return new SellError(id, { detail: said, parameters: { fieldName: name } })
}

/** One error for all broken rules. */
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
