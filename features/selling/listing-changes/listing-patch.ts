import type { BestOffer, Condition, ListingContent, PolicyKind } from '#features/core/listing/listing-content.ts'
import { kitText, readKit, type KitPart } from '#features/core/listing/kit.ts'
import { customsFields } from '#features/core/listing/customs-details.ts'
import { keysOf } from '#lib/records.ts'
import { isKit, policyKinds } from '#features/core/listing/listing-content.ts'
import type { LockFacts } from '#features/core/listing/listing-locks.ts'

// Changes of many listings at once: by bulk edit or by file. Pure; also runs in the browser.

/**
 * Changes of one listing, by the name of the form's field. A missing field stays as it is; null clears it. Amounts are in
 * minor units of the listing's currency.
 */
export interface ListingPatch {
  price?: number
  quantity?: number
  /** What it is made of, as `kitText` writes it; null for no kit. */
  parts?: string | null
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
  /** Customs details of its SKU: digits, ISO 3166-1 alpha-2, words, and the value of one item. */
  hsCode?: string | null
  originCountry?: string | null
  customsDescription?: string | null
  customsValue?: number | null
  /** Bin of its SKU. */
  bin?: string | null
  /** The seller's cost of one unit, for the estimate. */
  cost?: number | null
  /** What one unit of its SKU costs, as in the seller's costs. Null takes back what the same change entered. */
  unitCost?: number | null
  /** HTML. */
  description?: string
  /** Ids of policies. */
  'policy.FULFILMENT'?: string
  'policy.PAYMENT'?: string
  'policy.RETURN'?: string
  [aspect: `aspect.${string}`]: readonly string[] | null
}

export type PatchField = keyof ListingPatch

export type PatchValue = string | number | boolean | readonly string[] | null

export interface PatchTarget {
  listingId: number
  /** The variation's values, one for each axis, each on a line; empty for the listing itself. */
  variation: string
}

export const targetKey = ({ listingId, variation }: PatchTarget): string => `${listingId} ${variation}`

/** A listing or one of its variations as far as patches concern it; a variation has its own price, units and SKU. */
export interface PatchableListing extends LockFacts {
  id: number
  itemNumber: string
  version: number
  hasVariations: boolean
  /** Null for a listing. */
  variation: { key: string; position: number } | null
  /** SKUs of its variations, or of the listing and its other variations. */
  relatedSkus: ReadonlySet<string>
  bin: string | null
  /** Null if no cost of its SKU is known. */
  unitCostMinor: number | null
  /** What its product sells for; null if that is not known. */
  medianMinor: number | null
  /** Whether units that were bought are left of its SKU: their prices decide what one costs. */
  isCostBought: boolean
  imageUrl: string | null
  content: ListingContent
}

export const ofSku = ['bin', 'unitCost', ...keysOf(customsFields)] as const satisfies readonly PatchField[]

const variationFields: ReadonlySet<PatchField> = new Set(['price', 'quantity', 'parts', 'sku', ...ofSku])

/** Whether a field can be changed: a listing with variations has no price or units of its own, and they have only these. */
export function hasField({ variation, hasVariations }: PatchableListing, field: PatchField): boolean {
  if (variation) return variationFields.has(field)
  return !hasVariations || !['price', 'quantity', 'parts', 'unitCost'].includes(field)
}

export function patchFields(patch: ListingPatch): PatchField[] {
  return Object.keys(patch) as PatchField[]
}

export function valueOf({ content, bin, unitCostMinor }: PatchableListing, field: PatchField): PatchValue {
  if (isAspectField(field)) return content.aspects[aspectOf(field)] ?? null
  if (isPolicyField(field)) return content.policies[policyOf(field)]
  const { parcel, bestOffer } = content
  switch (field) {
    case 'price':
      return content.priceMinor
    case 'parts':
      return kitText(content.parts ?? []) || null
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
    case 'hsCode':
    case 'originCountry':
    case 'customsDescription':
    case 'customsValue':
      return content.customs[customsFields[field]]
    case 'bin':
      return bin
    case 'cost':
      return content.costMinor
    case 'unitCost':
      return unitCostMinor
  }
}

export function isAspectField(field: PatchField): field is `aspect.${string}` {
  return field.startsWith('aspect.')
}

export function isPolicyField(field: PatchField): field is `policy.${PolicyKind}` {
  return policyKinds.some((kind) => field === `policy.${kind}`)
}

export const aspectOf = (field: `aspect.${string}`) => field.slice('aspect.'.length)

export const policyOf = (field: `policy.${PolicyKind}`) => field.slice('policy.'.length) as PolicyKind

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
  const changed = patchFields(whole).filter((field) => !isSameValue(valueOf(listing, field), readPatch(whole, field)))
  // What was counted before it became a kit is there again after an undo.
  const counted = changed.includes('parts') && !isKit(listing.content) ? (['quantity'] as const) : []
  return {
    before: patchOf([...changed, ...counted].map((field) => [field, valueOf(listing, field)])),
    after: patchOf(changed.map((field) => [field, readPatch(whole, field)])),
  }
}

export const readPatch = (patch: ListingPatch, field: PatchField): PatchValue => patch[field] ?? null

/** Builds a patch of fields and their values, which have the types of their fields. */
export function patchOf(values: readonly (readonly [PatchField, PatchValue])[]): ListingPatch {
  return Object.fromEntries(values) as ListingPatch
}

export function hasValues(listing: PatchableListing, expected: ListingPatch): boolean {
  return patchFields(expected).every((field) => isSameValue(valueOf(listing, field), readPatch(expected, field)))
}

/** Parts of a kit; text that names none is refused by `patchProblems`. */
function partsAfter(text: string | null): { parts?: readonly KitPart[] } {
  const parts = readKit(text ?? '') ?? []
  return parts.length > 0 ? { parts } : {}
}

export function patched(listing: PatchableListing, patch: ListingPatch): PatchableListing {
  const { parts = [], ...content } = listing.content
  const after = <T extends PatchValue>(field: PatchField, now: T): T =>
    field in patch ? (readPatch(patch, field) as T) : now
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
    unitCostMinor: after('unitCost', listing.unitCostMinor),
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
      ...partsAfter(after('parts', kitText(parts) || null)),
      handlingDays: after('handling', content.handlingDays),
      costMinor: after('cost', content.costMinor),
      policies: {
        FULFILMENT: after('policy.FULFILMENT', content.policies.FULFILMENT),
        PAYMENT: after('policy.PAYMENT', content.policies.PAYMENT),
        RETURN: after('policy.RETURN', content.policies.RETURN),
      },
      customs: {
        hsCode: after('hsCode', content.customs.hsCode),
        originCountry: after('originCountry', content.customs.originCountry),
        description: after('customsDescription', content.customs.description),
        valueMinor: after('customsValue', content.customs.valueMinor),
      },
      parcel: {
        ...content.parcel,
        weightGrams: after('weight', content.parcel.weightGrams),
        lengthMm: after('length', content.parcel.lengthMm),
        widthMm: after('width', content.parcel.widthMm),
        heightMm: after('height', content.parcel.heightMm),
      },
    },
  }
}
