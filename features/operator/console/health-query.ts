import { findFailure, type Failure } from './health.ts'
import { readPageOf, writePageOf } from './sellers-query.ts'

/** The state of the list of sellers who fail buyers, which is its URL. */
export interface HealthQuery {
  /** Looked for in user name, display name and external id. */
  q: string
  /** Only sellers who fail in this way. */
  failure: Failure | null
  limit: number
  offset: number
}

/** Reads the list's state from its URL; what cannot be read falls back to the default. */
export function readHealthQuery(parameters: URLSearchParams): HealthQuery {
  return { ...readPageOf(parameters), failure: findFailure(parameters.get('failure')) }
}

/** The parameters of a state, without what is default. */
export function writeHealthQuery({ failure, ...page }: HealthQuery): Record<string, string | null> {
  return { ...writePageOf(page), failure }
}
