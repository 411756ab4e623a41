import { factsOf, listingStep } from '#features/core/listing/listing-states.ts'
import type { FileRow } from '#features/selling/listing-files/read-rows.ts'
import {
  ofSku,
  changesOf,
  patchFields,
  patchOf,
  readPatch,
  targetKey,
  type ListingPatch,
  type PatchableListing,
  type PatchField,
} from '#features/selling/listing-changes/listing-patch.ts'
import { patchProblems } from '#features/selling/listing-changes/patch-problems.ts'
import type { StoredPatchable } from '#features/selling/listing-changes/patchable-listings-db.server.ts'
import type { StoredTargets, StoredVariation } from '#features/selling/listing-changes/patch-targets-db.server.ts'
import { planNewListing, planNewVariations } from './plan-new-listings.ts'
import {
  cellProblem,
  claimOf,
  hasAmount,
  keyProblem,
  leafOf,
  planned,
  refused,
  shown,
  type RowFacts,
} from './planned-row.ts'
import type { PlannedRow, RowProblem } from './upload-plan.ts'

/** Plans what the rows of a part change, without changing anything. Rows of one listing are in the same part. */
export function planRows(rows: readonly FileRow[], facts: RowFacts): PlannedRow[] {
  const byHead = Map.groupBy(rows, ({ head, line }) => head ?? line)
  const notes = new Map(rows.map((row) => [row.line, row.notes]))
  const plans = [...byHead.values()].flatMap((own) => planListingRows(own, facts))
  return plans.map((plan) => ({ ...plan, problems: [...plan.problems, ...(notes.get(plan.line) ?? [])] }))
}

/**
 * Plans the first row of a listing with the rows below it. A row that names no listing is of the others' listing, if that
 * has variations.
 */
function planListingRows(rows: readonly FileRow[], facts: RowFacts): PlannedRow[] {
  const targets = rows.flatMap((row) => targetOf(row, facts) ?? [])
  const isNew = targets.length === 0 && (rows.length > 1 || rows.some(isWholeListing))
  if (isNew && rows[0]?.action !== 'SKIP') return planNewVariations(rows, facts)
  const shared = targets.find(({ stored: { row, listing } }) => listing.hasVariations || row.state === 'DRAFT')
  return rows.map((row) => planRow(isNew ? { ...row, action: 'SKIP' } : row, facts, shared?.stored.row.id))
}

/** Whether a row is a listing with its only variation, as Shopify writes it. */
const isWholeListing = ({ variation, patch }: FileRow) => variation !== null && patch.title !== undefined

function planRow(row: FileRow, facts: RowFacts, shared: number | undefined): PlannedRow {
  const target = targetOf(row, facts, shared)
  const own = target && { listingId: target.stored.row.id, variation: target.variation }
  // It says which listing it is about, but leaves that to other rows.
  const without = (problems: readonly RowProblem[]) =>
    planned(row, { ...(own && { ...own, action: null }), verdict: 'PROBLEM', problems })
  if (row.problems.length > 0) return without(row.problems)
  if (row.action === 'SKIP') return planned(row, { verdict: 'SKIPPED' })
  if (!target) return planNewListing(row, facts)
  const { stored, variation, isVariationMissing } = target
  const isDraft = stored.row.state === 'DRAFT' && row.action !== 'REVISE'
  if (isDraft && row.isVariant) return leftDraft(row, stored)
  if (isVariationMissing) return without([cellProblem(row, 'variation', 'variationUnknown')])
  if (isOfSeveral(row, facts)) return without([keyProblem(row, 'skuOfSeveral')])
  const claim = claimOf.listing(stored.row.id, variation)
  const before = facts.lines.get(claim)
  if (before !== undefined) return refused(row, { ...keyProblem(row, 'twice'), values: { line: before } })
  facts.lines.set(claim, row.line)
  if (row.action === 'END') return planEnd(row, target, facts)
  const { currency } = stored.row
  if (hasAmount(row.patch) && row.currency !== currency) {
    const problem = { ...cellProblem(row, 'currency', 'currencyOther'), values: { currency } }
    return planned(row, { ...own, action: 'REVISE', verdict: 'PROBLEM', problems: [problem] })
  }
  if (isDraft && row.patch.title !== undefined) return leftDraft(row, stored)
  return planRevision(row, target, facts)
}

/** Whether a row changes a listing by the SKU of several: what belongs to the SKU changes for all of them. */
const isOfSeveral = (row: FileRow, { named }: RowFacts) =>
  row.item === null &&
  row.sku !== null &&
  named.sharedSkus.has(row.sku) &&
  (row.action === 'END' || patchFields(revised(row).patch).some((field) => !fieldsOfSku.has(field)))

/** What a row says of a listing that is there. */
const revised = ({ isReport, patch, pictures }: FileRow): Pick<FileRow, 'patch' | 'pictures'> =>
  isReport ? { patch: stockOf(patch), pictures: [] } : { patch, pictures }

const fieldsOfSku: ReadonlySet<PatchField> = new Set(['quantity', 'parts', 'sku', ...ofSku])

/** A draft is edited in its form, not by a file that is sent again. */
const leftDraft = (row: FileRow, { row: { id } }: StoredPatchable) =>
  planned(row, { listingId: id, action: null, verdict: 'SKIPPED', problems: [keyProblem(row, 'draftExists')] })

interface Target {
  stored: StoredPatchable
  /** Null for the listing itself. */
  variation: string | null
  isVariationMissing: boolean
}

/** The listing that a row names, else the one that it shares with others; null if there is none. */
function targetOf(
  { item, sku, variation: values }: FileRow,
  { named: { byItem, bySku: bySkus }, stored }: RowFacts,
  shared?: number,
): Target | null {
  const bySku = sku === null ? undefined : bySkus.get(sku)
  const id = (item === null ? undefined : byItem.get(item)) ?? bySku?.listingId ?? (item === null ? shared : undefined)
  const found = id === undefined ? undefined : stored.byKey.get(targetKey({ listingId: id, variation: '' }))
  if (!found) return null
  const isNamed = bySku?.listingId === found.row.id
  const variation = (isNamed ? bySku.variation : null) ?? (values && variationOf(found, values, stored.variations))
  return { stored: found, variation, isVariationMissing: values !== null && variation === null && !isNamed }
}

/** The variation with these values; names and values in upper or lower case are the same. */
function variationOf(
  { row: { id }, axes }: StoredPatchable,
  values: Readonly<Record<string, string>>,
  variations: StoredTargets['variations'],
): string | null {
  const plain = (name: string, value: string) => `${name.trim().toLowerCase()}=${value.trim().toLowerCase()}`
  const wanted = Object.entries(values).map(([name, value]) => plain(name, value))
  const isIt = ({ key }: StoredVariation) => {
    const own = new Set(key.split('\n').map((value, at) => plain(axes[at] ?? String(at), value)))
    return own.size === wanted.length && wanted.every((value) => own.has(value))
  }
  return variations.get(id)?.find(isIt)?.key ?? null
}

function planEnd(row: FileRow, { stored, variation }: Target, { rules }: RowFacts): PlannedRow {
  const { row: listing } = stored
  const own = { listingId: listing.id, action: 'END' } as const
  if (variation)
    return planned(row, { ...own, verdict: 'PROBLEM', problems: [cellProblem(row, 'action', 'endVariation')] })
  if (listing.state === 'ENDED') return planned(row, { ...own, verdict: 'SAME' })
  const step = listingStep(listing.state, 'end', factsOf(listing, rules.now))
  return step.ok
    ? planned(row, { ...own, verdict: 'CHANGE' })
    : planned(row, { ...own, verdict: 'PROBLEM', problems: [cellProblem(row, 'action', step.reason)] })
}

function planRevision(row: FileRow, { stored: whole, variation }: Target, facts: RowFacts): PlannedRow {
  const target = { listingId: whole.row.id, variation: variation ?? '' }
  const { row: stored, listing } = facts.stored.byKey.get(targetKey(target)) ?? whole
  const revision = { listingId: stored.id, action: 'REVISE', variation } as const
  const said = revised(row)
  const pictures = variation || facts.showsPictures(stored.id, said.pictures) ? [] : said.pictures
  const { quantity: _, ...ofKit } = said.patch
  // What a kit has follows from its parts, whatever its program counted.
  const own = said.patch.parts ? ofKit : said.patch
  const wanted = variation ? stockOf(own) : withCategory(own, listing, facts)
  const { before, after } = changesOf(listing, wanted)
  if (patchFields(after).length === 0 && pictures.length === 0) return planned(row, { ...revision, verdict: 'SAME' })
  const isOnlyPictures = patchFields(after).length === 0
  if (isOnlyPictures && (stored.state === 'DRAFT' || stored.state === 'ENDED'))
    return planned(row, { ...revision, verdict: 'PROBLEM', problems: [keyProblem(row, 'notHere')] })
  const isSkuTaken = [...(facts.skuUsers.get(after.sku ?? '') ?? [])].some((id) => id !== stored.id)
  const isCategoryUnknown = after.category !== undefined && !leafOf(after.category, facts)
  const problems = patchProblems(listing, after, { ...facts.rules, isSkuTaken }).map(
    ({ field, problem: rule, values }): RowProblem => ({
      column: field,
      value: shown(after, field, stored.currency),
      rule,
      ...(values ? { values } : {}),
    }),
  )
  if (isCategoryUnknown)
    problems.push({ column: 'category', value: shown(after, 'category', stored.currency), rule: 'category' })
  const verdict = problems.length > 0 ? 'PROBLEM' : 'CHANGE'
  return planned(row, { ...revision, before, patch: after, pictures, verdict, problems })
}

/** The patch with the path of a category that is known by another name. One that stays as it is may be unknown. */
function withCategory(patch: ListingPatch, { content }: PatchableListing, facts: RowFacts): ListingPatch {
  const { category } = patch
  if (category === undefined || category === content.category) return patch
  return { ...patch, category: leafOf(category, facts)?.path ?? category }
}

/** Price, quantity and parts: the only values that a file sets of a variation, or as another shop's report. */
const stockOf = (patch: ListingPatch): ListingPatch =>
  patchOf(
    (['price', 'quantity', 'parts'] as const).flatMap((field) =>
      field in patch ? [[field, readPatch(patch, field)]] : [],
    ),
  )
