import { aspectName, type AspectNames } from '#features/core/listing/taxonomy.ts'
import type { FieldProblem } from '#features/core/listing/publish-guards.ts'
import type { TextKey, Texts } from '#texts/texts.ts'

/** Values for a validation message; aspects use the reader's names. */
export function problemValues(
  { field, values }: Pick<FieldProblem, 'field' | 'values'>,
  names: AspectNames,
): FieldProblem['values'] {
  return field.startsWith('aspect.') && values?.['name']
    ? { ...values, name: aspectName(names, String(values['name'])) }
    : values
}

/** Label of a form field: `row.0.price` is the price, `aspect.Colour` is Colour in the reader's language. */
export function fieldLabel({ t }: Pick<Texts, 't'>, field: string, names: AspectNames = {}): string {
  if (field.startsWith('aspect.')) return aspectName(names, field.slice('aspect.'.length))
  const name = field.replace(/^row\.\d+\./, '')
  // Field names are fixed by `typed-form.ts`; a key without text is shown as the key and fails the test over all pages.
  return t(name === 'pictures' ? 'listingForm.field.picture' : (`listingForm.field.${name}` as TextKey))
}
