import { SellError, type SellErrorId } from './sell-error.ts'

export type RowRange = ReturnType<typeof readRowRange>

interface Limits {
  usual: number
  most: number
  errors: { limit: SellErrorId; offset: SellErrorId }
}

export function readRowRange({ searchParams }: URL, { usual, most, errors }: Limits) {
  const limit = numberOf(searchParams.get('limit'), usual)
  const offset = numberOf(searchParams.get('offset'), 0)
  if (limit === null || limit < 1 || limit > most)
    throw new SellError(errors.limit, {
      parameters: { limitvalue: searchParams.get('limit') ?? '', minLimit: '1', maxLimit: String(most) },
    })
  if (offset === null)
    throw new SellError(errors.offset, { parameters: { offsetvalue: searchParams.get('offset') ?? '' } })
  return { limit, offset }
}

const numberOf = (text: string | null, usual: number) =>
  text === null ? usual : /^\d{1,9}$/.test(text) ? Number(text) : null

/** Paging fields with full URLs of previous and next page. The offset counts rows, or pages if `step` is 1. */
export function pageFacts(
  url: URL,
  publicUrl: string,
  { limit, offset, total, step = limit }: RowRange & { total: number; step?: number },
) {
  const at = (from: number) => {
    const query = new URLSearchParams(url.searchParams)
    query.set('limit', String(limit))
    query.set('offset', String(from))
    return `${publicUrl}${url.pathname}?${query.toString()}`
  }
  return {
    href: at(offset),
    total,
    limit,
    offset,
    ...(((offset + step) * limit) / step < total && { next: at(offset + step) }),
    ...(offset > 0 && { prev: at(Math.max(0, offset - step)) }),
  }
}
