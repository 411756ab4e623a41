import { offerFields } from '#features/core/offer/takes-offers-db.server.ts'
import { findLeaf } from '#features/core/listing/taxonomy.ts'
import { pagesModel } from '#features/machinery/file-runs/pages-model.ts'
import {
  hasField,
  valueOf,
  type PatchableListing,
  type PatchField,
} from '#features/selling/listing-changes/listing-patch.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { isKeyOf } from '#lib/records.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import {
  bulkTabs,
  columnsFor,
  stateOf,
  tabStates,
  undoUntil,
  type BulkEdit,
  type BulkTab,
  type RowCounts,
} from './bulk-edit.ts'
import { fieldName, lengthNote, problemWords, shownValue, typedValue, type CellWords } from './cell-words.server.ts'
import { isNumeric, kindOf, plainFields } from './column-fields.ts'
import { computeValue, kindsOf, roundings, type ColumnOperation } from './column-operations.ts'
import { progressModel, stateWords } from './edit-state.server.ts'
import type { OperationError } from './open-edit.server.ts'
import type { EditPage, PageRow } from './read-edit.server.ts'
import type { Choice } from './typed-value.ts'
import { variationName } from './cell-words.server.ts'

export type EditModel = ReturnType<typeof editModel>
export type SheetColumn = ReturnType<typeof columnModel>
export type SheetCell = ReturnType<typeof cellModel>
export type OperationModel = ReturnType<typeof operationModel>

/** View model of a page of a bulk edit, in the reader's language. */
export function editModel(page: EditPage, { currency, now }: { currency: string; now: Date }) {
  const { edit, setting, counts, tab, rows } = page
  const { words } = setting
  const { texts } = words
  const { t } = texts
  const columns = columnsFor(edit, setting.seesMoney).map((field) => columnModel(field, words))
  const state = stateOf(edit)
  const isReview = state === 'REVIEW'
  const { form, openedFrom } = edit.plan
  const offered = offeredFields(page)
  const hrefOf = (of: BulkTab, to = 1) =>
    paths.bulkEdit(edit.id, of === 'all' ? undefined : of, to === 1 ? undefined : String(to))
  const isChecked = edit.checked >= edit.rows
  const until = undoUntil(edit)
  return {
    id: edit.id,
    state,
    title: t('bulkEdit.title', { n: edit.listings }),
    note: isReview ? t('bulkEdit.note.REVIEW') : null,
    status: isReview ? null : stateWords(state, texts),
    listHref: openedFrom,
    columns,
    leadLabel: t(hasTitle(edit) ? 'word.sku' : 'listings.column.title'),
    offered: offered.map((field) => ({
      field,
      label: fieldName(field, words),
      isShown: form.columns.includes(field),
    })),
    operations: form.operations.map((operation, index) =>
      operationModel(operation, { words, error: setting.errors[index] ?? null, page }),
    ),
    fields: offered.map((field) => ({ value: field, label: fieldName(field, words) })),
    rows: rows.map((row) => rowModel(row, page)),
    tab,
    tabs: bulkTabs.map((each) => ({
      label: t(`bulkEdit.tab.${each}`),
      n: texts.number(each === 'all' ? edit.rows : tabStates[each].reduce((sum, of) => sum + counts[of], 0)),
      href: hrefOf(each),
      active: each === tab,
    })),
    nothing: rows.length > 0 || tab === 'all' ? null : t(`bulkEdit.none.${tab}`),
    pages: pagesModel({ page: page.page, last: page.last, href: (to) => hrefOf(tab, to) }, texts),
    foot: footModel(edit, counts, { currency, texts }),
    // How many listings `Apply` changes.
    change: counts.CHANGE,
    checking:
      isReview && !isChecked
        ? t('bulkEdit.checking', { done: texts.number(edit.checked), all: texts.number(edit.rows) })
        : null,
    progress: isReview ? null : progressModel(edit, counts, { texts, now }),
    undo:
      until && until > now && counts.DONE > 0
        ? { n: counts.DONE, until: t('bulkEdit.undoUntil', { at: texts.moment(until, 'dateTime') }) }
        : null,
    resultHref: isReview ? null : paths.bulkEditFile(edit.id),
    // Whether some rows changed since they were checked.
    isStale: isReview && rows.some((row) => row.state === 'since'),
  }
}

const hasTitle = ({ plan: { form } }: BulkEdit) => form.columns.includes('title')

function columnModel(field: PatchField, words: CellWords) {
  const label = fieldName(field, words)
  return { field, label, isNumber: isNumeric(field), choices: words.choices[field] ?? null }
}

/** Columns that can be chosen: all fields, and the aspects of the categories on the page. */
function offeredFields({ edit, rows, setting }: EditPage): PatchField[] {
  const { taxonomy } = setting.facts
  const categories = new Set(rows.map(({ listing }) => listing?.content.category ?? null))
  const aspects = [...categories].flatMap((category) => (taxonomy && findLeaf(taxonomy, category)?.aspects) || [])
  const fields = setting.takesOffers ? plainFields : plainFields.filter((field) => !isOneOf(offerFields, field))
  return [
    ...new Set<PatchField>([
      ...fields,
      ...aspects.map(({ name }) => `aspect.${name}` as const),
      ...edit.plan.form.columns,
      ...edit.plan.form.operations.map(({ field }) => field),
    ]),
  ].filter((field) => field !== 'unitCost' || setting.seesMoney)
}

export function operationModel(
  operation: ColumnOperation,
  { words, error, page }: { words: CellWords; error: OperationError | null; page: EditPage | null },
) {
  const { texts } = words
  const { t } = texts
  const { field, kind, text, find = '', rounding = 'none' } = operation
  const example = page ? exampleOf(operation, page) : null
  const isFormula = kind === 'formula'
  return {
    field,
    kind,
    text,
    find,
    rounding,
    kinds: kindsOf(field).map((value) => ({ value, label: t(`bulkEdit.kind.${value}`) })),
    choices: kind === 'set' ? (words.choices[field] ?? null) : null,
    roundings: isFormula && kindOf(field) === 'amount' ? roundingChoices(texts) : null,
    hint: example ?? (isFormula ? t('bulkEdit.operation.hint.formula', { name: formulaWord(field, texts) }) : null),
    error: error ? t(`bulkEdit.wrong.${error.problem}`, { at: error.at + 1, found: error.found }) : null,
  }
}

/** The word for a column in formulas; others refer to their own value by the leading sign. */
const formulaWord = (field: PatchField, { t }: Texts) =>
  field === 'unitCost'
    ? t('bulkEdit.formula.cost')
    : field === 'price' || field === 'quantity'
      ? t(`bulkEdit.formula.${field}`)
      : ''

/** The operation's effect on the first listing that it changes. */
function exampleOf({ field, kind }: ColumnOperation, { rows, setting }: EditPage): string | null {
  const operation = setting.changes.operations.find((each) => each.field === field && each.kind === kind)
  if (kind !== 'formula' || !operation || (field === 'unitCost' && !setting.seesMoney)) return null
  for (const { listing } of rows) {
    if (!listing) continue
    const before = valueOf(listing, field)
    const after = computeValue(operation, before, listing)
    if (after === undefined || after === null || before === null) continue
    const { currency } = listing.content
    return setting.words.texts.t('bulkEdit.operation.become', {
      before: typedValue(field, before, currency, setting.words),
      after: typedValue(field, after, currency, setting.words),
    })
  }
  return null
}

function roundingChoices({ t, typed }: Texts): Choice[] {
  return roundings.map((value) => {
    if (value === 'none') return { value, label: t('bulkEdit.rounding.none') }
    const kind = value.startsWith('.') ? 'ending' : 'step'
    return { value, label: t(`bulkEdit.rounding.${kind}`, { value: typed(value) }) }
  })
}

/** What is said of a row that was not applied, once its bulk edit was begun: its listing stays as it is. */
const onceBegun = { CHANGE: 'waiting', SAME: 'left', PROBLEM: 'LEFT' } as const

function rowModel(row: PageRow, { edit, setting: { words, seesMoney } }: EditPage) {
  const { texts } = words
  const { listing, position, state } = row
  const values = listing?.variation ? variationName(listing.variation.key) : null
  const title = listing ? listing.content.title : texts.t('bulkEdit.gone')
  const name = values === null ? title : `${title}, ${values}`
  const shown = edit.state === 'CREATED' || !isKeyOf(onceBegun, state) ? state : onceBegun[state]
  return {
    position,
    name,
    // SKU or item number; the title, if it is no column.
    lead: leadOf(edit, listing, values ?? title),
    isVariation: values !== null,
    href: listing && values === null ? paths.listing(listing.itemNumber) : null,
    image: values === null ? (listing?.imageUrl ?? null) : null,
    cells: columnsFor(edit, seesMoney).map((field) =>
      cellModel(field, shown === 'LEFT' ? { ...row, after: {} } : row, words),
    ),
    status: { text: texts.t(`bulkEdit.row.${shown}`), tone: rowTone(state) },
  }
}

function leadOf(edit: BulkEdit, listing: PatchableListing | null, name: string): string {
  if (!listing || !hasTitle(edit)) return name
  return listing.content.sku ?? (listing.variation ? '–' : listing.itemNumber)
}

function rowTone(state: PageRow['state']): StatusTone {
  if (state === 'DONE') return 'good'
  return state === 'PROBLEM' || state === 'LEFT' || state === 'KEPT' || state === 'since' ? 'bad' : 'neutral'
}

function cellModel(field: PatchField, { listing, before, after, problems, cells, state }: PageRow, words: CellWords) {
  const locked = { next: null, typed: '', note: null, problem: null, isLocked: true }
  if (!listing) return { ...locked, now: '' }
  const { currency } = listing.content
  if (!hasField(listing, field)) return { ...locked, now: ofOthers(field, listing, words) }
  const isChanged = field in after
  // Undone, it is again as it was before.
  const [from, to] = state === 'UNDONE' ? [after, before] : [before, after]
  const now = isChanged ? (from[field] ?? null) : valueOf(listing, field)
  const next = isChanged ? (to[field] ?? null) : now
  const cell = cells?.[field]
  const problem = problems.find((each) => each.field === field)
  const wrong = cell && 'text' in cell ? cell.text : null
  return {
    now: shownValue(field, now, currency, words),
    next: wrong ?? (isChanged ? shownValue(field, next, currency, words) || words.texts.t('bulkEdit.empty') : null),
    typed: wrong ?? typedValue(field, next, currency, words),
    note: problem ? null : lengthNote(field, next, words),
    problem: problem ? problemWords(problem, listing, words) : null,
    isLocked: false,
  }
}

/** A value that belongs to the listing's variations, or to the variation's listing. */
function ofOthers(field: PatchField, listing: PatchableListing, words: CellWords): string {
  if (listing.variation) return field === 'title' ? variationName(listing.variation.key) : ''
  if (field === 'unitCost') return ''
  const value = shownValue(field, valueOf(listing, field), listing.content.currency, words)
  return field === 'price' ? words.texts.t('bulkEdit.from', { price: value }) : value
}

function footModel(edit: BulkEdit, counts: RowCounts, { currency, texts }: { currency: string; texts: Texts }) {
  const { t } = texts
  const changes = counts.CHANGE + counts.DONE + counts.UNDONE + counts.KEPT
  const problems = counts.PROBLEM + counts.LEFT
  const money = (minor: string) => texts.money({ minor: BigInt(minor), currency })
  const hasPrices = counts.priceAfter !== '0'
  return {
    changes: t('bulkEdit.foot.changes', { n: changes }),
    problems: problems > 0 ? t('bulkEdit.foot.problems', { n: problems }) : null,
    same: t('bulkEdit.foot.same', { n: edit.rows - changes - problems }),
    sums: hasPrices
      ? t('bulkEdit.foot.sums', { after: money(counts.priceAfter), before: money(counts.priceBefore) })
      : null,
  }
}
