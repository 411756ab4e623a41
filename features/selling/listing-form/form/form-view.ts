import type { Grouping } from '#lib/read-amount.ts'
import type { FeePack } from '#features/core/fees/fee.ts'
import type { ComboboxOption } from '#shui/form/match-options.ts'
import type { Row } from '#db/schema.ts'
import type { PolicyKind } from '#features/core/listing/listing-content.ts'
import type { Picture } from '#features/core/listing-pictures/picture.ts'
import type { ListingLimits } from '#features/core/policy-pack/policy-pack.ts'
import type { Policy, PolicyProblem } from '#features/selling/policies/policy.ts'
import type { FormMode } from './form-mode.ts'
import type { Product, ProductSearch } from './products-db.server.ts'
import type { AspectNames, TaxonomyLeaf } from '#features/core/listing/taxonomy.ts'
import type { Typed } from './typed-form.ts'

/** Hidden fields: the form's identity and the state it started from. */
export interface HiddenFields {
  mode: FormMode
  key: string
  /** 0 before the first save. */
  revision: number
  /** The revised listing, or a draft without a form. */
  on: { itemNumber: string; version: number } | null
  /** Item number of the source listing. */
  from: string | null
}

export interface FieldErrorModel {
  field: string
  fieldId: string
  text: string
}

/** A selectable policy with a one-line summary. */
export interface PolicyChoice extends Pick<Policy, 'id' | 'kind' | 'name'> {
  label: string
  /** What shipping one unit within the country costs; null if the kind has no price, or the policy none there. */
  priceMinor: number | null
  /** What shipping the item as it was last saved costs: `To Munich: £12.40, 3 to 5 days`. */
  preview: string | null
}

export interface TypedPolicy {
  kind: PolicyKind
  name: string
  price: string
  days: string
  terms: string
  problems: readonly PolicyProblem[]
}

/** Another state saved while this form was open. */
export interface FormConflict {
  typed: Typed
  revision: number
  /** When it was saved; null if the listing itself changed. */
  savedAt: Date | null
  version: number | null
}

export interface FormView {
  /** Whether the marketplace takes offers; otherwise the form keeps what it has and offers no change. */
  takesOffers: boolean
  /** Changes after each step, so that fields are rendered anew. */
  stamp: string
  hidden: HiddenFields
  typed: Typed
  leaf: TaxonomyLeaf | null
  /** The reader's names for the aspects of that category and for other ones. */
  aspectNames: AspectNames
  /** All categories by the reader's names, the seller's own first. */
  categories: { own: readonly ComboboxOption[]; others: readonly ComboboxOption[] }
  product: Product | null
  pictures: readonly Picture[]
  search: { text: string; result: ProductSearch } | null
  policies: readonly PolicyChoice[]
  /** Packages of the shop, by id. */
  packages: readonly ComboboxOption[]
  newPolicy: TypedPolicy | null
  fees: FeePack | null
  /** Insertion fee of this listing in the current month. */
  insertionFeeMinor: number
  /** Packaging of one sold item. */
  packagingMinor: number
  /** Unit cost of the SKU as it was typed; null if it has none, or the reader may not see it. */
  skuCost: { sku: string; minor: number } | null
  currency: string
  zone: string
  grouping: Grouping
  limits: ListingLimits
  errors: readonly FieldErrorModel[]
  conflict: FormConflict | null
  savedAt: Date | null
  /** The sanitised description as buyers see it. */
  descriptionHtml: string | null
  /** The control to focus after the step. */
  focus: string | null
  listing: { itemNumber: string; state: Row<'listings'>['state'] } | null
  /** Why a field is locked; null if it can be changed. */
  locks: Record<'title' | 'format' | 'quantity' | 'sku', string | null>
  /** Whether there is a picture although the listing has none of its own. */
  hasOtherPicture: boolean
  /** Storage prefix of unsent copies, per seller and member. */
  copies: string
  /** A copy from this browser has just been restored. */
  isRestored: boolean
  /** Whether the server has, or may be sent, this input; otherwise `errors` says why not. */
  isKept: boolean
}

/** Key of the form's copy in browser storage. */
export function copyName({ mode, key, on }: HiddenFields): string {
  return mode === 'ReviseItem' && on ? `item:${on.itemNumber}` : `key:${key}`
}

export function baseVersion({ mode, on }: HiddenFields): number | undefined {
  return mode === 'ReviseItem' ? on?.version : undefined
}

export interface Step {
  typed: Typed
  shown: Partial<FormView>
}
