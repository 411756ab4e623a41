import { z } from 'zod'
import { InvalidFileError } from '#lib/file-problem.ts'
import { safeUrl } from '#lib/url-safety.ts'
import { readOperation } from './operation.ts'

const styles = z.array(z.string(), 'Styles must be passed as an array').nullish()
const nav = z.strictObject({
  type: z.literal('NAV'),
  URL: z
    .string()
    .min(1)
    .refine((url) => safeUrl(url) !== null, 'is no relative, http, https, mailto or tel URL'),
  newWindow: z.boolean().optional(),
  name: z.string().optional(),
  tracking: z.unknown().optional(),
})
/** Schemas of text display models whose operations have these names. */
function textSchemas(operationName: z.ZodType<string>) {
  const operation = z.strictObject({
    type: z.literal('OPERATION'),
    name: operationName,
    tracking: z.unknown().optional(),
  })
  const action = z.discriminatedUnion('type', [nav, operation])
  const decor = { styles, action: action.nullish(), accessibilityText: z.string().nullish() }
  const open = z.strictObject({
    text: z.string().nullish(),
    textSpans: z.array(z.strictObject({ text: z.string(), ...decor })).nullish(),
    value: z.strictObject({ value: z.union([z.number(), z.string()]), currency: z.string().optional() }).nullish(),
    ...decor,
  })
  const model = open.refine(
    ({ text, textSpans, value }) => Boolean(text || textSpans?.length || value),
    'has nothing to show',
  )
  return { action, open, text: z.union([z.string().min(1, 'must not be empty'), model]) }
}

const unknownOperation =
  'is no operation of the hub: undo, openCommandMenu, cross, close, dismiss, or POST and a path of the hub'
const known = textSchemas(
  z
    .string()
    .min(1)
    .refine((name) => name === '' || readOperation(name) !== null, unknownOperation),
)

export const actionSchema = known.action

/** The specification's text display model in operators' files; may be empty. */
export const openTextModelSchema = known.open

/** A non-empty text: a string or a text display model. */
export const textSchema = known.text

/** A text whose place decides what it does, whatever the name of its operation. */
export const buttonTextSchema = textSchemas(z.string().min(1)).text

/** Parses JSON by a schema and rejects characters that cannot be stored. Throws InvalidFileError. */
export function readViewModels<T>(schema: z.ZodType<T>, json: unknown): T {
  const broken = brokenTexts(json, [])
  if (broken.length > 0) throw new InvalidFileError(broken)
  const read = schema.safeParse(json)
  if (read.success) return read.data
  throw new InvalidFileError(read.error.issues.flatMap((issue) => problemsOf(issue)))
}

/** Finds texts that the database cannot store, anywhere in the file: with NUL or lone surrogates. */
function brokenTexts(value: unknown, path: PropertyKey[]): string[] {
  if (typeof value === 'string')
    return isKept(value) ? [] : [`${pathOf(path)}: has the character NUL, or half a character (U+D800 to U+DFFF)`]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((each, index) => brokenTexts(each, [...path, index]))
  return Object.entries(value).flatMap(([key, each]) =>
    isKept(key) ? brokenTexts(each, [...path, key]) : brokenTexts(key, [...path, key.toWellFormed()]),
  )
}

const isKept = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Describes an issue with its path. For a union, reports the alternative that matched furthest. */
function problemsOf(issue: z.core.$ZodIssue, before: PropertyKey[] = []): string[] {
  const path = [...before, ...issue.path]
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${pathOf([...path, key])}: unknown key`)
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const isOther = ({ code }: z.core.$ZodIssue) => code === 'invalid_type' || code === 'invalid_value'
    const depth = (faults: z.core.$ZodIssue[]) =>
      Math.max(...faults.map((fault) => fault.path.length * 2 + (isOther(fault) ? 0 : 1)))
    const [meant = []] = issue.errors.toSorted((a, b) => depth(b) - depth(a))
    return meant.flatMap((fault) => problemsOf(fault, path))
  }
  return [path.length > 0 ? `${pathOf(path)}: ${issue.message}` : issue.message]
}

/** A path in JavaScript notation: `messages[2].model.config`. */
export function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')
}
