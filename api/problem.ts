import { z } from 'zod'

/** All problem types (RFC 9457): code, status and title. */
export const problems = {
  unauthorized: { status: 401, title: 'The API key is missing, invalid, expired or revoked' },
  'missing-scope': { status: 403, title: 'The key lacks the required scope' },
  'not-found': { status: 404, title: 'The resource does not exist, or the key has no access to it' },
  'method-not-allowed': { status: 405, title: 'The method is not allowed for this path' },
  'not-json': { status: 400, title: 'The body is not valid JSON' },
  'invalid-query': { status: 400, title: 'The query parameters are invalid' },
  'invalid-body': { status: 422, title: 'The body is invalid' },
  'invalid-idempotency-key': {
    status: 400,
    title: 'The Idempotency-Key is invalid, or not supported by this request',
  },
  'unsupported-media-type': { status: 415, title: 'The body’s content type or encoding is not supported' },
  'too-large': { status: 413, title: 'The body, a line or the number of lines exceeds the limit' },
  'rate-limited': { status: 429, title: 'The key has exceeded its rate limit' },
  'key-in-progress': { status: 409, title: 'A request with this Idempotency-Key is still in progress' },
  'key-reused': { status: 422, title: 'The Idempotency-Key was already used with a different request' },
  stale: { status: 412, title: 'The resource has changed: If-Match names an older version' },
  unavailable: { status: 503, title: 'The hub is temporarily unavailable; retry later' },
  internal: { status: 500, title: 'Internal error; details are in the hub’s log' },
  'seller-suspended': { status: 409, title: 'The seller is suspended' },
  'id-taken': { status: 409, title: 'The id is already in use' },
  'no-such-listing': { status: 422, title: 'The seller has no such listing' },
  'no-such-category': { status: 422, title: 'The marketplace has no such category' },
  'no-such-variation': { status: 422, title: 'The listing has no such variation' },
  'not-on-offer': { status: 409, title: 'The listing is not on sale' },
  'wrong-offer': { status: 409, title: 'The offer does not cover the line' },
  'wrong-coupon': { status: 409, title: 'The coupon cannot be used' },
  'not-enough-stock': { status: 409, title: 'Not enough stock for the order' },
  'wrong-currency': { status: 422, title: 'The currency does not match' },
  'wrong-amount': { status: 422, title: 'The amount is not allowed' },
  'not-possible-now': { status: 409, title: 'Not possible in the current state' },
  'below-reserved': { status: 409, title: 'The quantity is below what is reserved for orders' },
  'no-such-picture': { status: 422, title: 'The seller has no such picture' },
  'picture-refused': { status: 422, title: 'The picture cannot be accepted' },
  'wrong-message': { status: 422, title: 'The message’s text is not allowed' },
  'last-owner': { status: 409, title: 'The seller would be left without an owner' },
  'email-unusable': { status: 422, title: 'The e-mail address cannot be used' },
} as const satisfies Record<string, { status: number; title: string }>

/** Maximum errors per response, so that junk input does not cause large responses. */
const mostErrors = 50
const longestPointer = 200

export type ProblemCode = keyof typeof problems

/** An error in a request, with a JSON pointer into the body or a parameter name. */
export interface FieldProblem {
  pointer?: string
  parameter?: string
  detail: string
  /** The broken rule of listings, and its values. */
  rule?: string
  values?: Readonly<Record<string, string | number>>
}

export interface ProblemDetails {
  detail?: string
  errors?: readonly FieldProblem[]
  moreErrors?: number
  /** Units still available. */
  available?: number
}

/** Throw to refuse a request. */
export class ApiProblem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails
  readonly headers: Readonly<Record<string, string>>
  constructor(code: ProblemCode, details: ProblemDetails = {}, headers: Readonly<Record<string, string>> = {}) {
    super(details.detail ?? problems[code].title)
    this.code = code
    this.details = details
    this.headers = headers
  }
}

export const brokenRule = {
  rule: z.string().optional().describe('The broken rule of listings, for programs'),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .describe('Values of the rule'),
}

export const problemSchema = z
  .object({
    type: z.string().describe('Problem type: urn:seller-hub:problem: followed by its code'),
    title: z.string().describe('Summary of the problem type'),
    status: z.int().describe('HTTP status code'),
    detail: z.string().optional().describe('Explanation of this occurrence'),
    errors: z
      .array(
        z.object({
          pointer: z
            .string()
            .max(longestPointer)
            .optional()
            .describe(
              'JSON pointer (RFC 6901) to the invalid field in the body, or to its nearest ancestor if the pointer would be too long',
            ),
          parameter: z.string().optional().describe('Invalid path or query parameter'),
          detail: z.string(),
          ...brokenRule,
        }),
      )
      .max(mostErrors)
      .optional()
      .describe('Invalid fields and parameters, up to a limit'),
    moreErrors: z.int().optional().describe('Number of further errors that are not listed'),
    available: z.int().optional().describe('Units still available'),
    requestId: z.string().optional().describe('Id of the request in the hub’s log'),
  })
  .meta({ id: 'Problem', description: 'Why a request was refused (RFC 9457)' })

export function writeProblem(code: ProblemCode, details: ProblemDetails = {}, requestId?: string) {
  const { status, title } = problems[code]
  return { type: `urn:seller-hub:problem:${code}`, title, status, ...details, ...(requestId ? { requestId } : {}) }
}

export function fieldProblems(error: z.ZodError): SummarizedErrors {
  const found = error.issues.flatMap(function problemsOf(issue: z.core.$ZodIssue): FoundProblem[] {
    const at = issue.path.map(String)
    // For optional texts, report the text's own issue rather than that `""` is also valid.
    const [own] = issue.code === 'invalid_union' ? issue.errors : []
    if (own && own.length > 0)
      return own.flatMap((inner) => problemsOf({ ...inner, path: [...issue.path, ...inner.path] }))
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ at: [...at, key], detail: 'There is no such field.' }))
    return [{ at, detail: sentence(detailOf(issue)) }]
  })
  return summarizeErrors(found, ({ at, detail }) => {
    const pointer = pointerTo(at)
    return pointer.length <= longestPointer
      ? { pointer, detail }
      : { pointer: nearestPointer(at), detail: `In a nested field: ${detail}` }
  })
}

/** What is wrong with a field; the library would say so in terms of its parser. */
function detailOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return issue.message
  return issue.message.endsWith('received undefined')
    ? 'is required'
    : `must be ${jsonTypes[issue.expected] ?? issue.expected}`
}

const jsonTypes: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  record: 'an object',
}

interface FoundProblem {
  at: string[]
  detail: string
}

type SummarizedErrors = Pick<ProblemDetails, 'errors' | 'moreErrors'>

/** The first errors, formatted by `tell`, and the number of others. */
export function summarizeErrors<T>(found: readonly T[], tell: (one: T) => FieldProblem): SummarizedErrors {
  const more = found.length - mostErrors
  return { errors: found.slice(0, mostErrors).map(tell), ...(more > 0 ? { moreErrors: more } : {}) }
}

/** Limits a problem's errors; the others are counted. */
export function withErrors(details: ProblemDetails, most: number): ProblemDetails {
  const { errors = [], moreErrors = 0 } = details
  if (errors.length <= most) return details
  return { ...details, errors: errors.slice(0, most), moreErrors: moreErrors + errors.length - most }
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)

/** JSON pointer (RFC 6901); empty for the body itself. */
export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** If a pointer is too long, uses the nearest ancestor's. */
function nearestPointer(path: readonly string[]): string {
  let pointer = ''
  for (const part of path) {
    const next = pointer + pointerTo([part])
    if (next.length > longestPointer) break
    pointer = next
  }
  return pointer
}
