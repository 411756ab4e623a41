import { factsOf, listingStep } from '#features/core/listing/listing-states.ts'
import { findLeaf } from '#features/core/listing/taxonomy.ts'
import type { FileRow } from '#features/selling/listing-files/read-rows.ts'
import {
  changesOf,
  patchFields,
  patchOf,
  patchProblems,
  type ListingPatch,
  type PatchFacts,
  type PatchableListing,
  type PatchField,
} from '#features/selling/listing-changes/listing-patch.ts'
import type { StoredPatchable } from '#features/selling/listing-changes/patchable-listings-db.server.ts'
import type { NamedListing, NamedListings, NamedVariation } from './find-listings-db.server.ts'
import type { PlannedRow, RowProblem, RowRule } from './upload-plan.ts'

/** What decides about the rows of a part of a file. */
export interface RowFacts {
  named: NamedListings
  stored: ReadonlyMap<number, StoredPatchable>
  /** Active listings by the SKU that they use. */
  skuUsers: ReadonlyMap<string, ReadonlySet<number>>
  rules: Omit<PatchFacts, 'isSkuTaken'>
  /** The shop's currency, in which drafts are created. */
  currency: string
  /** Lines by the listing and variation that they change, over the whole file. */
  lines: { get: (key: string) => number | undefined; set: (key: string, line: number) => void }
}

/** Plans what a row changes, without changing anything. */
export function planRow(row: FileRow, facts: RowFacts): PlannedRow {
  if (row.problems.length > 0) return planned(row, { verdict: 'PROBLEM', problems: row.problems })
  if (row.action === 'SKIP') return planned(row, { verdict: 'SKIPPED' })
  const target = targetOf(row, facts)
  if (!target) return planCreate(row, facts)
  const { stored, variation, isVariationMissing } = target
  if (isVariationMissing) return refused(row, problem(row, 'variation', 'variationUnknown'))
  const key = `${stored.row.id} ${variation?.position ?? ''}`
  const before = facts.lines.get(key)
  if (before !== undefined) return refused(row, { ...keyProblem(row, 'twice'), values: { line: before } })
  facts.lines.set(key, row.line)
  if (row.action === 'END') return planEnd(row, target, facts)
  if (row.patch.price !== undefined && row.currency !== stored.row.currency)
    return refused(row, { ...problem(row, 'currency', 'currencyOther'), values: { currency: stored.row.currency } })
  return variation ? planVariation(row, stored, variation) : planListing(row, stored, facts)
}

/** A row of no listing creates a draft, if it has a title. Its SKU tells when the file is sent again. */
function planCreate(row: FileRow, facts: RowFacts): PlannedRow {
  const { patch, sku } = row
  const mayCreate = row.action === 'CREATE' || (row.action === null && row.item === null)
  if (!mayCreate || patch.title === undefined || sku === null) return refused(row, keyProblem(row, 'unknown'))
  if (row.isVariant) return refused(row, keyProblem(row, 'createVariation'))
  if (patch.price !== undefined && row.currency !== facts.currency)
    return refused(row, { ...problem(row, 'currency', 'currencyOther'), values: { currency: facts.currency } })
  const key = `new ${sku}`
  const before = facts.lines.get(key)
  if (before !== undefined) return refused(row, { ...keyProblem(row, 'twice'), values: { line: before } })
  facts.lines.set(key, row.line)
  const { category, ...others } = patch
  // A category of another program is chosen in the form.
  const path = category === undefined ? undefined : leafOf(category, facts)?.path
  return planned(row, {
    action: 'CREATE',
    verdict: 'CHANGE',
    patch: { ...others, sku, ...(path === undefined ? {} : { category: path }) },
  })
}

interface Target {
  stored: StoredPatchable
  /** Null for the listing itself. */
  variation: NamedVariation | null
  /** Whether the row names a variation that the listing does not have. */
  isVariationMissing: boolean
}

function targetOf({ item, sku, variation: values }: FileRow, { named, stored }: RowFacts): Target | null {
  const bySku = sku === null ? undefined : named.bySku.get(sku)
  const listing = (item === null ? undefined : named.byItem.get(item)) ?? bySku?.listing
  const found = listing && stored.get(listing.id)
  if (!found) return null
  const position = bySku?.listing === listing ? (bySku?.position ?? null) : null
  const variation =
    listing.variations.find((each) => each.position === position) ?? (values && variationOf(listing, values))
  const isVariationMissing = values !== null && !variation
  return { stored: found, variation: variation ?? null, isVariationMissing }
}

/** The variation with these values; names and values in upper or lower case are the same. */
function variationOf({ variations }: NamedListing, values: Readonly<Record<string, string>>): NamedVariation | null {
  const plain = (text: string) => text.trim().toLowerCase()
  const wanted = Object.entries(values).map(([name, value]) => `${plain(name)}=${plain(value)}`)
  const isIt = (each: NamedVariation) => {
    const own = new Set(Object.entries(each.values).map(([name, value]) => `${plain(name)}=${plain(value)}`))
    return own.size === wanted.length && wanted.every((value) => own.has(value))
  }
  return variations.find(isIt) ?? null
}

function planEnd(row: FileRow, { stored, variation }: Target, { rules }: RowFacts): PlannedRow {
  const { row: listing } = stored
  const own = { listingId: listing.id, action: 'END' } as const
  if (variation) return planned(row, { ...own, verdict: 'PROBLEM', problems: [problem(row, 'action', 'endVariation')] })
  if (listing.state === 'ENDED') return planned(row, { ...own, verdict: 'SAME' })
  const step = listingStep(listing.state, 'end', factsOf(listing, rules.now))
  return step.ok
    ? planned(row, { ...own, verdict: 'CHANGE' })
    : planned(row, { ...own, verdict: 'PROBLEM', problems: [problem(row, 'action', step.reason)] })
}

function planListing(row: FileRow, { row: stored, listing }: StoredPatchable, facts: RowFacts): PlannedRow {
  const own = { listingId: stored.id, action: 'REVISE' } as const
  if (stored.state === 'DRAFT' && row.action !== 'REVISE' && row.patch.title !== undefined)
    return planned(row, { ...own, action: null, verdict: 'SKIPPED', problems: [keyProblem(row, 'draftExists')] })
  if (patchFields(row.patch).length === 0) return planned(row, { ...own, verdict: 'SAME' })
  const { before, after } = changesOf(listing, withCategory(row.patch, listing, facts))
  if (patchFields(after).length === 0) return planned(row, { ...own, verdict: 'SAME' })
  const isSkuTaken = [...(facts.skuUsers.get(after.sku ?? '') ?? [])].some((id) => id !== stored.id)
  const isCategoryUnknown = after.category !== undefined && !leafOf(after.category, facts)
  const problems = patchProblems(listing, after, { ...facts.rules, isSkuTaken }).map(
    ({ field, problem: rule, values }): RowProblem => ({
      column: field,
      value: shown(after, field),
      rule,
      ...(values ? { values } : {}),
    }),
  )
  if (isCategoryUnknown) problems.push({ column: 'category', value: shown(after, 'category'), rule: 'category' })
  return planned(row, { ...own, before, patch: after, verdict: problems.length > 0 ? 'PROBLEM' : 'CHANGE', problems })
}

/** The patch with the path of a category that is known by another name. One that stays as it is may be unknown. */
function withCategory(patch: ListingPatch, { content }: PatchableListing, facts: RowFacts): ListingPatch {
  const { category } = patch
  if (category === undefined || category === content.category) return patch
  return { ...patch, category: leafOf(category, facts)?.path ?? category }
}

const leafOf = (category: string, { rules: { taxonomy } }: RowFacts) => taxonomy && findLeaf(taxonomy, category)

/** Price and quantity are the only values of a variation that a file sets. */
function planVariation(row: FileRow, { row: stored }: StoredPatchable, variation: NamedVariation): PlannedRow {
  const now = { price: variation.priceMinor, quantity: variation.quantity }
  const changed = (['price', 'quantity'] as const).filter(
    (field) => row.patch[field] !== undefined && row.patch[field] !== now[field],
  )
  const own = { listingId: stored.id, action: 'REVISE', variation: variation.position } as const
  if (changed.length === 0) return planned(row, { ...own, verdict: 'SAME' })
  const patch = patchOf(changed.map((field) => [field, row.patch[field] ?? null]))
  const before = patchOf(changed.map((field) => [field, now[field]]))
  if (stored.state === 'DRAFT' || stored.state === 'ENDED')
    return planned(row, { ...own, patch, before, verdict: 'PROBLEM', problems: [keyProblem(row, 'notHere')] })
  if (patch.price === 0)
    return planned(row, {
      ...own,
      patch,
      before,
      verdict: 'PROBLEM',
      problems: [problem(row, 'price', 'priceMissing')],
    })
  return planned(row, { ...own, patch, before, verdict: 'CHANGE' })
}

const planned = ({ line, action }: FileRow, plan: Partial<PlannedRow> & Pick<PlannedRow, 'verdict'>): PlannedRow => ({
  line,
  action: action === 'SKIP' ? null : action,
  listingId: null,
  variation: null,
  patch: {},
  before: {},
  problems: [],
  ...plan,
})

const refused = (row: FileRow, found: RowProblem): PlannedRow => planned(row, { verdict: 'PROBLEM', problems: [found] })

function problem(row: FileRow, column: 'action' | 'variation' | 'currency' | 'price', rule: RowRule): RowProblem {
  const values = {
    action: row.action ?? '',
    variation: Object.values(row.variation ?? {}).join(', '),
    currency: row.currency,
    price: String(row.patch.price ?? ''),
  }
  return { column, value: values[column], rule }
}

const keyProblem = ({ item, sku }: FileRow, rule: RowRule): RowProblem =>
  item === null ? { column: 'sku', value: sku ?? '', rule } : { column: 'item', value: item, rule }

/** A value of a patch, for its problem. */
function shown(patch: ListingPatch, field: PatchField): string {
  const value = patch[field]
  return Array.isArray(value) ? value.join('; ') : String(value ?? '')
}
