import { limits } from '#features/core/listing/listing-content.ts'
import type { PushProblem } from '#features/selling/pushed-listings/pushed-form.ts'

const words: Readonly<Record<PushProblem['problem'], string>> = {
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
  categoryUnknown: 'There is no such category, and the category map has none for it.',
  policyUnknown: 'The seller has no policy of this name.',
}

/** Says in English which rule of the listing form is broken. */
export const brokenRuleText = ({ problem, values }: Pick<PushProblem, 'problem' | 'values'>): string =>
  problem === 'aspectMissing' ? `The category asks for the aspect ${values?.['name'] ?? ''}.` : words[problem]
