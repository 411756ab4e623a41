import { fieldId } from '#features/core/listing/field-id.ts'

/** Sets field values as if typed, so that listeners run. Focuses the first field. */
export function fillFields(names: readonly string[], text: string): void {
  const controls = names.map((name) => document.getElementById(fieldId(name)))
  const inputs = controls.filter((control): control is HTMLInputElement => control instanceof HTMLInputElement)
  for (const input of inputs) input.value = text
  // The form reads all its fields on each event, so one is enough.
  inputs[0]?.dispatchEvent(new Event('input', { bubbles: true }))
  inputs[0]?.focus()
}
