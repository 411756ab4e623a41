import { assertDefined } from '#lib/assert-defined.ts'

/**
 * Control id for a field name of the listing form. Characters other than letters and digits become code points, so that
 * `aspect.Größe` and `aspect.Grosse` differ.
 */
export function fieldId(name: string): string {
  return [...name]
    .map((char) =>
      /[A-Za-z0-9]/.test(char)
        ? char
        : char === '.'
          ? '-'
          : `_${assertDefined(char.codePointAt(0), 'it is a character').toString(16)}`,
    )
    .join('')
}
