import { oneOf } from '#lib/form-fields.ts'

export const columnField = (at: number): string => `column.${at}`

/** Reads the chosen columns of a form. If two have the same meaning, the newly chosen one keeps it. */
export function readColumns<Meaning extends string>(
  form: FormData,
  meanings: readonly Meaning[],
  { columns, before }: { columns: number; before: Readonly<Partial<Record<Meaning, number>>> },
): Partial<Record<Meaning, number>> {
  const chosen: Partial<Record<Meaning, number>> = {}
  for (let at = 0; at < columns; at += 1) {
    const meaning = oneOf(form, columnField(at), meanings)
    if (meaning && (chosen[meaning] === undefined || before[meaning] === chosen[meaning])) chosen[meaning] = at
  }
  return chosen
}
