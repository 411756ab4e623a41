import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { ApiProblem } from './problem.ts'

export const pageQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Number of items per page, 1 to 200. Default: 50', example: 50 }),
  after: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'Cursor: the `next` value of the previous page', example: 'x1f0…' }),
})

export const defaultLimit = 50

/** A page of rows after a key, so that each row is read once even while rows are added. */
export interface Page<T> {
  items: T[]
  next: string | null
  more: boolean
}

interface Paging {
  secret: string
  query: z.output<typeof pageQuery>
  /** The list the cursor belongs to; cursors of other lists are refused. */
  list: string
}

/**
 * Reads a page of rows after an id: no duplicates, and no row present at the start is skipped. For lists read once; use
 * `readChanged` for lists polled repeatedly.
 */
export async function readPage<T extends { id: number }>(
  { secret, query, list }: Paging,
  rowsBehind: (after: number, limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  const key = `api place ${list} ${secret}`
  const limit = query.limit ?? defaultLimit
  const after = query.after === undefined ? 0 : Number(decryptCursor(key, query.after))
  const rows = await rowsBehind(after, limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit
  const next = last && more ? encryptCursor(key, String(last.id)) : null
  return { items, next, more }
}

export interface Feed<T> {
  items: T[]
  /** Cursor of the next page, also at the end. */
  next: string
  more: boolean
}

type Feeding = Pick<Paging, 'secret' | 'list'>

const feedKey = ({ secret, list }: Feeding) => `api place ${list} ${secret}`

/** The position of a feed's cursor; refuses cursors of other lists. */
export function placeInFeed(feed: Feeding, cursor: string): number {
  return Number(decryptCursor(feedKey(feed), cursor))
}

/** Reads a page of a feed; `next` is also set at the end, for later rows. */
export async function readFeed<T extends { place: number }>(
  { secret, query, list }: Paging,
  rowsBehind: (after: number, limit: number) => Promise<T[]>,
): Promise<Feed<T>> {
  const limit = query.limit ?? defaultLimit
  const after = query.after === undefined ? 0 : placeInFeed({ secret, list }, query.after)
  const rows = await rowsBehind(after, limit + 1)
  const items = rows.slice(0, limit)
  const next = encryptCursor(feedKey({ secret, list }), String(items.at(-1)?.place ?? after))
  return { items, next, more: rows.length > limit }
}

/** Two keys per list: for encryption and for deriving the nonce. */
function keysOf(key: string): { seal: Buffer; draw: Buffer } {
  const both = Buffer.from(hkdfSync('sha256', key, '', 'a place of a list', 64))
  return { seal: both.subarray(0, 32), draw: both.subarray(32) }
}

const nonceOf = (draw: Buffer, place: string) =>
  createHmac('sha256', draw).update(place).digest().subarray(0, nonceBytes)

/** Sizes for AES-GCM. */
const [nonceBytes, tagBytes] = [12, 16]

/**
 * Encrypts a cursor, to hide database ids. The nonce is derived from the position (as in AES-SIV): equal cursors are
 * equal texts, which keeps ETags stable, and no nonce is used for two positions.
 */
export function encryptCursor(key: string, place: string): string {
  const { seal, draw } = keysOf(key)
  const nonce = nonceOf(draw, place)
  const cipher = createCipheriv('aes-256-gcm', seal, nonce)
  const sealed = [cipher.update(place, 'utf8'), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url')
}

function open(key: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)]
  const decipher = createDecipheriv('aes-256-gcm', keysOf(key).seal, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(tag)
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** Decrypts a cursor of this list; refuses others. */
export function decryptCursor(key: string, sealed: string): string {
  try {
    return open(key, sealed)
  } catch {
    throw new ApiProblem('invalid-query', {
      errors: [{ parameter: 'after', detail: 'No page of this list ended there.' }],
    })
  }
}

export const pageOf = (schema: z.ZodType) =>
  z.object({
    items: z.array(schema),
    next: z.string().nullable().describe('`after` of the next page; null on the last page'),
    more: z.boolean().describe('Whether there is another page'),
  })
