import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { allowedOriginUrl, sameOriginUrl } from '#lib/url-safety.ts'
import type { OptOutModel } from '#shui/opt-out/opt-out-model.ts'
import { locales, type Locale } from '#texts/texts.ts'

const styles = z.array(z.string(), 'Styles must be passed as an array').nullish()
const nav = z.strictObject({
  type: z.literal('NAV'),
  URL: z.string().min(1),
  newWindow: z.boolean().optional(),
  name: z.string().optional(),
  tracking: z.unknown().optional(),
})
const operation = z.strictObject({
  type: z.literal('OPERATION'),
  name: z.string().min(1),
  tracking: z.unknown().optional(),
})
const action = z.discriminatedUnion('type', [nav, operation]).nullish()
const span = z.strictObject({ text: z.string(), styles, action, accessibilityText: z.string().nullish() })
const textModel = z
  .strictObject({
    text: z.string().nullish(),
    textSpans: z.array(span).nullish(),
    styles,
    action,
    value: z.strictObject({ value: z.union([z.number(), z.string()]), currency: z.string().optional() }).nullish(),
    accessibilityText: z.string().nullish(),
  })
  .refine((model) => Boolean(model.text || model.textSpans?.length || model.value), 'has nothing to show')
const text = z.union([z.string().min(1, 'must not be empty'), textModel])

const view = z.strictObject({
  header: text,
  body: z.union([text, z.array(text)]).nullish(),
  actions: z.strictObject({ primary: text, secondary: text.nullish() }),
})
const words = z.string().nullish()
const feedback = z.strictObject({
  label: text.nullish(),
  to: z.email(),
  subject: words,
  body: words,
  username: words,
  browser: words,
  site: words,
  names: z.strictObject({ username: z.string(), browser: z.string(), site: z.string() }).nullish(),
  tracking: z.unknown().optional(),
})

const optOut = z.strictObject({
  id: z.string().min(1, 'Invalid widget ID for "shui-opt-out"').optional(),
  linkConfig: text.optional(),
  optOutInfo: view.optional(),
  optOutSuccess: view.optional(),
  optOutFailed: view.optional(),
  cancelOptout: text.nullish(),
  waiting: text.nullish(),
  feedbackConfig: feedback.nullish(),
  optOutUrl: z.string().min(1).optional(),
  previousToolUrl: z.string().min(1).optional(),
})
const optOutFile = optOut.extend({ locales: z.partialRecord(z.enum(locales), optOut).optional() })

/** What an operator says instead of the hub's own dialog, key by key; under `locales` for the readers of one language. */
export type OperatorOptOut = Partial<OptOutModel> & { locales?: Partial<Record<Locale, Partial<OptOutModel>>> }

/** The operator's dialog cannot be used; one line a fault, each with its path. */
export class OptOutFileError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'OptOutFileError'
    this.problems = problems
  }
}

/** Where the hub is, and on which other origins the previous tool may be. */
export interface OptOutOrigins {
  origin: string
  allowedOrigins: readonly string[]
}

/** Reads the operator's opt-out dialog from a JSON file. Throws OptOutFileError. */
export function readOptOutFile(path: string, origins: OptOutOrigins): OperatorOptOut {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new OptOutFileError([
      `${path} cannot be read as JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
    ])
  }
  return parseOptOut(json, origins)
}

/** Checks an opt-out view model and those of its locales, of which every key may be missing. Throws OptOutFileError. */
export function parseOptOut(json: unknown, origins: OptOutOrigins): OperatorOptOut {
  const read = optOutFile.safeParse(json)
  if (!read.success) throw new OptOutFileError(read.error.issues.flatMap((issue) => problemsOf(issue)))
  const problems = [
    ...urlProblems(read.data, origins),
    ...Object.entries(read.data.locales ?? {}).flatMap(([locale, model]) =>
      urlProblems(model, origins).map((problem) => `locales.${locale}.${problem}`),
    ),
  ]
  if (problems.length > 0) throw new OptOutFileError(problems)
  return read.data
}

/** A fault in words with its path. Of alternatives, the faults of the one that was meant: the one that got furthest. */
function problemsOf(issue: z.core.$ZodIssue, before: PropertyKey[] = []): string[] {
  const path = [...before, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const depth = (faults: z.core.$ZodIssue[]) =>
      Math.max(...faults.map((fault) => fault.path.length + (fault.code === 'invalid_type' ? 0 : 1)))
    const meant = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0]!
    return meant.flatMap((fault) => problemsOf(fault, path))
  }
  return [path.length > 0 ? `${path.map(String).join('.')}: ${issue.message}` : issue.message]
}

function urlProblems(
  { optOutUrl, previousToolUrl }: { optOutUrl?: string | undefined; previousToolUrl?: string | undefined },
  { origin, allowedOrigins }: OptOutOrigins,
): string[] {
  const problems: string[] = []
  if (optOutUrl !== undefined && sameOriginUrl(optOutUrl, origin) === null)
    problems.push(`optOutUrl: ${optOutUrl} is not on ${origin}, and it would receive the anti-forgery token`)
  if (previousToolUrl !== undefined && allowedOriginUrl(previousToolUrl, origin, allowedOrigins) === null)
    problems.push(
      `previousToolUrl: ${previousToolUrl} is neither on ${origin} nor on an origin of PREVIOUS_TOOL_ORIGINS (${allowedOrigins.join(', ') || 'none'})`,
    )
  return problems
}
