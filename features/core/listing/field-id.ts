import { certain } from '#lib/certain.ts'

/**
 * The id of the control for a field of the listing form, from the field's name: letters and digits stay, all else is
 * written by its code point, so that `aspect.Größe` and `aspect.Grosse` differ and a link can lead to either.
 */
export function fieldId(name: string): string {
  return [...name]
    .map((char) =>
      /[A-Za-z0-9]/.test(char)
        ? char
        : char === '.'
          ? '-'
          : `_${certain(char.codePointAt(0), 'it is a character').toString(16)}`,
    )
    .join('')
}
