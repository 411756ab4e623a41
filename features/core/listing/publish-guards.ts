import { pictureLimits } from '#features/core/listing-pictures/picture.ts'
import { customsProblems, type CustomsProblem } from './customs-details.ts'
import { fieldId } from './field-id.ts'
import {
  codePointLength,
  limits,
  lowestPrice,
  policyKinds,
  type BestOffer,
  type ListingContent,
} from './listing-content.ts'

/** A violated rule; key of its text. */
export type ContentProblem =
  | 'titleMissing'
  | 'titleLong'
  | 'skuLong'
  | 'skuTaken'
  | 'skuCharacters'
  | 'skuTwice'
  | 'categoryMissing'
  | 'pictureMissing'
  | 'picturesMany'
  | 'priceMissing'
  | 'quantityMissing'
  | 'auctionQuantity'
  | 'auctionVariations'
  | 'conditionMissing'
  | 'policyMissing'
  | 'policyGone'
  | 'aspectMissing'
  | 'descriptionLong'
  | 'rowPrice'
  | 'rowQuantity'
  | 'rowsMissing'
  | 'rowsMany'
  | 'axisTwice'
  | 'axisNameMissing'
  | 'rowsSoldOut'
  | 'minimumOffer'
  | 'autoAccept'
  | 'offerOrder'
  | 'handlingMissing'
  | 'startPast'
  | CustomsProblem
  /** `reason`: see `KitProblem`. */
  | 'kit'

export interface FieldProblem<Problem extends string = ContentProblem> {
  field: string
  fieldId: string
  problem: Problem
  values?: Record<string, string | number>
}

export function problemOf<Problem extends string>(
  field: string,
  problem: Problem,
  values?: Record<string, string | number>,
): FieldProblem<Problem> {
  return { field, fieldId: fieldId(field), problem, ...(values ? { values } : {}) }
}

export interface GuardFacts {
  requiredAspects: readonly string[]
  /** Whether a picture exists besides its own: the product's or an imported one. */
  hasOtherPicture: boolean
  now: Date
}

/**
 * All problems that prevent publishing, in form order (seller-hubs 5.3; 1.4; 5.5, 22 and 23). Empty if none. Revised
 * listings must satisfy them too.
 */
export function publishProblems(content: ListingContent, facts: GuardFacts): FieldProblem[] {
  return [
    ...textProblems(content),
    ...categoryProblems(content, facts),
    ...pictureProblems(content, facts),
    ...(codePointLength(content.description) > limits.description
      ? [problemOf('description', 'descriptionLong', { max: limits.description })]
      : []),
    ...priceProblems(content),
    ...offerProblems(content.bestOffer, lowestPrice(content)),
    ...variationProblems(content),
    ...termProblems(content, facts),
  ]
}

/** What is wrong with its customs details; the form asks the server, as its script has no room for these rules. */
export const customsGuards = (content: ListingContent): FieldProblem[] =>
  customsProblems(content.customs, hasSku(content)).map(({ field, problem }) => problemOf(field, problem))

const hasSku = ({ sku, variations }: ListingContent) => sku !== null || variations.some((each) => each.sku !== null)

/** Validates a SKU: 1 to 50 code points without control characters. */
export function skuProblem(field: string, sku: string | null): FieldProblem[] {
  if (sku === null) return []
  if (codePointLength(sku) > limits.sku) return [problemOf(field, 'skuLong', { max: limits.sku })]
  return /\p{Cc}/u.test(sku) ? [problemOf(field, 'skuCharacters')] : []
}

function textProblems({ title, sku, condition }: ListingContent): FieldProblem[] {
  const length = codePointLength(title)
  return [
    ...(length === 0 ? [problemOf('title', 'titleMissing')] : []),
    ...(length > limits.title ? [problemOf('title', 'titleLong', { max: limits.title, n: length })] : []),
    ...skuProblem('sku', sku),
    ...(condition === null ? [problemOf('condition', 'conditionMissing')] : []),
  ]
}

function categoryProblems({ category, aspects }: ListingContent, { requiredAspects }: GuardFacts): FieldProblem[] {
  if (category === null) return [problemOf('category', 'categoryMissing')]
  return requiredAspects
    .filter((name) => !aspects[name]?.length)
    .map((name) => problemOf(`aspect.${name}`, 'aspectMissing', { name }))
}

function pictureProblems({ pictures }: ListingContent, { hasOtherPicture }: GuardFacts): FieldProblem[] {
  if (pictures.length === 0 && !hasOtherPicture) return [problemOf('pictures', 'pictureMissing')]
  const max = pictureLimits.count
  return pictures.length > max ? [problemOf('pictures', 'picturesMany', { max })] : []
}

/** Price and quantity of a listing without variations. */
export type PlainOffer = Pick<ListingContent, 'format' | 'priceMinor' | 'quantity' | 'bestOffer' | 'parts'>

/** Problems newly caused by a change of price or quantity. */
export function offerChangeProblems(before: PlainOffer, after: PlainOffer): FieldProblem[] {
  const problems = (offer: PlainOffer) => [...unitProblems(offer), ...offerProblems(offer.bestOffer, offer.priceMinor)]
  const known = new Set(problems(before).map(({ problem }) => problem))
  return problems(after).filter(({ problem }) => !known.has(problem))
}

function priceProblems(content: ListingContent): FieldProblem[] {
  if (content.axes.length === 0) return unitProblems(content)
  return content.format === 'AUCTION' ? [problemOf('format', 'auctionVariations')] : []
}

function unitProblems({ priceMinor, quantity, format, parts }: PlainOffer): FieldProblem[] {
  return [
    ...(priceMinor === null || priceMinor <= 0 ? [problemOf('price', 'priceMissing')] : []),
    ...((quantity === null || quantity < 1) && !parts?.length ? [problemOf('quantity', 'quantityMissing')] : []),
    ...(format === 'AUCTION' && quantity !== null && quantity > 1 ? [problemOf('quantity', 'auctionQuantity')] : []),
  ]
}

/** Requires 0 < minimum < auto-accept < price; each limit is optional. */
function offerProblems(bestOffer: BestOffer | null, price: number | null): FieldProblem[] {
  if (!bestOffer) return []
  const { minimumMinor, autoAcceptMinor } = bestOffer
  const notBelow = (limit: number | null) => limit !== null && (limit <= 0 || (price !== null && limit >= price))
  return [
    ...(notBelow(minimumMinor) ? [problemOf('minimumOffer', 'minimumOffer')] : []),
    ...(notBelow(autoAcceptMinor) ? [problemOf('autoAccept', 'autoAccept')] : []),
    ...(minimumMinor !== null && autoAcceptMinor !== null && minimumMinor >= autoAcceptMinor
      ? [problemOf('minimumOffer', 'offerOrder')]
      : []),
  ]
}

function variationProblems({ axes, variations, sku }: ListingContent): FieldProblem[] {
  if (axes.length === 0) return []
  if (variations.length === 0) return [problemOf('axis1.values', 'rowsMissing')]
  if (variations.length > limits.rows) return [problemOf('axis1.values', 'rowsMany', { max: limits.rows })]
  const names = axes.map(({ name }) => name.toLocaleLowerCase())
  const seen = new Set<string>(sku === null ? [] : [sku])
  const rows = variations.flatMap((row, index) => {
    const name = row.values.join(', ')
    const taken = row.sku !== null && seen.has(row.sku)
    if (row.sku !== null) seen.add(row.sku)
    return [
      ...skuProblem(`row.${index}.sku`, row.sku),
      ...(taken ? [problemOf(`row.${index}.sku`, 'skuTwice' as const, { name })] : []),
      ...(row.priceMinor === null || row.priceMinor <= 0
        ? [problemOf(`row.${index}.price`, 'rowPrice' as const, { name })]
        : []),
      ...(row.quantity === null && !row.parts?.length
        ? [problemOf(`row.${index}.quantity`, 'rowQuantity' as const, { name })]
        : []),
    ]
  })
  const soldOut = variations.every((each) => each.quantity === 0 && !each.parts?.length)
  return [
    ...names.flatMap((name, index) =>
      name === '' ? [problemOf(`axis${index + 1}.name`, 'axisNameMissing' as const)] : [],
    ),
    ...(names[0] !== '' && new Set(names).size < names.length ? [problemOf('axis2.name', 'axisTwice' as const)] : []),
    ...rows,
    ...(soldOut ? [problemOf('row.0.quantity', 'rowsSoldOut' as const)] : []),
  ]
}

function termProblems({ policies, handlingDays, startsAt }: ListingContent, { now }: GuardFacts): FieldProblem[] {
  return [
    ...policyKinds
      .filter((kind) => policies[kind] === null)
      .map((kind) => problemOf(`policy.${kind}`, 'policyMissing' as const, { kind })),
    ...(handlingDays === null ? [problemOf('handling', 'handlingMissing')] : []),
    ...(startsAt !== null && startsAt <= now ? [problemOf('startDate', 'startPast')] : []),
  ]
}
