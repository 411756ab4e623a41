import { codePointLength, limits } from '#features/core/listing/listing-content.ts'
import { aspectName, type AspectNames } from '#features/core/listing/taxonomy.ts'
import {
  aspectOf,
  isAspectField,
  type PatchableListing,
  type PatchField,
  type PatchValue,
} from '#features/selling/listing-changes/listing-patch.ts'
import { toDecimal } from '#lib/money.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import { kindOf } from './column-fields.ts'
import type { RowProblem } from './row-patch.ts'
import type { Choices } from './typed-value.ts'

export interface CellWords {
  texts: Texts
  choices: Choices
  aspectNames: AspectNames
}

export function fieldName(field: PatchField, { texts, aspectNames }: Omit<CellWords, 'choices'>): string {
  if (isAspectField(field)) return aspectName(aspectNames, aspectOf(field))
  // Fields are fixed; a key without text fails the test over all pages.
  return texts.t(`bulkEdit.field.${field}` as TextKey)
}

/** A value as it is shown; empty if there is none. */
export function shownValue(field: PatchField, value: PatchValue, currency: string, words: CellWords): string {
  if (kindOf(field) === 'amount' && typeof value === 'number') return words.texts.money({ minor: value, currency })
  return typedValue(field, value, currency, words)
}

/** A value as it is typed: choices by their label, amounts without the currency. */
export function typedValue(
  field: PatchField,
  value: PatchValue,
  currency: string,
  { texts, choices }: CellWords,
): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.join('; ')
  if (typeof value === 'boolean') return texts.t(`bulkEdit.bestOffer.${value ? 'on' : 'off'}`)
  switch (kindOf(field)) {
    case 'amount':
      return texts.typed(toDecimal({ minor: Number(value), currency }))
    case 'size':
      return texts.typed(String(Number(value) / 10))
    case 'choice':
      return choices[field]?.find((choice) => choice.value === value)?.label ?? String(value)
    case 'whole':
    case 'text':
      return String(value)
  }
}

export function problemWords(problem: RowProblem, listing: PatchableListing | null, words: CellWords): string {
  const { t } = words.texts
  const currency = listing?.content.currency ?? ''
  const { field } = problem
  const amount = (minor: number | null | undefined) => (minor ? words.texts.money({ minor, currency }) : '')
  switch (problem.problem) {
    case 'changedSince':
      return t('bulkEdit.problem.changedSince', {
        now: shownValue(field, problem.now, currency, words) || t('bulkEdit.empty'),
      })
    case 'minimumOffer':
    case 'autoAccept': {
      const limit =
        listing?.content.bestOffer?.[problem.problem === 'minimumOffer' ? 'minimumMinor' : 'autoAcceptMinor']
      if (field === 'price' && limit) return t(`bulkEdit.problem.${problem.problem}`, { value: amount(limit) })
      return t(`listingForm.problem.${problem.problem}`)
    }
    case 'titleLong': {
      const n = Number(problem.values?.['n'] ?? 0)
      return t('bulkEdit.problem.titleLong', { n, max: limits.title, over: n - limits.title })
    }
    case 'notHere':
    case 'hasVariations':
    case 'ofWholeListing':
    case 'costWithoutSku':
    case 'costBought':
    case 'costOfKit':
    case 'binWithoutSku':
    case 'binLong':
    case 'tooMuch':
    case 'tooLittle':
    case 'cannotClear':
    case 'gone':
      return t(`bulkEdit.problem.${problem.problem}`, 'values' in problem ? problem.values : undefined)
    default: {
      const values = 'values' in problem ? problem.values : undefined
      const name = values?.['name']
      return t(`listingForm.problem.${problem.problem}`, {
        field: fieldName(field, words),
        ...values,
        ...(name === undefined ? {} : { name: aspectName(words.aspectNames, String(name)) }),
      })
    }
  }
}

/** Length of a title beside its maximum; null for other columns. */
export function lengthNote(field: PatchField, value: PatchValue, { texts }: CellWords): string | null {
  if (field !== 'title' || typeof value !== 'string') return null
  return texts.t('bulkEdit.length', { n: codePointLength(value), max: limits.title })
}

/** A variation's values for the reader: `M, Blue`. */
export const variationName = (key: string): string => key.replaceAll('\n', ', ')
