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

/** Fields of the page itself that a form sends along: which form it is, and from which state it started. */
export interface HiddenFields {
  mode: FormMode
  key: string
  /** 0 while nothing is kept. */
  revision: number
  /** The listing that is revised, or the draft without a form. */
  on: { itemNumber: string; version: number } | null
  /** The item number of the listing that a new one is made from. */
  from: string | null
}

/** What is wrong, with its field and its words. */
export interface FieldErrorModel {
  field: string
  fieldId: string
  text: string
}

/** A policy that may be chosen, with what it says in one line. */
export type PolicyChoice = Pick<Policy, 'id' | 'kind' | 'name' | 'priceMinor'> & { label: string }

/** A policy as it is typed: one that is changed, or one that could not be kept. */
export interface TypedPolicy {
  kind: PolicyKind
  /** The policy that is changed, and what that means for others; null for a new one. */
  change: { id: string; version: number; name: string; note: string } | null
  name: string
  price: string
  days: string
  terms: string
  problems: readonly PolicyProblem[]
}

/** What else was kept while this form was open. */
export interface FormConflict {
  typed: Typed
  revision: number
  /** When it was kept; null where the listing itself has changed. */
  savedAt: Date | null
  version: number | null
}

/** All that the form's page shows, after it was opened and after each step. */
export interface FormView {
  /** A new one after each step: the fields are drawn anew. */
  stamp: string
  hidden: HiddenFields
  typed: Typed
  leaf: TaxonomyLeaf | null
  /** What the reader calls the aspects of that category, and what else is typed. */
  aspectNames: AspectNames
  /** All that there are, by the reader's names; the seller's own ones first. */
  categories: { own: readonly ComboboxOption[]; others: readonly ComboboxOption[] }
  product: Product | null
  pictures: readonly Picture[]
  search: { text: string; result: ProductSearch } | null
  policies: readonly PolicyChoice[]
  newPolicy: TypedPolicy | null
  fees: FeePack | null
  /** Whether putting it up costs the insertion fee this month. */
  insertionFeeMinor: number
  currency: string
  zone: string
  /** By which the reader groups thousands. */
  grouping: Grouping
  limits: ListingLimits
  errors: readonly FieldErrorModel[]
  conflict: FormConflict | null
  savedAt: Date | null
  /** The description as buyers see it, made safe. */
  descriptionHtml: string | null
  /** The control that the step leads to. */
  focus: string | null
  listing: { itemNumber: string; state: Row<'listings'>['state'] } | null
  /** Why a field stays as it is; null where it may be changed. */
  locks: { title: string | null; format: string | null }
  /** A picture is there without any of its own. */
  hasOtherPicture: boolean
  /** Where the browser keeps what could not be sent: of this seller and member. */
  copies: string
  /** What this browser had kept was just brought back. */
  isRestored: boolean
  /** Whether the server has what is typed, or is to be asked about it; otherwise `errors` says why it has not. */
  isKept: boolean
}

/** Names the copy that a browser keeps of this form. */
export function copyName({ mode, key, on }: HiddenFields): string {
  return mode === 'ReviseItem' && on ? `item:${on.itemNumber}` : `key:${key}`
}

/** The version of the listing that a revision started from. */
export function baseVersion({ mode, on }: HiddenFields): number | undefined {
  return mode === 'ReviseItem' ? on?.version : undefined
}

/** What a button inside the form does: changes what is typed, and shows something more. */
export interface Step {
  typed: Typed
  shown: Partial<FormView>
  /** A policy was deleted; `undo` names the step that takes it back. */
  deleted?: { kind: PolicyKind; undo: string }
}
