import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { symmetricDecrypt } from 'better-auth/crypto'
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
  const next = last && rows.length > limit ? sealPlace(key, String(last.id)) : null
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
  const next = sealPlace(key, String(items.at(-1)?.place ?? after))
  return { items, next, more: rows.length > limit }
}

/** Begins places that are sealed as they are now. Others were given before 2026-11-24, and are read as long as somebody keeps one. */
const sealedSo = 'p.'

/** Two keys of a list: one to seal by, one to draw the nonce by. */
function keysOf(key: string): { seal: Buffer; draw: Buffer } {
  const both = Buffer.from(hkdfSync('sha256', key, '', 'a place of a list', 64))
  return { seal: both.subarray(0, 32), draw: both.subarray(32) }
}

const nonceOf = (draw: Buffer, place: string) =>
  createHmac('sha256', draw).update(place).digest().subarray(0, nonceBytes)

/** As AES-GCM has them. */
const [nonceBytes, tagBytes] = [12, 16]

/**
 * Seals a place of a list: keys of the database are nobody's business. The same place is the same text, so that a page that has
 * not changed has the same ETag: the nonce is drawn from the place (as AES-SIV does), and so is never one of two places.
 */
export function sealPlace(key: string, place: string): string {
  const { seal, draw } = keysOf(key)
  const nonce = nonceOf(draw, place)
  const cipher = createCipheriv('aes-256-gcm', seal, nonce)
  const sealed = [cipher.update(place, 'utf8'), cipher.final()]
  return sealedSo + Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url')
}

async function open(key: string, sealed: string): Promise<string> {
  if (!sealed.startsWith(sealedSo)) return symmetricDecrypt({ key, data: sealed })
  const bytes = Buffer.from(sealed.slice(sealedSo.length), 'base64url')
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)]
  const decipher = createDecipheriv('aes-256-gcm', keysOf(key).seal, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(tag)
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** Opens a place that was sealed for this list; refuses any other. */
export async function openPlace(key: string, sealed: string): Promise<string> {
  const opened = await open(key, sealed).catch(() => null)
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
