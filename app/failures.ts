import { readRefusal, type Refusal } from '#web/refusals.ts'

/** Ways in which a request can fail that somebody is told of, each in words of its own (`error.*` of the texts). */
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

/** What an answer says that is no good one. */
export function failureOfAnswer({ status, data }: { status: number; data: unknown }): Failure {
  const refusal = readRefusal(data)
  if (refusal) return failures[refusal]
  // What the router answers by itself has a status alone.
  if (status === 404) return 'notFound'
  if (status < 502) return 'unknown'
  // The hub's own has a body; whoever is before it, or a hub that is starting, only words.
  return typeof data === 'string' ? 'unreachable' : 'busy'
}
