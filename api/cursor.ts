import { z } from 'zod'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { ApiProblem } from './problem.ts'

/** How lists are read: page by page, each behind the last. */
export const pageQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Rows of a page: 1 to 200; 50 where it is left out', example: 50 }),
  after: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'Where the page goes on: `next` of the one before', example: 'x1f0…' }),
})

/** Rows of a page where nobody says how many. */
export const usualLimit = 50

/** A page of a list: rows behind a key that only ever grows, so that each is visited once however many are added. */
export interface Page<T> {
  items: T[]
  next: string | null
}

interface Paging {
  secret: string
  query: z.output<typeof pageQuery>
  /** Which list the place is of: another's is refused. */
  list: string
}

/**
 * Reads a page by rows behind an id: no row comes twice, and none that was there when the reading began is skipped. For a list that is
 * read once, from its beginning to its end; `readChanged` is for those that are read on later.
 */
export async function readPage<T extends { id: number }>(
  { secret, query, list }: Paging,
  rowsBehind: (after: number, limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  const key = `api place ${list} ${secret}`
  const limit = query.limit ?? usualLimit
  const after = query.after === undefined ? 0 : Number(await openPlace(key, query.after))
  const rows = await rowsBehind(after, limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const next = last && rows.length > limit ? await sealPlace(key, String(last.id)) : null
  return { items, next }
}

/** A stretch of something that goes on and on. */
export interface Feed<T> {
  items: T[]
  /** Where the next stretch begins, also where there is nothing behind it yet. */
  next: string
  more: boolean
}

/** Reads a stretch by rows behind a place; `next` is one also at the end, where new ones will be. */
export async function readFeed<T extends { place: number }>(
  { secret, query, list }: Paging,
  rowsBehind: (after: number, limit: number) => Promise<T[]>,
): Promise<Feed<T>> {
  const key = `api place ${list} ${secret}`
  const limit = query.limit ?? usualLimit
  const after = query.after === undefined ? 0 : Number(await openPlace(key, query.after))
  const rows = await rowsBehind(after, limit + 1)
  const items = rows.slice(0, limit)
  const next = await sealPlace(key, String(items.at(-1)?.place ?? after))
  return { items, next, more: rows.length > limit }
}

/** Seals a place of a list: keys of the database are nobody's business. */
export const sealPlace = (key: string, place: string) => symmetricEncrypt({ key, data: place })

/** Opens a place that was sealed for this list; refuses any other. */
export async function openPlace(key: string, sealed: string): Promise<string> {
  const opened = await symmetricDecrypt({ key, data: sealed }).catch(() => null)
  if (opened === null)
    throw new ApiProblem('invalid-query', {
      errors: [{ parameter: 'after', detail: 'No page of this list ended there.' }],
    })
  return opened
}

/** A page as it is sent. */
export const pageOf = (schema: z.ZodType) =>
  z.object({
    items: z.array(schema),
    next: z.string().nullable().describe('`after` of the next page; null where this is the last'),
  })
