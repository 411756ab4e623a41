import { paths } from '#web/paths.ts'
import { faults, suppositions, type Fault, type Supposition } from './seller-level.ts'

/** What the reader chose on the page. */
export interface LevelQuery {
  /** Null: the first measure that fails. */
  fault: Fault | null
  supposed: readonly Supposition[]
  page: number
}

/** Reads what was chosen; what there is not is as if it had not been said. */
export function readLevelQuery(params: URLSearchParams): LevelQuery {
  const supposed = (params.get('if') ?? '').split('.')
  const page = Number(params.get('page'))
  return {
    fault: faults.find((known) => known === params.get('fault')) ?? null,
    supposed: suppositions.filter((known) => supposed.includes(known)),
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 100_000) : 1,
  }
}

/** The address of the page with another choice. */
export const levelHref = ({ fault, supposed, page }: LevelQuery): string =>
  paths.sellerLevel({
    ...(fault ? { fault } : {}),
    ...(supposed.length > 0 ? { if: supposed.join('.') } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })
