import type { Watched } from '#features/core/seller-level/seller-level.ts'
import { findFailure } from './health.ts'
import { readPageOf, writePageOf } from './sellers-query.ts'

export interface HealthQuery {
  /** Search in user name, display name and external id. */
  q: string
  failure: Watched | null
  limit: number
  offset: number
}

/** Parses the list's state; invalid parts fall back to defaults. */
export function readHealthQuery(parameters: URLSearchParams): HealthQuery {
  return { ...readPageOf(parameters), failure: findFailure(parameters.get('failure')) }
}

/** Query parameters of a state, without defaults. */
export function writeHealthQuery({ failure, ...page }: HealthQuery): Record<string, string | null> {
  return { ...writePageOf(page), failure }
}
