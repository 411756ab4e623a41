import { readJsonFile } from '#lib/json-file.ts'
import { z } from 'zod'
import { readViewModels, textSchema, ViewModelFileError } from '#features/view-models/view-model-file.ts'
import { allowedOriginUrl, sameOriginUrl } from '#lib/url-safety.ts'
import type { OptOutModel } from '#shui/opt-out/opt-out-model.ts'
import { locales, type Locale } from '#texts/texts.ts'

const view = z.strictObject({
  header: textSchema,
  body: z.union([textSchema, z.array(textSchema)]).nullish(),
  actions: z.strictObject({ primary: textSchema, secondary: textSchema.nullish() }),
})
const words = z.string().nullish()
const feedback = z.strictObject({
  label: textSchema.nullish(),
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
  linkConfig: textSchema.optional(),
  optOutInfo: view.optional(),
  optOutSuccess: view.optional(),
  optOutFailed: view.optional(),
  cancelOptout: textSchema.nullish(),
  waiting: textSchema.nullish(),
  feedbackConfig: feedback.nullish(),
  optOutUrl: z.string().min(1).optional(),
  previousToolUrl: z.string().min(1).optional(),
})
const optOutFile = optOut.extend({ locales: z.partialRecord(z.enum(locales), optOut).optional() })

/** What an operator says instead of the hub's own dialog, key by key; under `locales` for the readers of one language. */
export type OperatorOptOut = Partial<OptOutModel> & { locales?: Partial<Record<Locale, Partial<OptOutModel>>> }

declare module '#web/hub.ts' {
  interface HubConfig {
    /** The operator's own opt-out dialog, laid over the hub's. */
    optOut: OperatorOptOut
    /** Origins other than our own on which the previous tool may be. */
    previousToolOrigins: string[]
  }
}

/** Where the hub is, and on which other origins the previous tool may be. */
export interface OptOutOrigins {
  origin: string
  allowedOrigins: readonly string[]
}

/** Reads the operator's opt-out dialog from a JSON file. Throws FileProblem and ViewModelFileError. */
export function readOptOutFile(path: string, origins: OptOutOrigins): OperatorOptOut {
  return parseOptOut(readJsonFile(path), origins)
}

/** Checks an opt-out view model and those of its locales, of which every key may be missing. Throws ViewModelFileError. */
export function parseOptOut(json: unknown, origins: OptOutOrigins): OperatorOptOut {
  const read = readViewModels(optOutFile, json)
  const problems = [
    ...urlProblems(read, origins),
    ...Object.entries(read.locales ?? {}).flatMap(([locale, model]) =>
      urlProblems(model, origins).map((problem) => `locales.${locale}.${problem}`),
    ),
  ]
  if (problems.length > 0) throw new ViewModelFileError(problems)
  return read
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
