import { createHmac, timingSafeEqual } from 'node:crypto'
import { paths, withSearch } from '#web/paths.ts'

/** A signed link opens the product summary of one listing without a session, until it expires. */
export interface SummaryLink {
  /** The seller's user name. */
  seller: string
  /** The listing's item number. */
  listingId: string
  expiresAt: Date
}

/** Validity of a link in days: default and maximum. */
export const summaryLinkDays = { usual: 30, most: 365 } as const

/** Path and query of a signed link. The signature covers seller, listing and expiry. */
export function signSummaryLink(secret: string, link: SummaryLink): string {
  const expires = String(Math.floor(link.expiresAt.getTime() / 1000))
  const { seller, listingId } = link
  const query = new URLSearchParams({
    listingId,
    seller,
    expires,
    signature: signatureOf(secret, [seller, listingId, expires]),
  })
  return withSearch(paths.productSummary, query)
}

/**
 * Reads a signed link from a query: null if there is none, `refused` if forged, altered or expired. Other keys, such as
 * the condition, are free.
 */
export function readSummaryLink(secret: string, query: URLSearchParams, now: Date): SummaryLink | 'refused' | null {
  const names = ['seller', 'expires', 'signature'] as const
  if (names.every((name) => !query.has(name))) return null
  const [seller = '', expires = '', signature = ''] = names.map((name) => query.get(name) ?? '')
  const listingId = query.get('listingId') ?? ''
  const isTwice = [...names, 'listingId'].some((name) => query.getAll(name).length > 1)
  if (isTwice || !/^\d{1,12}$/.test(expires)) return 'refused'
  if (!isSame(signature, signatureOf(secret, [seller, listingId, expires]))) return 'refused'
  const expiresAt = new Date(Number(expires) * 1000)
  return expiresAt > now ? { seller, listingId, expiresAt } : 'refused'
}

/** Signs the parts with a purpose prefix, so that no other signature of the hub is valid; JSON separates the parts. */
function signatureOf(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['product-summary', ...parts]))
    .digest('base64url')
}

/** Constant-time comparison. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
