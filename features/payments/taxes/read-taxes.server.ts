import { dateAt } from '#lib/zoned-time.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { ownFirst } from '../statements/read-statements.server.ts'
import { momentsOf } from '../statements/statement-months.ts'
import { daysOfPeriod, parsePeriod, periodOf, type TaxPeriod } from './tax-period.ts'
import type { TaxSum } from './tax-sums.ts'
import { countKnown, sumTaxes, type TaxCoverage } from './taxes-db.server.ts'
import { transactionsHref } from '../transactions/transactions-list.server.ts'

export interface PeriodTaxes {
  period: TaxPeriod
  /** The month that it is now in the shop's zone. */
  thisMonth: string
  sums: TaxSum[]
  coverage: TaxCoverage
  /** Its first moment. */
  from: Date
  /** The sales of the period whose tax is not known. */
  unknownHref: string
}

/** Reads the taxes of the period in the URL, the current month without; 404 if it is none or has not begun. */
export async function readTaxes({ hub, read, seller, url }: SellerArgs): Promise<PeriodTaxes> {
  const zone = seller.timeZone
  const thisMonth = dateAt(hub.now(), zone).slice(0, 7)
  const key = url.searchParams.get('period')
  const period = key === null ? periodOf('month', thisMonth) : parsePeriod(key)
  if (!period || period.first > thisMonth) throw refuse('not-found')
  const days = daysOfPeriod(period)
  const span = { sellerId: seller.id, ...momentsOf(days, zone) }
  const [sums, coverage] = await read((db) => Promise.all([sumTaxes(db, span), countKnown(db, span)]))
  const unknownHref = transactionsHref({ time: [days.first, days.last], kind: ['SALE'], untaxed: ['1'] })
  return { period, thisMonth, sums: ownFirst(sums, seller), coverage, from: span.from, unknownHref }
}
