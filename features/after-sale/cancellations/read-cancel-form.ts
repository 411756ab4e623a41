import { textOf } from '#lib/form-fields.ts'
import { unitsField, type CancelValues } from './cancel-form.ts'

export function cancelValues(form: FormData, lines: readonly { line: number }[]): CancelValues {
  const hasUnits = lines.some(({ line }) => form.has(unitsField(line)))
  return {
    units: hasUnits ? Object.fromEntries(lines.map(({ line }) => [line, textOf(form, unitsField(line))])) : null,
    withShipping: form.has('shipping'),
    reason: textOf(form, 'reason'),
    restocks: form.has('restock'),
  }
}
