import { oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { shortened } from '#lib/shortened.ts'
import { kindOf, readField } from './column-fields.ts'
import { kindsOf, operationKinds, roundings, type ColumnOperation } from './column-operations.ts'
import { mostOperations } from './bulk-edit.ts'

export const operationField = (index: number, part: 'field' | 'kind' | 'text' | 'find' | 'rounding') =>
  `op.${index}.${part}`

/** Name of the form field that says that operations were typed whose effect the page does not show yet. */
export const unseenField = 'unseen'

const longestText = 50_000

/**
 * Reads the operations of a form, as typed, without the one at `removed`. An operation that the chosen column lacks
 * becomes its first one.
 */
export function readOperations(form: FormData, removed: number | null = null): ColumnOperation[] {
  const operations: ColumnOperation[] = []
  for (let index = 0; index < mostOperations && form.has(operationField(index, 'field')); index += 1) {
    const part = (name: Parameters<typeof operationField>[1]) => textOf(form, operationField(index, name))
    const field = readField(part('field'))
    if (!field || removed === index) continue
    const kinds = kindsOf(field)
    const asked = oneOf(form, operationField(index, 'kind'), operationKinds)
    const kind = kinds.find((each) => each === asked) ?? kinds[0] ?? 'set'
    const rounding =
      kind === 'formula' && kindOf(field) === 'amount'
        ? oneOf(form, operationField(index, 'rounding'), roundings)
        : null
    operations.push({
      field,
      kind,
      // Blanks at the ends matter: ", UK stock".
      text: shortened(secretOf(form, operationField(index, 'text')), longestText),
      ...(kind === 'replace' ? { find: shortened(secretOf(form, operationField(index, 'find')), 200) } : {}),
      ...(rounding && rounding !== 'none' ? { rounding } : {}),
    })
  }
  return operations
}
