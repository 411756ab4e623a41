import {
  changesOf,
  hasField,
  isSameValue,
  patchFields,
  patchOf,
  valueOf,
  type ListingPatch,
  type PatchableListing,
  type PatchField,
  type PatchValue,
} from '#features/selling/listing-changes/listing-patch.ts'
import type { PatchFieldProblem } from '#features/selling/listing-changes/patch-problems.ts'
import type { Grouping } from '#lib/read-amount.ts'
import { kindOf } from './column-fields.ts'
import { computeValue, type ReadOperation } from './column-operations.ts'
import { readTyped, type Choices, type TypedProblem } from './typed-value.ts'

export type RowProblem =
  | PatchFieldProblem
  | { field: PatchField; problem: TypedProblem | 'gone' }
  /** Somebody changed it since; `now` is its present value. */
  | { field: PatchField; problem: 'changedSince'; now: PatchValue }

export type CellInput = { value: PatchValue } | { text: string; problem: TypedProblem }

export type Cells = Readonly<Partial<Record<PatchField, CellInput>>>

export interface RowChanges {
  operations: readonly ReadOperation[]
  grouping: Grouping
  choices: Choices
}

export type RowPatch = ReturnType<typeof rowPatch>

/** Computes the changes of a listing: the operations in order, then the cells typed in their place. Pure. */
export function rowPatch(listing: PatchableListing, cells: Cells | null, changes: RowChanges) {
  const reading = { ...changes, currency: listing.content.currency }
  const values = new Map<PatchField, PatchValue>()
  const problems = new Map<PatchField, RowProblem>()
  for (const operation of changes.operations) {
    const { field, kind, text } = operation
    if (!hasField(listing, field)) continue
    if (kind === 'set' && kindOf(field) === 'choice') {
      const typed = readTyped(field, text, reading)
      if (typed.ok) values.set(field, typed.value)
      else problems.set(field, { field, problem: typed.problem })
      continue
    }
    const value = computeValue(operation, values.get(field) ?? valueOf(listing, field), listing)
    if (value !== undefined) values.set(field, value)
  }
  for (const field of cellFields(cells ?? {}).filter((each) => hasField(listing, each))) {
    const cell = cells?.[field]
    problems.delete(field)
    values.delete(field)
    if (cell && 'value' in cell) values.set(field, cell.value)
    else if (cell) problems.set(field, { field, problem: cell.problem })
  }
  return { ...changesOf(listing, patchOf([...values])), problems: [...problems.values()] }
}

export const cellFields = (cells: Cells): PatchField[] => Object.keys(cells) as PatchField[]

export function sinceProblems(expected: ListingPatch, now: ListingPatch): RowProblem[] {
  return patchFields(expected)
    .filter((field) => !isSameValue(expected[field] ?? null, now[field] ?? null))
    .map((field) => ({ field, problem: 'changedSince', now: now[field] ?? null }))
}
