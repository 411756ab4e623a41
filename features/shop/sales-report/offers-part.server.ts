import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { discountOf } from '#features/core/offer/offer.ts'
import { soldHref, type LinkFor } from './report-links.server.ts'
import type { ReportPeriods } from './report-period.ts'
import { requestedSpans } from './report-spans.server.ts'
import type { Texts } from '#texts/texts.ts'

/** Sales of the period that pay offers: their orders in whole, and what was agreed for the items of the offers. */
export interface OffersPart {
  orders: number
  grossMinor: number
  agreedMinor: number
  askedMinor: number
}

export async function readOffersPart(
  db: SellerDb,
  { sellerId, periods, currency }: { sellerId: number; periods: ReportPeriods; currency: string },
): Promise<OffersPart> {
  const { rows } = await sql<OffersPart>`
    select count(*) as orders, coalesce(sum(total_minor), 0)::bigint as "grossMinor",
      coalesce(sum(agreed), 0)::bigint as "agreedMinor", coalesce(sum(asked), 0)::bigint as "askedMinor"
    from (
      select o.id, o.total_minor, sum(f.price_minor * f.units) as agreed, sum(f.list_price_minor * f.units) as asked
      from ${requestedSpans(periods)}
      join orders o on o.seller_id = ${sellerId} and o.placed_at >= starts and o.placed_at < ends and o.currency = ${currency}
        and is_sale(o.payment_status, o.cancel_state)
      join buyer_offers f on f.seller_id = ${sellerId} and f.order_id = o.id
      where period = 'current' group by o.id, o.total_minor
    ) sold`.execute(db)
  return rows[0] ?? { orders: 0, grossMinor: 0, agreedMinor: 0, askedMinor: 0 }
}

export interface OffersPartModel {
  text: string
  href: string
}

/** Null if no offer was paid. */
export function offersPartModel(
  { orders, grossMinor, agreedMinor, askedMinor }: OffersPart,
  view: LinkFor & { texts: Texts },
): OffersPartModel | null {
  if (orders === 0) return null
  const { texts, figures } = view
  const { currency, current } = figures.main
  const text = texts.t('salesReport.offers', {
    n: orders,
    amount: texts.money({ minor: grossMinor, currency }),
    share: texts.percent(grossMinor / Math.max(1, Number(current.grossMinor)), 1),
    discount: texts.percent(discountOf(askedMinor, agreedMinor) / 100, 1),
  })
  return { text, href: soldHref(view, { offer: ['1'] }) }
}
