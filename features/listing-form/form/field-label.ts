import type { TextKey, Texts } from '#texts/texts.ts'

/** A field of the form in words: `row.0.price` is the price, `aspect.Colour` is Colour. */
export function fieldLabel({ t }: Pick<Texts, 't'>, field: string): string {
  if (field.startsWith('aspect.')) return field.slice('aspect.'.length)
  const name = field.replace(/^row\.\d+\./, '')
  // Names of fields are the form's own (`typed-form.ts`); a key without a text shows as the key and fails the walk over all pages.
  return t(name === 'pictures' ? 'listingForm.field.picture' : (`listingForm.field.${name}` as TextKey))
}
