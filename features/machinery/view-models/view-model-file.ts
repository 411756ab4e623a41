import { z } from 'zod'
import { safeUrl } from '#lib/url-safety.ts'

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
const operation = z.strictObject({
  type: z.literal('OPERATION'),
  name: z.string().min(1),
  tracking: z.unknown().optional(),
})

/** What a text does when it is used. */
export const actionSchema = z.discriminatedUnion('type', [nav, operation])

const action = actionSchema.nullish()
const span = z.strictObject({ text: z.string(), styles, action, accessibilityText: z.string().nullish() })

/** The specification's text display model, as an operator writes it; it may have nothing to show. */
export const openTextModelSchema = z.strictObject({
  text: z.string().nullish(),
  textSpans: z.array(span).nullish(),
  styles,
  action,
  value: z.strictObject({ value: z.union([z.number(), z.string()]), currency: z.string().optional() }).nullish(),
  accessibilityText: z.string().nullish(),
})

const textModel = openTextModelSchema.refine(
  (model) => Boolean(model.text || model.textSpans?.length || model.value),
  'has nothing to show',
)

/** A text: a plain string or a text display model, with something to show. */
export const textSchema = z.union([z.string().min(1, 'must not be empty'), textModel])

/** A file of an operator's cannot be used; one line a fault, each with its path. */
export class ViewModelFileError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ViewModelFileError'
    this.problems = problems
  }
}

/** Reads what a schema describes, of characters that can be kept. Throws ViewModelFileError. */
export function readViewModels<T>(schema: z.ZodType<T>, json: unknown): T {
  const broken = brokenTexts(json, [])
  if (broken.length > 0) throw new ViewModelFileError(broken)
  const read = schema.safeParse(json)
  if (read.success) return read.data
  throw new ViewModelFileError(read.error.issues.flatMap((issue) => problemsOf(issue)))
}

/** Texts, also those of what nothing else is asked of, that no database keeps: with the character NUL, or half a character. */
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

/** A fault in words with its path. Of alternatives, the faults of the one that was meant: the one that got furthest. */
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

/** A place in a file as one would write it in JavaScript: `messages[2].model.config`. */
export function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')
}
