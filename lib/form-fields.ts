import { trimmed, typedCode } from './trimmed.ts'

/**
 * Strict readers for the fields of a posted form: a missing field, or a file in place of text, reads as an empty text,
 * and an unknown choice as null. Every form uses them.
 */

/** A text field, trimmed of white space and invisible characters. Browsers send its line ends as two characters. */
export function textOf(form: FormData, name: string): string {
  return trimmed(secretOf(form, name)).replaceAll('\r\n', '\n')
}

/** A text field exactly as typed: for passwords and texts whose spaces matter. */
export function secretOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A number or code field, such as a tracking number, with plain spaces and hyphens. */
export const codeOf = (form: FormData, name: string) => typedCode(secretOf(form, name))

/** A field with one of a fixed set of values; null for any other value. */
export function oneOf<const Choice extends string>(
  form: FormData,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const value = form.get(name)
  return choices.find((choice) => choice === value) ?? null
}

/** All text fields of a form by name, in order; files are left out. */
export function textsIn(form: Iterable<readonly [name: string, value: FormDataEntryValue]>): [string, string][] {
  return [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []))
}

/** The files of a field; a field without a file sends an empty one. */
export const filesIn = (form: FormData, name: string): File[] =>
  form.getAll(name).flatMap((value) => (value instanceof File && value.name !== '' ? [value] : []))
