import type { PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import { readField } from './column-fields.ts'

/** The text of a typed cell; null returns the cell to the operations. */
export interface CellText {
  position: number
  field: PatchField
  text: string | null
}

export type SaveAnswer =
  /** `was` undoes it. */
  | { ok: true; was: CellText[]; said: string | null }
  /** An error for each operation, null for those that are right. */
  | { ok: false; errors: (string | null)[] }
  | { ok: false; error: string }

/** Whether a row may be there; the greatest is PostgreSQL's `integer`. */
export const isPosition = (position: unknown): position is number =>
  Number.isInteger(position) && Number(position) >= 1 && Number(position) < 2 ** 31

export function readCellTexts(json: string): CellText[] | null {
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch {
    return null
  }
  if (!Array.isArray(given)) return null
  const cells: CellText[] = []
  for (const each of given as unknown[]) {
    if (typeof each !== 'object' || each === null) return null
    const { position, field, text } = each as Record<string, unknown>
    const known = typeof field === 'string' ? readField(field) : null
    if (!known || !isPosition(position) || (text !== null && typeof text !== 'string')) return null
    // As PostgreSQL can store it: JSON may have escaped NUL, and halves of characters.
    cells.push({ position, field: known, text: text && text.replaceAll('\0', '').toWellFormed() })
  }
  return cells
}
