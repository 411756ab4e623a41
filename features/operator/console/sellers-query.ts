/** How the operator's list can be sorted; the first is the default. */
export const sellerSorts = ['-orders', 'name', '-feedback'] as const

type PageOf = ReturnType<typeof readPageOf>

export interface SellersQuery extends PageOf {
  sort: (typeof sellerSorts)[number]
}

const pageSize = 50

/** Reads which page is asked for; what cannot be read falls back to the default. */
export function readPageOf(parameters: URLSearchParams) {
  const offset = Number(parameters.get('offset') ?? 0)
  return {
    /** Looked for in user name, display name and external id. */
    q: (parameters.get('q') ?? '').trim().slice(0, 100),
    limit: pageSize,
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
  }
}

/** The parameters of a page, without what is default. */
export const writePageOf = ({ q, offset }: PageOf): Record<string, string | null> => ({
  q: q || null,
  offset: offset > 0 ? String(offset) : null,
})

/** Reads the list's state from its URL; what cannot be read falls back to the default. */
export function readSellersQuery(parameters: URLSearchParams): SellersQuery {
  return {
    ...readPageOf(parameters),
    sort: sellerSorts.find((sort) => sort === parameters.get('sort')) ?? sellerSorts[0],
  }
}

/** The parameters of a state, without what is default. */
export function writeSellersQuery({ sort, ...page }: SellersQuery): Record<string, string | null> {
  return { ...writePageOf(page), sort: sort === sellerSorts[0] ? null : sort }
}
