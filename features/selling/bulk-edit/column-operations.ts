import { tidyCountry, tidyHsCode } from '#features/core/listing/customs-details.ts'
import {
  isAspectField,
  valueOf,
  type PatchableListing,
  type PatchField,
  type PatchValue,
} from '#features/selling/listing-changes/listing-patch.ts'
import { limits } from '#features/core/listing/listing-content.ts'
import type { Grouping } from '#lib/read-amount.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { shortened } from '#lib/shortened.ts'
import { decimalsOf, isNumeric, kindOf, mayClear } from './column-fields.ts'
import { evaluateFormula, readFormula, type Formula, type FormulaField, type FormulaProblem } from './formula.ts'
import { ratio, roundRatio, type Ratio } from './ratio.ts'

// Changes of a whole column, computed for each listing. Pure.

/** Roundings after a formula: endings and steps of the price. */
export const roundings = ['none', '.99', '.95', '.90', '.00', '0.50', '0.10', '0.05'] as const
export type Rounding = (typeof roundings)[number]

export const operationKinds = ['formula', 'set', 'clear', 'replace', 'append', 'prepend'] as const
export type OperationKind = (typeof operationKinds)[number]

export interface ColumnOperation {
  field: PatchField
  kind: OperationKind
  /** The formula, the new value, or the text to add. */
  text: string
  find?: string
  /** For formulas of amounts. */
  rounding?: Rounding
}

/** What is wrong with an operation; key of its text. */
export type OperationProblem = FormulaProblem | 'notHere' | 'findMissing' | 'textMissing'

export interface ReadOperation extends ColumnOperation {
  formula?: Formula
}

type OperationReading =
  | { ok: true; operation: ReadOperation }
  | { ok: false; problem: OperationProblem; at: number; found: string }

/** Kinds of operations that a column offers, the first one by default. */
export function kindsOf(field: PatchField): readonly OperationKind[] {
  const clear = mayClear(field) ? (['clear'] as const) : []
  if (isNumeric(field)) return ['formula', ...clear]
  if (kindOf(field) === 'choice') return ['set']
  return ['append', 'prepend', 'replace', 'set', ...clear]
}

export function readOperation(
  operation: ColumnOperation,
  reading: { grouping: Grouping; names: ReadonlyMap<string, FormulaField>; seesMoney: boolean },
): OperationReading {
  const refused = (problem: OperationProblem) => ({ ok: false, problem, at: 0, found: '' }) as const
  const { field, kind, text, find = '' } = operation
  if (!isOneOf(kindsOf(field), kind) || (field === 'unitCost' && !reading.seesMoney)) return refused('notHere')
  if (kind === 'formula') {
    const read = readFormula(text, reading)
    return read.ok ? { ok: true, operation: { ...operation, formula: read.formula } } : read
  }
  if (kind === 'replace' && find === '') return refused('findMissing')
  if ((kind === 'append' || kind === 'prepend' || kind === 'set') && text.trim() === '') return refused('textMissing')
  return { ok: true, operation }
}

/** A computed value; `undefined` leaves the field as it is. */
type Computed = PatchValue | undefined

/**
 * The value of a field after an operation other than `set` of a choice or number. `now` is the value after the operations
 * before it.
 */
export function computeValue(operation: ReadOperation, now: PatchValue, listing: PatchableListing): Computed {
  const { field, kind } = operation
  if (kind === 'clear') return null
  if (operation.formula) return computeNumber({ ...operation, formula: operation.formula }, now, listing)
  const text = Array.isArray(now) ? now.join('; ') : String(now ?? '')
  // An empty value has no text to change.
  if (kind === 'replace' && text === '') return undefined
  const changed = tidied(
    field,
    changedText(operation, text, field === 'description' ? longestDescription : longestText),
  )
  if (isAspectField(field)) return aspectValues(changed)
  return changed === '' && field !== 'title' ? null : changed
}

/** Characters of a computed text: more than any may have. Replacing again and again would fill the memory. */
const [longestText, longestDescription] = [7_000, 2 * (limits.description + 1)]

function changedText({ kind, text, find = '' }: ColumnOperation, now: string, most: number): string {
  if (kind === 'append') return shortened(now + text, most)
  if (kind === 'prepend') return shortened(text + now, most)
  return shortened(kind === 'replace' ? replaced(now, { find, text, most }) : text, most)
}

/** Replaces until the text is longer than `most`. */
function replaced(now: string, { find, text, most }: { find: string; text: string; most: number }): string {
  const [first = '', ...parts] = now.split(find)
  let changed = first
  for (const part of parts) {
    if (changed.length > most) break
    changed += text + part
  }
  return changed
}

/** Text as the form reads it: single blanks, except in descriptions. */
export function tidied(field: PatchField, text: string): string {
  if (field === 'description') return text
  if (field === 'hsCode') return tidyHsCode(text)
  return field === 'originCountry' ? tidyCountry(text) : text.trim().replaceAll(/\s+/g, ' ')
}

/** Values of an aspect, separated by semicolons; null without any. */
export function aspectValues(text: string): readonly string[] | null {
  const values = text
    .split(';')
    .map((value) => value.trim())
    .filter(Boolean)
  return values.length > 0 ? values : null
}

function computeNumber(
  { field, formula, rounding = 'none' }: ReadOperation & { formula: Formula },
  now: PatchValue,
  listing: PatchableListing,
): Computed {
  const { currency } = listing.content
  const asRatio = (of: PatchField, value: PatchValue): Ratio | null =>
    typeof value === 'number' ? ratio(value, 10 ** decimalsOf(of, currency)) : null
  const result = evaluateFormula(formula, asRatio(field, now), (name) =>
    name === 'median'
      ? asRatio('price', listing.medianMinor)
      : asRatio(name, valueOf(listing, name === 'cost' ? 'unitCost' : name)),
  )
  if (!result) return undefined
  const unit = 10n ** BigInt(decimalsOf(field, currency))
  const whole = Number(roundRatio({ n: result.n * unit, d: result.d }))
  // Larger numbers are refused by the guards as well.
  if (!Number.isSafeInteger(whole)) return Number.MAX_SAFE_INTEGER
  return kindOf(field) === 'amount' ? roundAmount(whole, rounding, Number(unit)) : whole
}

/** Rounds an amount to the nearest one with an ending, never below the first, or to a multiple of a step. */
export function roundAmount(minor: number, rounding: Rounding, unit: number): number {
  if (rounding === 'none' || minor <= 0) return minor
  const isEnding = rounding.startsWith('.')
  const hundredths = Number(isEnding ? rounding.slice(1) : rounding.replace('.', ''))
  // Currencies without decimals end in hundreds.
  const whole = unit === 1 ? 100 : unit
  const part = Math.round((hundredths * whole) / 100)
  if (!isEnding) return nearest(minor, part)
  return Math.max(part, nearest(minor - part, whole) + part)
}

/** The nearest multiple; halves up. Whole numbers below 2^53, so that no digit is lost. */
const nearest = (minor: number, step: number) => Math.floor((2 * minor + step) / (2 * step)) * step
