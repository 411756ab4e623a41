import { refusalWords } from '#features/core/listing/listing-words.ts'
import type { ListingRefusal } from '#features/core/listing/listing-states.ts'
import { columnKinds, type ColumnKind } from '#features/selling/listing-files/file-columns.ts'
import { fieldLabel } from '#features/selling/listing-form/form/field-label.ts'
import { patchFields, type ListingPatch, type PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import { unusedReason } from '#features/selling/listing-files/unused-columns.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { RecordWords, RowModel } from '#features/machinery/records/record-kind.ts'
import { amountFields } from './planned-row.ts'
import type { RowProblem, RowRule } from './upload-plan.ts'
import type { ShownRow } from './upload-rows-db.server.ts'

/** Rules of files; the others are those of the listing form and of a listing's steps. */
const fileRules = [
  'broken',
  'noKey',
  'action',
  'item',
  'sku',
  'price',
  'quantity',
  'partsChosen',
  'partsById',
  'belowZero',
  'besideParts',
  'currency',
  'variation',
  'shortened',
  'allInOneRow',
  'condition',
  'handling',
  'cost',
  'customsValue',
  'weight',
  'pictures',
  'bestOffer',
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
  'costOfKit',
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

function ruleWords({ column, rule, values = {} }: RowProblem, texts: Texts): string {
  if (isOneOf(fileRules, rule)) return texts.t(`uploads.problem.${rule}`, values)
  if (isOneOf(patchRules, rule)) return texts.t(`bulkEdit.problem.${rule}`, values)
  if (isOneOf(refusals, rule)) return `${refusalWords(rule, texts)}.`
  return texts.t(`listingForm.problem.${rule}`, { ...values, field: column === null ? '' : columnWords(column, texts) })
}

function columnWords(column: ColumnKind | PatchField, texts: Texts): string {
  return isOneOf(columnKinds, column) ? texts.t('uploads.column', { kind: column }) : fieldLabel(texts, column)
}

/** Old and new values of a row: "Price £10.00 → £12.00, Quantity 3 → 5". */
function changeWords(
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
    return isOneOf(amountFields, field) ? texts.money({ minor: value, currency }) : texts.number(value)
  const text = typeof value === 'object' ? value.join('; ') : String(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

export function rowWords(row: ShownRow & { currency: string }, texts: Texts): RowModel {
  const summary =
    row.action === 'END'
      ? texts.t('uploads.ends')
      : row.action === 'CREATE'
        ? createWords(row, texts)
        : [changeWords(row, texts), picturesWords(row, texts)].filter(Boolean).join(', ')
  return {
    line: row.line,
    name: {
      text: row.title || row.patch.title || texts.t('uploads.noListing'),
      note: [row.itemNumber, row.sku ?? row.patch.sku].filter(Boolean).join(' · '),
      href: row.itemNumber === null ? null : paths.listing(row.itemNumber),
    },
    summary: summary || '–',
    problems: row.problems,
  }
}

const picturesWords = ({ pictures }: ShownRow, { t }: Texts) =>
  pictures.length > 0 ? t('uploads.pictures', { n: pictures.length }) : ''

function createWords({ head, variations, pictures }: ShownRow, { t }: Texts): string {
  if (head !== null) return t('uploads.createsVariation', { line: head })
  return t('uploads.creates', { variations: variations?.rows.length ?? 0, pictures: pictures.length })
}

export const listingWords: RecordWords = {
  read: ({ plan }, { t }) => t('uploads.read', { dialect: plan.dialect ?? 'none', n: plan.lines }),
  coverage: ({ taken: changes, ...counts }, { t }) => t('uploads.coverage', { changes, ...counts }),
  need: (_missing, { t }) => t('uploads.need'),
  rule: ({ t }) => t('uploads.rule'),
  column: (kind, texts) => columnWords(kind as ColumnKind | PatchField, texts),
  unused(header, { t }) {
    const reason = unusedReason(header)
    return reason && t('uploads.column.why', { reason })
  },
  problem(stored, texts) {
    // Only the checks of listings write these.
    const problem = stored as RowProblem
    const words = ruleWords(problem, texts)
    if (problem.column === null) return words
    return texts.t('uploads.problem.at', { column: columnWords(problem.column, texts), value: problem.value, words })
  },
  head: ({ t }) => t('listings.column.title'),
  summary: ({ t }) => t('uploads.changes'),
  tab: (tab, { t }) => t('uploads.tab', { tab }),
  apply: (n, { t }) => t('uploads.apply', { n }),
  progress: (_upload, counts, { t }) => t('uploads.progress', counts),
}
