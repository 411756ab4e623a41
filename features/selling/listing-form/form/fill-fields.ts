import { fieldId } from '#features/core/listing/field-id.ts'

/** Types a text into fields, as a hand would: whoever follows the form learns of it. The first one gets the focus. */
export function fillFields(names: readonly string[], text: string): void {
  const controls = names.map((name) => document.getElementById(fieldId(name)))
  const inputs = controls.filter((control): control is HTMLInputElement => control instanceof HTMLInputElement)
  for (const input of inputs) input.value = text
  // The form reads all of itself each time: once is enough.
  inputs[0]?.dispatchEvent(new Event('input', { bubbles: true }))
  inputs[0]?.focus()
}
