import { trimmed, typedCode } from './trimmed.ts'

/**
 * Reads the fields of a posted form, strictly: a field that is missing, or a file where a text belongs, is an empty text,
 * and a choice that is none of ours is null. Every form is read by these.
 */

/** A text field, without white space and what nobody sees around it. */
export function textOf(form: FormData, name: string): string {
  return trimmed(secretOf(form, name))
}

/** A text field as it was typed: passwords, and texts whose spaces count. */
export function secretOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A field for a number or code, such as a parcel's: with plain spaces and hyphens. */
export const codeOf = (form: FormData, name: string) => typedCode(secretOf(form, name))

/** A field that has one of a few values (an enumeration); null where it has none of them. */
export function oneOf<const Choice extends string>(
  form: FormData,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const value = form.get(name)
  return choices.find((choice) => choice === value) ?? null
}

/** All text fields of a form, by name, in their order; files are left out. */
export function textsIn(form: Iterable<readonly [name: string, value: FormDataEntryValue]>): [string, string][] {
  return [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []))
}
