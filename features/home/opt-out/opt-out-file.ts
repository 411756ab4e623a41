import { readJsonFile } from '#lib/json-file.ts'
import { z } from 'zod'
import { buttonTextSchema, readViewModels, textSchema } from '#features/machinery/view-models/view-model-file.ts'
import { InvalidFileError } from '#lib/file-problem.ts'
import { allowedOriginUrl, sameOriginUrl } from '#lib/url-safety.ts'
import type { OptOutModel } from '#shui/opt-out/opt-out-model.ts'
import { locales, type Locale } from '#texts/texts.ts'
import type { FeedbackLinkModel } from '#shui/feedback-link/feedback-link.tsx'

const view = z.strictObject({
  header: textSchema,
  body: z.union([textSchema, z.array(textSchema)]).nullish(),
  actions: z.strictObject({ primary: buttonTextSchema, secondary: buttonTextSchema.nullish() }),
})
const words = z.string().nullish()
const feedback = z.strictObject({
  label: buttonTextSchema.nullish(),
  /** The hub's support address by default. */
  to: z.email().optional(),
  subject: words,
  body: words,
  username: words,
  browser: words,
  site: words,
  names: z.strictObject({ username: z.string(), browser: z.string(), site: z.string() }).nullish(),
  tracking: z.unknown().optional(),
})

const invalidId = 'Invalid widget ID for "shui-opt-out"'

const optOut = z.strictObject({
  id: z.string(invalidId).min(1, invalidId).optional(),
  linkConfig: buttonTextSchema.optional(),
  optOutInfo: view.optional(),
  optOutSuccess: view.optional(),
  optOutFailed: view.optional(),
  cancelOptout: buttonTextSchema.nullish(),
  waiting: textSchema.nullish(),
  feedbackConfig: feedback.nullish(),
  optOutUrl: z.string().min(1).optional(),
  previousToolUrl: z.string().min(1).optional(),
})
const optOutFile = optOut.extend({ locales: z.partialRecord(z.enum(locales), optOut).optional() })

/** The operator's changes to the opt-out dialog, key by key; `locales` has further ones by language. */
export type OperatorOptOut = Partial<OptOutModel> & { locales?: Partial<Record<Locale, Partial<OptOutModel>>> }

declare module '#web/hub.ts' {
  interface HubConfig {
    /** The operator's opt-out dialog, merged over the hub's. */
    optOut: OperatorOptOut
    previousToolOrigins: string[]
  }
}

export interface OptOutOrigins {
  origin: string
  allowedOrigins: readonly string[]
}

export interface OptOutHub extends OptOutOrigins {
  /** Default address for feedback; null if there is none. */
  supportEmail: string | null
}

/** Reads the operator's opt-out dialog from a JSON file. Throws FileProblem and InvalidFileError. */
export function readOptOutFile(path: string, hub: OptOutHub): OperatorOptOut {
  return parseOptOut(readJsonFile(path), hub)
}

/** Validates an opt-out view model and its locales; all keys are optional. Throws InvalidFileError. */
export function parseOptOut(json: unknown, hub: OptOutHub): OperatorOptOut {
  const read = readViewModels(optOutFile, json)
  const problems = [
    ...urlProblems(read, hub),
    ...Object.entries(read.locales ?? {}).flatMap(([locale, model]) =>
      urlProblems(model, hub).map((problem) => `locales.${locale}.${problem}`),
    ),
    ...(hub.supportEmail === null ? addressProblems(read) : []),
  ]
  if (problems.length > 0) throw new InvalidFileError(problems)
  return read
}

/** The operator's feedback link for one language: undefined if not set, null if removed. */
export function operatorFeedback(
  { feedbackConfig: ofAll, locales: byLocale }: OperatorOptOut,
  locale: Locale,
): Partial<FeedbackLinkModel> | null | undefined {
  const ofLocale = byLocale?.[locale]?.feedbackConfig
  if (ofLocale === undefined) return ofAll
  return ofLocale && { ...ofAll, ...ofLocale }
}

/** Feedback links without an address, if the hub has none either. */
function addressProblems(operator: OperatorOptOut): string[] {
  const places = locales.flatMap((locale) => {
    const feedbackLink = operatorFeedback(operator, locale)
    if (!feedbackLink || feedbackLink.to) return []
    return operator.locales?.[locale]?.feedbackConfig ? `locales.${locale}.feedbackConfig.to` : 'feedbackConfig.to'
  })
  return [...new Set(places)].map((place) => `${place}: must be given, for SUPPORT_EMAIL is not`)
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
