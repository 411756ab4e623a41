import { secretOf } from '#lib/form-fields.ts'
import { columnKinds, type ColumnKind, type Header } from './dialect.ts'

// Which column of a file holds what, said by the seller where the names of its columns do not tell.

/** By kind, the place of its column in the file, from 0. */
export type ColumnChoice = Partial<Record<ColumnKind, number>>

/** The field of the form that says which column holds a kind. */
export const choiceField = (kind: ColumnKind) => `column.${kind}`

/** Reads what was chosen: order and tracking number are needed, and no column is two things. Null where that does not hold. */
export function readChoice(form: FormData, columns: number): ColumnChoice | null {
  const chosen = columnKinds.flatMap((kind): [ColumnKind, number][] => {
    const text = secretOf(form, choiceField(kind))
    const at = /^\d{1,3}$/.test(text) ? Number(text) : columns
    return at < columns ? [[kind, at]] : []
  })
  const choice: ColumnChoice = Object.fromEntries(chosen)
  const isDouble = new Set(chosen.map(([, at]) => at)).size < chosen.length
  return isDouble || choice.order === undefined || choice.tracking === undefined ? null : choice
}

/** The header that a choice makes of a line. */
export function chosenHeader(fields: readonly string[], choice: ColumnChoice): Header {
  const columns = Object.fromEntries(
    columnKinds.flatMap((kind) => {
      const at = choice[kind]
      return at === undefined ? [] : [[kind, { at, name: (fields[at] ?? '').trim() }]]
    }),
  )
  return { dialect: null, columns }
}
