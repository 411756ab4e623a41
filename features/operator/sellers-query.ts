/** How the operator's list can be sorted; the first is the default. */
export const sellerSorts = ['-orders', 'name', '-feedback'] as const

/** The state of the operator's list, which is its URL. */
export interface SellersQuery {
  /** Looked for in user name, display name and external id. */
  q: string
  sort: (typeof sellerSorts)[number]
  limit: number
  offset: number
}

const pageSize = 50

/** Reads the list's state from its URL; what cannot be read falls back to the default. */
export function readSellersQuery(parameters: URLSearchParams): SellersQuery {
  const offset = Number(parameters.get('offset') ?? 0)
  return {
    q: (parameters.get('q') ?? '').trim().slice(0, 100),
    sort: sellerSorts.find((sort) => sort === parameters.get('sort')) ?? sellerSorts[0],
    limit: pageSize,
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
  }
}

/** The parameters of a state, without what is default. */
export function writeSellersQuery({ q, sort, offset }: SellersQuery): Record<string, string | null> {
  return {
    q: q || null,
    sort: sort === sellerSorts[0] ? null : sort,
    offset: offset > 0 ? String(offset) : null,
  }
}
