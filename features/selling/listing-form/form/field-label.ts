import { aspectName, type AspectNames } from '#features/core/listing/taxonomy.ts'
import type { FieldProblem } from '#features/core/listing/publish-guards.ts'
import type { TextKey, Texts } from '#texts/texts.ts'

/** What a text about a broken rule is filled with: an aspect by the name that the reader knows. */
export function problemValues(
  { field, values }: Pick<FieldProblem, 'field' | 'values'>,
  names: AspectNames,
): FieldProblem['values'] {
  return field.startsWith('aspect.') && values?.['name']
    ? { ...values, name: aspectName(names, String(values['name'])) }
    : values
}

/** A field of the form in words: `row.0.price` is the price, `aspect.Colour` is Colour, as the reader calls it. */
export function fieldLabel({ t }: Pick<Texts, 't'>, field: string, names: AspectNames = {}): string {
  if (field.startsWith('aspect.')) return aspectName(names, field.slice('aspect.'.length))
  const name = field.replace(/^row\.\d+\./, '')
  // Names of fields are the form's own (`typed-form.ts`); a key without a text shows as the key and fails the walk over all pages.
  return t(name === 'pictures' ? 'listingForm.field.picture' : (`listingForm.field.${name}` as TextKey))
}
