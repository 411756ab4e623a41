import { readRefusal, type Refusal } from '#web/refusals.ts'

/** Failures with their own message to the user (`error.*` of the texts). */
export type Failure =
  | 'notFound'
  | 'forbidden'
  | 'origin'
  | 'token'
  | 'signedOut'
  | 'tooLarge'
  | 'malformed'
  | 'outdated'
  | 'tooMany'
  | 'busy'
  | 'unreachable'
  | 'unknown'

const failures: Record<Refusal, Failure> = {
  malformed: 'malformed',
  'signed-out': 'signedOut',
  forbidden: 'forbidden',
  origin: 'origin',
  token: 'token',
  'not-found': 'notFound',
  'not-possible-now': 'outdated',
  'too-large': 'tooLarge',
  'too-many': 'tooMany',
}

export function failureOfAnswer({ status, data }: { status: number; data: unknown }): Failure {
  const refusal = readRefusal(data)
  if (refusal) return failures[refusal]
  // The router's own responses have only a status.
  if (status === 404) return 'notFound'
  if (status < 502) return 'unknown'
  // The hub's responses have a body; those of a proxy or a starting hub are plain text.
  return typeof data === 'string' ? 'unreachable' : 'busy'
}
