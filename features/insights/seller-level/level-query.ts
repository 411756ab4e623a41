import { readPageNumber } from '#lib/page-number.ts'
import { paths } from '#web/paths.ts'
import { faults, suppositions, type Fault, type Supposition } from '#features/core/seller-level/seller-level.ts'

export interface LevelQuery {
  /** Null: the first measure that is missed. */
  fault: Fault | null
  supposed: readonly Supposition[]
  page: number
}

/** Parses the query parameters; unknown values are ignored. */
export function readLevelQuery(params: URLSearchParams): LevelQuery {
  const supposed = (params.get('if') ?? '').split('.')
  return {
    fault: faults.find((known) => known === params.get('fault')) ?? null,
    supposed: suppositions.filter((known) => supposed.includes(known)),
    page: readPageNumber(params.get('page')),
  }
}

export const levelHref = ({ fault, supposed, page }: LevelQuery): string =>
  paths.sellerLevel({
    ...(fault ? { fault } : {}),
    ...(supposed.length > 0 ? { if: supposed.join('.') } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })
