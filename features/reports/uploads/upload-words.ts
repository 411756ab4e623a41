import { refusalWords } from '#features/core/listing/listing-words.ts'
import type { ListingRefusal } from '#features/core/listing/listing-states.ts'
import { columnKinds, type ColumnKind } from '#features/selling/listing-files/file-columns.ts'
import { fieldLabel } from '#features/selling/listing-form/form/field-label.ts'
import { patchFields, type ListingPatch, type PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type { Texts } from '#texts/texts.ts'
import type { RowProblem, RowRule } from './upload-plan.ts'

/** Rules of files; the others are those of the listing form and of a listing's steps. */
const fileRules = [
  'broken',
  'noKey',
  'action',
  'item',
  'sku',
  'price',
  'quantity',
  'belowZero',
  'currency',
  'variation',
  'condition',
  'handling',
  'cost',
  'weight',
  'pictures',
  'bestOffer',
  'minimumOffer',
  'autoAccept',
  'schedule',
  'policy',
  'category',
  'unknown',
  'twice',
  'currencyOther',
  'variationUnknown',
  'endVariation',
  'changedSince',
  'gone',
  'changedAfter',
  'staysEnded',
  'createVariation',
  'tooManyOptions',
  'otherOptions',
  'optionComma',
  'sameOptions',
  'ofListing',
  'draftExists',
  'skuOfSeveral',
  'tooLong',
  'notHere',
  'hasVariations',
] as const satisfies readonly RowRule[]

/** Rules of any change of many listings, which bulk edit words. */
const patchRules = [
  'binWithoutSku',
  'binLong',
  'tooMuch',
  'tooLittle',
  'ofWholeListing',
  'costWithoutSku',
  'costBought',
] as const satisfies readonly RowRule[]

const refusals = [
  'is-draft',
  'is-scheduled',
  'is-active',
  'is-out-of-stock',
  'is-on-hold',
  'is-ended',
  'incomplete',
  'start-not-in-future',
  'not-due',
  'no-stock',
  'already-relisted',
] as const satisfies readonly ListingRefusal[]

/** Says what is wrong with a row, and what to do. */
export function ruleWords({ column, rule, values = {} }: RowProblem, texts: Texts): string {
  if (isOneOf(fileRules, rule)) return texts.t(`uploads.problem.${rule}`, values)
  if (isOneOf(patchRules, rule)) return texts.t(`bulkEdit.problem.${rule}`, values)
  if (isOneOf(refusals, rule)) return `${refusalWords(rule, texts)}.`
  return texts.t(`listingForm.problem.${rule}`, { ...values, field: column === null ? '' : columnWords(column, texts) })
}

/** Name of a column or field. */
export function columnWords(column: ColumnKind | PatchField, texts: Texts): string {
  return isOneOf(columnKinds, column) ? texts.t('uploads.column', { kind: column }) : fieldLabel(texts, column)
}

/** Old and new values of a row: "Price £10.00 → £12.00, Quantity 3 → 5". */
export function changeWords(
  { before, patch, currency }: { before: ListingPatch; patch: ListingPatch; currency: string },
  texts: Texts,
): string {
  const change = (field: PatchField) =>
    texts.t('uploads.change', {
      field: columnWords(field, texts),
      before: valueWords(before, field, { currency, texts }),
      after: valueWords(patch, field, { currency, texts }),
    })
  return patchFields(patch).map(change).join(', ')
}

/** Fields in minor units of the listing's currency. */
const amounts = ['price', 'minimumOffer', 'autoAccept', 'cost'] as const
/** Longest value that is shown as a whole. */
const longestShown = 60

function valueWords(
  patch: ListingPatch,
  field: PatchField,
  { currency, texts }: { currency: string; texts: Texts },
): string {
  const value = patch[field] ?? null
  if (value === null || value === '') return '–'
  if (typeof value === 'number')
    return isOneOf(amounts, field) ? texts.money({ minor: value, currency }) : texts.number(value)
  const text = typeof value === 'object' ? value.join('; ') : String(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}
