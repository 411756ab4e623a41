import { readKit, type KitProblem } from '#features/core/listing/kit.ts'
import { isKit } from '#features/core/listing/listing-content.ts'
import { lockedFields, type LockProblem } from '#features/core/listing/listing-locks.ts'
import {
  customsGuards,
  publishProblems,
  type ContentProblem,
  type FieldProblem,
} from '#features/core/listing/publish-guards.ts'
import { findLeaf, type Taxonomy } from '#features/core/listing/taxonomy.ts'
import type { ListingLimits } from '#features/core/policy-pack/policy-pack.ts'
import {
  hasField,
  isPolicyField,
  patched,
  patchFields,
  policyOf,
  readPatch,
  type ListingPatch,
  type PatchableListing,
  type PatchField,
  type PatchValue,
} from './listing-patch.ts'

// Rules of changes of many listings at once. Pure; also runs in the browser.

/** Why a patch is refused; key of its text. */
type PatchProblem =
  | ContentProblem
  | LockProblem
  /** Drafts and ended listings. */
  | 'notHere'
  /** Prices and quantities belong to its variations. */
  | 'hasVariations'
  /** A variation has only some fields of its own. */
  | 'ofWholeListing'
  | 'costWithoutSku'
  /** What was bought decides about it. */
  | 'costBought'
  /** The parts of a kit decide about it. */
  | 'costOfKit'
  | 'binWithoutSku'
  | 'binLong'
  | 'tooMuch'
  | 'tooLittle'
  /** Text that names no parts. */
  | 'notParts'

export interface PatchFacts {
  taxonomy: Taxonomy | undefined
  limits: ListingLimits
  /** The seller's policies, as kind and id: `RETURN 7f3a`. */
  policies: ReadonlySet<string>
  isSkuTaken: boolean
  /** Why it cannot be made of the parts of the patch. */
  kitProblem?: KitProblem | null
  now: Date
}

const longestBin = 20

export interface PatchFieldProblem {
  field: PatchField
  problem: PatchProblem
  values?: Record<string, string | number>
}

/**
 * All problems that a patch causes, by the guards of the form; empty if none. A rule that the listing violates already
 * refuses nothing, so that an imported listing can be changed bit by bit.
 */
export function patchProblems(listing: PatchableListing, patch: ListingPatch, facts: PatchFacts): PatchFieldProblem[] {
  const fields = patchFields(patch)
  const [first] = fields
  if (first === undefined) return []
  // Drafts are edited in their form, which holds the input.
  if (listing.state === 'DRAFT' || listing.state === 'ENDED') return [{ field: first, problem: 'notHere' }]
  const after = patched(listing, patch)
  const known = new Set(guardProblems(listing, facts).map(nameOf))
  const caused = guardProblems(after, facts).filter((problem) => !known.has(nameOf(problem)))
  return [
    ...ownProblems(listing, after, patch, facts),
    ...caused.map(({ field, problem, values }) => ({
      field: causeOf(field, fields) ?? first,
      problem,
      ...(values ? { values } : {}),
    })),
  ]
}

const nameOf = ({ field, problem }: FieldProblem) => `${field} ${problem}`

/** Problems by the guards of the form. Pictures and start are not patched; a fixed-price listing may be out of stock. */
function guardProblems({ content, state, variation }: PatchableListing, { taxonomy, now }: PatchFacts): FieldProblem[] {
  const leaf = taxonomy && findLeaf(taxonomy, content.category)
  const requiredAspects = (leaf?.aspects ?? []).filter((aspect) => aspect.required).map(({ name }) => name)
  const maySellOut = content.format === 'FIXED_PRICE' && (state !== 'SCHEDULED' || variation !== null)
  const guards = [
    ...publishProblems(content, { requiredAspects, hasOtherPicture: true, now }),
    ...customsGuards(content),
  ]
  return guards.filter(({ problem }) => !(maySellOut && problem === 'quantityMissing' && content.quantity === 0))
}

/** Problems that the form has no guard for, or only at another place. */
function ownProblems(
  listing: PatchableListing,
  after: PatchableListing,
  patch: ListingPatch,
  { policies, limits, isSkuTaken, kitProblem, now }: PatchFacts,
): PatchFieldProblem[] {
  const locked = lockedFields(listing, now)
  const notOwn = listing.variation ? ('ofWholeListing' as const) : ('hasVariations' as const)
  return [
    ...patchFields(patch).flatMap((field) => rangeProblems(field, readPatch(patch, field), limits)),
    ...(['title', 'quantity', 'sku'] as const).flatMap((field) => {
      const problem = locked[field]
      // A kit that is none any more is counted.
      const isFreed = problem === 'stockOfKit' && patch.parts === null
      return problem && field in patch && !isFreed ? [{ field, problem }] : []
    }),
    ...patchFields(patch)
      .filter((field) => !hasField(listing, field))
      .map((field) => ({ field, problem: notOwn })),
    ...(patch.parts && readKit(patch.parts) === null
      ? [{ field: 'parts' as const, problem: 'notParts' as const }]
      : []),
    ...(kitProblem ? [{ field: 'parts' as const, problem: 'kit' as const, values: { sku: '', ...kitProblem } }] : []),
    ...('unitCost' in patch ? costProblems(after) : []),
    ...((isSkuTaken || listing.relatedSkus.has(patch.sku ?? '')) && patch.sku
      ? [{ field: 'sku' as const, problem: 'skuTaken' as const, values: { sku: patch.sku } }]
      : []),
    ...patchFields(patch)
      .filter(isPolicyField)
      .filter((field) => !policies.has(`${policyOf(field)} ${patch[field]}`))
      .map((field) => ({ field, problem: 'policyGone' as const })),
    ...(patch.bin && after.content.sku === null ? [{ field: 'bin' as const, problem: 'binWithoutSku' as const }] : []),
    ...(patch.bin && [...patch.bin].length > longestBin
      ? [{ field: 'bin' as const, problem: 'binLong' as const, values: { max: longestBin } }]
      : []),
  ]
}

function costProblems({ content, isCostBought }: PatchableListing): PatchFieldProblem[] {
  if (content.sku === null) return [{ field: 'unitCost', problem: 'costWithoutSku' }]
  if (isKit(content)) return [{ field: 'unitCost', problem: 'costOfKit' }]
  return isCostBought ? [{ field: 'unitCost', problem: 'costBought' }] : []
}

/** Largest value of a number; amounts have the marketplace's limit. */
function mostOf(field: PatchField, limits: ListingLimits): number {
  if (field === 'quantity') return limits.quantity
  if (field === 'handling') return 30
  if (field === 'weight') return 1_000_000
  return field === 'length' || field === 'width' || field === 'height' ? 10_000 : limits.priceMinor
}

function rangeProblems(field: PatchField, value: PatchValue, limits: ListingLimits): PatchFieldProblem[] {
  if (typeof value !== 'number') return []
  const max = mostOf(field, limits)
  if (value > max) return [{ field, problem: 'tooMuch', values: { max } }]
  return value < 0 ? [{ field, problem: 'tooLittle' }] : []
}

/** The patched field that causes a problem at a field of the form. */
function causeOf(field: string, fields: readonly PatchField[]): PatchField | undefined {
  const own = fields.find((each) => each === field)
  if (own) return own
  if (field.startsWith('aspect.')) return fields.find((each) => each === 'category')
  const causes: readonly PatchField[] =
    field === 'autoAccept' || field === 'minimumOffer' ? ['price', 'minimumOffer', 'autoAccept', 'bestOffer'] : []
  return causes.find((cause) => fields.includes(cause))
}
