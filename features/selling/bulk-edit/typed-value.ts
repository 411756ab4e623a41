import { isAspectField, type PatchField, type PatchValue } from '#features/selling/listing-changes/listing-patch.ts'
import { readAmount, readDecimal, type Grouping } from '#lib/read-amount.ts'
import { trimmed } from '#lib/trimmed.ts'
import { kindOf, mayClear } from './column-fields.ts'
import { aspectValues, tidied } from './column-operations.ts'

export interface Choice {
  value: string
  label: string
}

export type Choices = Partial<Record<PatchField, readonly Choice[]>>

/** Why typed text is no value of its column; key of its text. */
export type TypedProblem = 'notMoney' | 'notWhole' | 'notSize' | 'notChoice' | 'cannotClear'

interface TypedReading {
  currency: string
  grouping: Grouping
  choices: Choices
}

type TypedValue = { ok: true; value: PatchValue } | { ok: false; problem: TypedProblem }

/** Parses the text of a cell; empty text clears it. Choices are matched by value or label. */
export function readTyped(field: PatchField, text: string, reading: TypedReading): TypedValue {
  const typed = field === 'description' ? text : tidied(field, trimmed(text))
  if (typed === '') {
    if (field === 'title') return { ok: true, value: '' }
    return mayClear(field)
      ? { ok: true, value: field === 'description' ? '' : null }
      : { ok: false, problem: 'cannotClear' }
  }
  switch (kindOf(field)) {
    case 'amount':
      return found(readAmount(typed, reading), 'notMoney')
    case 'whole':
      return found(/^\d{1,9}$/.test(typed) ? Number(typed) : null, 'notWhole')
    case 'size':
      return found(readMillimetres(typed, reading), 'notSize')
    case 'choice':
      return found(readChoice(field, typed, reading), 'notChoice')
    case 'text':
      return { ok: true, value: isAspectField(field) ? aspectValues(typed) : typed }
  }
}

const found = (value: PatchValue, problem: TypedProblem): TypedValue =>
  value === null ? { ok: false, problem } : { ok: true, value }

/** Centimetres with at most one decimal. */
function readMillimetres(typed: string, { grouping }: TypedReading): number | null {
  const decimal = readDecimal(typed, { grouping, usualDecimals: 1 })
  const match = /^(\d{1,4})(?:\.(\d)0*)?$/.exec(decimal ?? '')
  return match ? Number(match[1]) * 10 + Number(match[2] ?? 0) : null
}

function readChoice(field: PatchField, typed: string, { choices }: TypedReading): PatchValue {
  const word = typed.toLocaleLowerCase()
  const choice = choices[field]?.find(({ value, label }) => value === typed || label.toLocaleLowerCase() === word)
  return choice && field === 'bestOffer' ? choice.value === 'on' : (choice?.value ?? null)
}
