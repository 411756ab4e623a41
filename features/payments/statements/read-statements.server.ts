import { dateAt } from '#lib/zoned-time.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { parseMonth } from './statement-months.ts'
import { firstMonth, readStatement, readStatements } from './statements-db.server.ts'
import type { Statement } from './statement.ts'

export interface YearOfStatements {
  year: number
  /** The seller's first year with postings. */
  firstYear: number
  now: { year: number; month: string }
  statements: Statement[]
}

/** Texts in the shop's zone, by which months begin and end. */
export const shopTexts = ({ texts, seller }: Pick<SellerArgs, 'texts' | 'seller'>): Texts =>
  textsFor(texts.locale, seller.timeZone)

/** Reads the year in the URL, the current one without; null if the seller has no postings. */
export async function readYear({ hub, read, seller, url }: SellerArgs): Promise<YearOfStatements | null> {
  const zone = seller.timeZone
  const month = dateAt(hub.now(), zone).slice(0, 7)
  const now = { year: yearOf(month), month }
  return read(async (db) => {
    const of = { sellerId: seller.id, zone }
    const first = await firstMonth(db, of)
    if (first === null) return null
    const year = Number(url.searchParams.get('year') ?? now.year)
    if (!Number.isInteger(year) || year < yearOf(first) || year > now.year) throw refuse('not-found')
    const from = later(first, `${year}-01`)
    const last = year === now.year ? month : `${year}-12`
    const statements = await readStatements(db, { ...of, first: from, last })
    return { year, firstYear: yearOf(first), now, statements: ownFirst(statements, seller) }
  })
}

/** Reads the month in the URL; 404 if the seller has no postings until its end, or it has not begun. */
export async function readMonth({ hub, read, seller, url }: SellerArgs) {
  const zone = seller.timeZone
  const month = parseMonth(url.searchParams.get('month'))
  const thisMonth = dateAt(hub.now(), zone).slice(0, 7)
  if (month === null || month > thisMonth) throw refuse('not-found')
  return read(async (db) => {
    const of = { sellerId: seller.id, zone }
    const first = await firstMonth(db, of)
    if (first === null || month < first) throw refuse('not-found')
    const { statements, next } = await readStatement(db, { ...of, month })
    return { month, firstMonth: first, thisMonth, statements: ownFirst(statements, seller), next }
  })
}

const yearOf = (month: string) => Number(month.slice(0, 4))
const later = (a: string, b: string) => (a > b ? a : b)

export const ownFirst = <T extends { currency: string }>(rows: readonly T[], { currency }: { currency: string }): T[] =>
  rows.toSorted((a, b) => Number(b.currency === currency) - Number(a.currency === currency))
