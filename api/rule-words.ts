import { limits } from '#features/core/listing/listing-content.ts'
import type { PushProblem } from '#features/selling/pushed-listings/pushed-form.ts'

const words: Readonly<Record<PushProblem['problem'], string>> = {
  titleMissing: 'The title is missing.',
  titleLong: `The title has more than ${limits.title} characters.`,
  skuLong: `The SKU has more than ${limits.sku} characters.`,
  skuTaken: 'Another listing on sale has this SKU.',
  skuCharacters: 'The SKU has characters that are not allowed.',
  skuTwice: 'Two variations have the same SKU.',
  categoryMissing: 'The category is missing or does not exist.',
  pictureMissing: 'There is no picture.',
  picturesMany: 'There are too many pictures.',
  priceMissing: 'The price is missing.',
  quantityMissing: 'There is nothing to sell: the quantity is 0.',
  auctionQuantity: 'The quantity of an auction must be 1.',
  auctionVariations: 'An auction cannot have variations.',
  conditionMissing: 'The condition is missing.',
  policyMissing: 'The policy is missing.',
  policyGone: 'The policy does not exist.',
  aspectMissing: 'An aspect that the category requires is missing.',
  descriptionLong: `The description has more than ${limits.description} characters.`,
  rowPrice: 'A variation has no price.',
  rowQuantity: 'A variation has no quantity.',
  rowsMissing: 'There are no variations.',
  rowsMany: 'There are too many variations.',
  axisTwice: 'An axis of the variations is named twice.',
  axisNameMissing: 'An axis of the variations has no name.',
  rowsSoldOut: 'All variations are sold out.',
  minimumOffer: 'The price below which offers are declined must be below the price.',
  autoAccept: 'The price from which offers are accepted must be below the price.',
  offerOrder: 'The price from which offers are accepted is below the one at which they are declined.',
  handlingMissing: 'The handling time is missing.',
  startPast: 'The start is in the past.',
  notMoney: 'A price is invalid.',
  notWhole: 'A number is invalid.',
  notSize: 'A size is invalid.',
  notMoment: 'The start is invalid.',
  notChoice: 'A choice is invalid.',
  formatLocked: 'The format of a listing cannot be changed.',
  titleSold: 'The title cannot be changed: units of the listing have been sold.',
  titleEnding: 'The title cannot be changed: the auction ends soon.',
  categoryUnknown: 'The category does not exist, and the category map has no entry for it.',
  policyUnknown: 'The seller has no policy of this name.',
}

/** Says in English which rule of the listing form is broken. */
export const brokenRuleText = ({ problem, values }: Pick<PushProblem, 'problem' | 'values'>): string =>
  problem === 'aspectMissing' ? `The category requires the aspect ${values?.['name'] ?? ''}.` : words[problem]
