import { data } from 'react-router'

/**
 * Why a request is refused, each with its HTTP status: the second lane of errors, beside outcomes that a page expects
 * (returned) and faults (thrown). The error page has words for each of them.
 */
export const refusals = {
  /** What was sent is no form, step or place of ours: no page of the hub sends it so. */
  malformed: 400,
  'signed-out': 401,
  /** The role may not. */
  forbidden: 403,
  /** The request comes from another site (CSRF). */
  origin: 403,
  /** The anti-forgery token is not this session's, or it is of another seller than the session works for by now. */
  token: 403,
  /** There is no such thing, or it is somebody else's (another tenant's): nobody learns which. */
  'not-found': 404,
  /** The state of the thing forbids it by now. */
  'not-possible-now': 409,
  'too-large': 413,
  /** The member has too much at work in this process already (`member-turns.ts`). */
  'too-many': 429,
} as const satisfies Record<string, number>

/** Why a request is refused, by the name of its page. */
export type Refusal = keyof typeof refusals

/** What a refused or failed request tells its error page. */
export interface RefusalBody {
  error: Refusal
  /** The hub's own address, where the request had to come from it. */
  address?: string
  /** The token of the session by now, where another one was sent. */
  srt?: string
}

/** What to throw to refuse a request: `throw refuse('forbidden')`. */
export function refuse(refusal: Refusal, more: Omit<RefusalBody, 'error'> = {}) {
  return data<RefusalBody>({ error: refusal, ...more }, { status: refusals[refusal] })
}

/** The refusal in what a request was answered with; null where it is none of ours. */
export function readRefusal(body: unknown): Refusal | null {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  return typeof error === 'string' && Object.hasOwn(refusals, error) ? (error as Refusal) : null
}
