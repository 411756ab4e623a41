import { data } from '#web/router/router.ts'

/**
 * Reasons for refusing a request, with HTTP status. The error page has a text for each. Expected outcomes are returned
 * instead, and bugs are thrown as errors.
 */
export const refusals = {
  /** Not a valid form, step or URL: no page of the hub sends it. */
  malformed: 400,
  'signed-out': 401,
  forbidden: 403,
  /** The request comes from another site (CSRF). */
  origin: 403,
  /** The anti-forgery token is of another session or another seller. */
  token: 403,
  /** Missing, or another seller's; the response does not distinguish them. */
  'not-found': 404,
  'not-possible-now': 409,
  'too-large': 413,
  /** The member has too many requests in this process (`member-slots.ts`). */
  'too-many': 429,
} as const satisfies Record<string, number>

export type Refusal = keyof typeof refusals

export interface RefusalBody {
  error: Refusal
  /** The hub's origin, if the request had to come from it. */
  address?: string
  /** The session's current token, if another was sent. */
  srt?: string
}

/** Response header with the refusal of a post as JSON, for scripts: the body is in the router's own format. */
export const refusalHeader = 'X-Refusal'

/** Creates the response to throw: `throw refuse('forbidden')`. */
export function refuse(refusal: Refusal, more: Omit<RefusalBody, 'error'> = {}) {
  return data<RefusalBody>({ error: refusal, ...more }, { status: refusals[refusal] })
}

/** The body of a thrown refusal; null for other thrown values. */
export function refusalIn(thrown: unknown): RefusalBody | null {
  const body = typeof thrown === 'object' && thrown !== null && 'data' in thrown ? thrown.data : null
  return readRefusal(body) ? (body as RefusalBody) : null
}

export function readRefusal(body: unknown): Refusal | null {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  return typeof error === 'string' && Object.hasOwn(refusals, error) ? (error as Refusal) : null
}
