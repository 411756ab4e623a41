import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { averageDiscount, readOfferSales, type OfferSales } from '#features/core/offer/offer-sales.server.ts'
import { soldHref, type LinkFor } from './report-links.server.ts'
import type { ReportPeriods } from './report-period.ts'
import { requestedSpans } from './report-spans.server.ts'
import type { Texts } from '#texts/texts.ts'

/** Sales of the period that pay offers. */
export const readOffersPart = (
  db: SellerDb,
  { sellerId, periods, currency }: { sellerId: number; periods: ReportPeriods; currency: string },
): Promise<OfferSales> =>
  readOfferSales(db, {
    sellerId,
    currency,
    from: sql`${requestedSpans(periods)}
      join orders o on o.seller_id = ${sellerId} and o.placed_at >= starts and o.placed_at < ends`,
    where: sql`period = 'current'`,
  })

/** Null if no offer was paid. */
export function offersPartModel(sales: OfferSales, view: LinkFor & { texts: Texts }) {
  const { orders, grossMinor } = sales
  if (orders === 0) return null
  const { texts, figures } = view
  const { currency, current } = figures.main
  const text = texts.t('salesReport.offers', {
    n: orders,
    amount: texts.money({ minor: grossMinor, currency }),
    share: texts.percent(grossMinor / Math.max(1, Number(current.grossMinor)), 1),
    discount: texts.percent(averageDiscount(sales), 1),
  })
  return { text, href: soldHref(view, { offer: ['1'] }) }
}
