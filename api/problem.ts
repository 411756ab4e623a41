import { z } from 'zod'

/** All problem types (RFC 9457): code, status and title. */
export const problems = {
  unauthorized: { status: 401, title: 'No key, or one that is not good (any more)' },
  'missing-scope': { status: 403, title: 'The key may not do this' },
  'not-found': { status: 404, title: 'There is no such thing, or the key may not see it' },
  'method-not-allowed': { status: 405, title: 'The address takes other methods' },
  'not-json': { status: 400, title: 'The body is no JSON' },
  'invalid-query': { status: 400, title: 'The query is not as the documentation says' },
  'invalid-body': { status: 422, title: 'The body is not as the documentation says' },
  'invalid-idempotency-key': {
    status: 400,
    title: 'The Idempotency-Key is empty, too long, or sent where none is taken',
  },
  'unsupported-media-type': { status: 415, title: 'The body is of another type than the address takes' },
  'too-large': { status: 413, title: 'The body, a line or the number of lines is too large' },
  'rate-limited': { status: 429, title: 'The key has asked too often' },
  'key-in-progress': { status: 409, title: 'A request with this Idempotency-Key is being worked at' },
  'key-reused': { status: 422, title: 'The Idempotency-Key was sent before with another request' },
  stale: { status: 412, title: 'It has changed since: If-Match names an older state' },
  unavailable: { status: 503, title: 'The hub cannot answer now; ask again' },
  internal: { status: 500, title: 'A failure of the hub; it is in its log' },
  'seller-suspended': { status: 409, title: 'The seller is suspended' },
  'id-taken': { status: 409, title: 'The id is taken by something else' },
  'no-such-listing': { status: 422, title: 'The seller has no such listing' },
  'no-such-category': { status: 422, title: 'The marketplace has no such category' },
  'no-such-variation': { status: 422, title: 'The listing has no such variation' },
  'not-on-offer': { status: 409, title: 'The listing is not on offer' },
  'not-enough-stock': { status: 409, title: 'More is ordered than there is' },
  'wrong-currency': { status: 422, title: 'It is in another currency than what it belongs to' },
  'wrong-amount': { status: 422, title: 'The amount is not what it must be' },
  'not-possible-now': { status: 409, title: 'The state it is in does not allow this' },
  'below-reserved': { status: 409, title: 'More is promised to orders than would be on hand' },
  'no-such-picture': { status: 422, title: 'The seller has no such picture' },
  'picture-refused': { status: 422, title: 'The picture is not one that can be taken' },
  'wrong-message': { status: 422, title: 'The message says nothing' },
  'last-owner': { status: 409, title: 'The seller would have no owner any more' },
  'email-unusable': { status: 422, title: 'The address is no e-mail address' },
} as const satisfies Record<string, { status: number; title: string }>

/** Maximum errors per response, so that junk input does not cause large responses. */
const mostErrors = 50
const longestPointer = 200

/** Stable code of a problem. */
export type ProblemCode = keyof typeof problems

/** An error in a request, with a JSON pointer into the body or a parameter name. */
export interface FieldProblem {
  pointer?: string
  parameter?: string
  detail: string
}

/** Details of a problem beyond its type. */
export interface ProblemDetails {
  detail?: string
  errors?: readonly FieldProblem[]
  /** Number of errors not listed. */
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

/** A problem in responses. */
export const problemSchema = z
  .object({
    type: z.string().describe('Names the kind of problem: urn:seller-hub:problem: and its code'),
    title: z.string().describe('The kind in words'),
    status: z.int().describe('The status of the answer'),
    detail: z.string().optional().describe('What is wrong here'),
    errors: z
      .array(
        z.object({
          pointer: z
            .string()
            .max(longestPointer)
            .optional()
            .describe(
              'The wrong field in the body: a JSON pointer (RFC 6901), or that of the nearest one above it where its own is longer',
            ),
          parameter: z.string().optional().describe('The wrong parameter of the address'),
          detail: z.string(),
        }),
      )
      .max(mostErrors)
      .optional()
      .describe('Wrong fields, the first of them'),
    moreErrors: z.int().optional().describe('How many more errors there are than are told'),
    available: z.int().optional().describe('Units that could still be ordered'),
    requestId: z.string().optional().describe('Names the request in the hub’s log'),
  })
  .meta({ id: 'Problem', description: 'Why a request was refused (RFC 9457)' })

/** Formats a problem for a response. */
export function writeProblem(code: ProblemCode, details: ProblemDetails = {}, requestId?: string) {
  const { status, title } = problems[code]
  return { type: `urn:seller-hub:problem:${code}`, title, status, ...details, ...(requestId ? { requestId } : {}) }
}

/** Converts a schema's issues to errors with JSON pointers. */
export function fieldProblems(error: z.ZodError): SummarizedErrors {
  const found = error.issues.flatMap(function problemsOf(issue: z.core.$ZodIssue): FoundProblem[] {
    const at = issue.path.map(String)
    // For optional texts, report the text's own issue rather than that `""` is also valid.
    const [own] = issue.code === 'invalid_union' ? issue.errors : []
    if (own && own.length > 0)
      return own.flatMap((inner) => problemsOf({ ...inner, path: [...issue.path, ...inner.path] }))
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ at: [...at, key], detail: 'There is no such field.' }))
    return [{ at, detail: sentence(issue.message) }]
  })
  return summarizeErrors(found, ({ at, detail }) => {
    const pointer = pointerTo(at)
    return pointer.length <= longestPointer
      ? { pointer, detail }
      : { pointer: nearestPointer(at), detail: `In a field below it: ${detail}` }
  })
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
