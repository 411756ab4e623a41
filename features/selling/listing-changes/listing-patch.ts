import type { BestOffer, Condition, ListingContent, PolicyKind } from '#features/core/listing/listing-content.ts'
import { policyKinds } from '#features/core/listing/listing-content.ts'
import { lockedFields, type LockFacts, type LockProblem } from '#features/core/listing/listing-locks.ts'
import { publishProblems, type ContentProblem, type FieldProblem } from '#features/core/listing/publish-guards.ts'
import type { ListingLimits } from '#features/core/policy-pack/policy-pack.ts'
import { findLeaf, type Taxonomy } from '#features/core/listing/taxonomy.ts'

// Changes of many listings at once: by bulk edit or by file. Pure; also runs in the browser.

/**
 * Changes of one listing, by the name of the form's field. A missing field stays as it is; null clears it. Amounts are in
 * minor units of the listing's currency.
 */
export interface ListingPatch {
  price?: number
  quantity?: number
  title?: string
  sku?: string | null
  condition?: Condition
  /** Path of a leaf of the taxonomy. */
  category?: string
  /** Working days. */
  handling?: number
  bestOffer?: boolean
  minimumOffer?: number | null
  autoAccept?: number | null
  /** Grams. */
  weight?: number | null
  /** Millimetres. */
  length?: number | null
  width?: number | null
  height?: number | null
  /** Bin of its SKU. */
  bin?: string | null
  /** The seller's cost of one unit, for the estimate. */
  cost?: number | null
  /** HTML. */
  description?: string
  /** Ids of policies. */
  'policy.FULFILMENT'?: string
  'policy.PAYMENT'?: string
  'policy.RETURN'?: string
  [aspect: `aspect.${string}`]: readonly string[] | null
}

/** A field of a patch. */
export type PatchField = keyof ListingPatch

/** A value of a patch. */
export type PatchValue = string | number | boolean | readonly string[] | null

/** A listing as far as patches concern it. */
export interface PatchableListing extends LockFacts {
  id: number
  itemNumber: string
  version: number
  hasVariations: boolean
  bin: string | null
  imageUrl: string | null
  content: ListingContent
}

/** Why a patch is refused; key of its text. */
type PatchProblem =
  | ContentProblem
  | LockProblem
  /** Drafts and ended listings. */
  | 'notHere'
  /** Prices and quantities belong to its variations. */
  | 'hasVariations'
  | 'binWithoutSku'
  | 'binLong'
  | 'tooMuch'
  | 'tooLittle'

/** Facts that decide about a patch. */
export interface PatchFacts {
  taxonomy: Taxonomy | undefined
  limits: ListingLimits
  /** The seller's policies, as kind and id: `RETURN 7f3a`. */
  policies: ReadonlySet<string>
  /** Whether another active listing uses the SKU. */
  isSkuTaken: boolean
  now: Date
}

/** Maximum characters of a bin. */
const longestBin = 20

/** All fields that a patch names. */
export function patchFields(patch: ListingPatch): PatchField[] {
  return Object.keys(patch) as PatchField[]
}

/** The value of a field now. */
export function valueOf({ content, bin }: PatchableListing, field: PatchField): PatchValue {
  if (isAspectField(field)) return content.aspects[aspectOf(field)] ?? null
  if (isPolicyField(field)) return content.policies[policyOf(field)]
  const { parcel, bestOffer } = content
  switch (field) {
    case 'price':
      return content.priceMinor
    case 'quantity':
    case 'title':
    case 'sku':
    case 'condition':
    case 'category':
    case 'description':
      return content[field]
    case 'handling':
      return content.handlingDays
    case 'bestOffer':
      return bestOffer !== null
    case 'minimumOffer':
      return bestOffer?.minimumMinor ?? null
    case 'autoAccept':
      return bestOffer?.autoAcceptMinor ?? null
    case 'weight':
      return parcel.weightGrams
    case 'length':
      return parcel.lengthMm
    case 'width':
      return parcel.widthMm
    case 'height':
      return parcel.heightMm
    case 'bin':
      return bin
    case 'cost':
      return content.costMinor
  }
}

/** Whether a field holds the values of an aspect. */
export function isAspectField(field: PatchField): field is `aspect.${string}` {
  return field.startsWith('aspect.')
}

/** Whether a field holds a policy. */
export function isPolicyField(field: PatchField): field is `policy.${PolicyKind}` {
  return policyKinds.some((kind) => field === `policy.${kind}`)
}

/** Name of the aspect of a field. */
export const aspectOf = (field: `aspect.${string}`) => field.slice('aspect.'.length)

const policyOf = (field: `policy.${PolicyKind}`) => field.slice('policy.'.length) as PolicyKind

/** Whether two values are equal; the order of an aspect's values counts. */
export function isSameValue(a: PatchValue, b: PatchValue): boolean {
  return a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, n) => one === b[n]))
}

/**
 * The part of a patch that changes the listing, with the values before it. A limit for offers turns best offer on; turning
 * it off clears the limits.
 */
export function changesOf(
  listing: PatchableListing,
  patch: ListingPatch,
): { before: ListingPatch; after: ListingPatch } {
  const limits = ['minimumOffer', 'autoAccept'] as const
  const isOn = patch.bestOffer ?? (limits.some((limit) => (patch[limit] ?? null) !== null) || undefined)
  const offer: ListingPatch =
    isOn === false
      ? { bestOffer: false, minimumOffer: null, autoAccept: null }
      : isOn && listing.content.bestOffer === null
        ? { bestOffer: true }
        : {}
  const whole: ListingPatch = { ...patch, ...offer }
  const changed = patchFields(whole).filter((field) => !isSameValue(valueOf(listing, field), read(whole, field)))
  return {
    before: patchOf(changed.map((field) => [field, valueOf(listing, field)])),
    after: patchOf(changed.map((field) => [field, read(whole, field)])),
  }
}

const read = (patch: ListingPatch, field: PatchField): PatchValue => patch[field] ?? null

/** Builds a patch of fields and their values, which have the types of their fields. */
export function patchOf(values: readonly (readonly [PatchField, PatchValue])[]): ListingPatch {
  return Object.fromEntries(values) as ListingPatch
}

/** Whether the listing has these values. */
export function hasValues(listing: PatchableListing, expected: ListingPatch): boolean {
  return patchFields(expected).every((field) => isSameValue(valueOf(listing, field), read(expected, field)))
}

/** The listing after a patch. */
export function patched(listing: PatchableListing, patch: ListingPatch): PatchableListing {
  const { content } = listing
  const after = <T extends PatchValue>(field: PatchField, now: T): T =>
    field in patch ? (read(patch, field) as T) : now
  const offers = after('bestOffer', content.bestOffer !== null)
  const bestOffer: BestOffer | null = offers
    ? {
        minimumMinor: after('minimumOffer', content.bestOffer?.minimumMinor ?? null),
        autoAcceptMinor: after('autoAccept', content.bestOffer?.autoAcceptMinor ?? null),
      }
    : null
  const aspects: Record<string, readonly string[]> = { ...content.aspects }
  for (const field of patchFields(patch).filter(isAspectField)) {
    const values = patch[field]
    if (values?.length) aspects[aspectOf(field)] = values
    else delete aspects[aspectOf(field)]
  }
  return {
    ...listing,
    bin: after('bin', listing.bin),
    content: {
      ...content,
      aspects,
      bestOffer,
      title: after('title', content.title),
      sku: after('sku', content.sku),
      condition: after('condition', content.condition),
      category: after('category', content.category),
      description: after('description', content.description),
      priceMinor: after('price', content.priceMinor),
      quantity: after('quantity', content.quantity),
      handlingDays: after('handling', content.handlingDays),
      costMinor: after('cost', content.costMinor),
      policies: {
        FULFILMENT: after('policy.FULFILMENT', content.policies.FULFILMENT),
        PAYMENT: after('policy.PAYMENT', content.policies.PAYMENT),
        RETURN: after('policy.RETURN', content.policies.RETURN),
      },
      parcel: {
        weightGrams: after('weight', content.parcel.weightGrams),
        lengthMm: after('length', content.parcel.lengthMm),
        widthMm: after('width', content.parcel.widthMm),
        heightMm: after('height', content.parcel.heightMm),
      },
    },
  }
}

/** A refused field of a patch. */
export interface PatchFieldProblem {
  /** The field of the patch that causes it. */
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
function guardProblems({ content, state }: PatchableListing, { taxonomy, now }: PatchFacts): FieldProblem[] {
  const leaf = taxonomy && findLeaf(taxonomy, content.category)
  const requiredAspects = (leaf?.aspects ?? []).filter((aspect) => aspect.required).map(({ name }) => name)
  const maySellOut = content.format === 'FIXED_PRICE' && state !== 'SCHEDULED'
  return publishProblems(content, { requiredAspects, hasOtherPicture: true, now }).filter(
    ({ problem }) => !(maySellOut && problem === 'quantityMissing' && content.quantity === 0),
  )
}

/** Problems that the form has no guard for, or only at another place. */
function ownProblems(
  listing: PatchableListing,
  after: PatchableListing,
  patch: ListingPatch,
  { policies, limits, isSkuTaken, now }: PatchFacts,
): PatchFieldProblem[] {
  const locked = lockedFields(listing, now)
  const units = (['price', 'quantity'] as const).filter((field) => listing.hasVariations && field in patch)
  return [
    ...patchFields(patch).flatMap((field) => rangeProblems(field, read(patch, field), limits)),
    ...(['title', 'quantity'] as const).flatMap((field) => {
      const problem = locked[field]
      return problem && field in patch ? [{ field, problem }] : []
    }),
    ...units.map((field) => ({ field, problem: 'hasVariations' as const })),
    ...(isSkuTaken && patch.sku
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
