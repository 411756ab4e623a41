import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { MarketplaceTotals, SellerRow } from './sellers-db.server.ts'

export type SellerModel = ReturnType<typeof sellerModels>[number]

export interface TotalModel {
  label: string
  value: string
}

export function sellerModels(rows: readonly SellerRow[], texts: Texts) {
  return rows.map((row) => ({
    name: row.display_name,
    username: row.username,
    href: paths.operatorSeller(row.username),
    externalId: row.external_id,
    country: texts.country(row.country),
    members: texts.number(row.members),
    listings: texts.number(row.active_listings),
    orders: texts.number(row.orders),
    feedback: texts.number(row.feedback_score),
    lastOrder: row.last_order_at && texts.moment(row.last_order_at, 'date'),
  }))
}

export function totalModels(totals: MarketplaceTotals, { t, number }: Texts): TotalModel[] {
  return [
    { label: t('word.sellers'), value: number(totals.sellers) },
    { label: t('operator.members'), value: number(totals.members) },
    { label: t('word.orders'), value: number(totals.orders) },
    { label: t('word.activeListings'), value: number(totals.active_listings) },
  ]
}
