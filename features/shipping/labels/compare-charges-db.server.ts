import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'

/** A label whose lines at the provider and costs in the hub differ. */
export interface ChargeDifference {
  /** The provider's id. */
  label: string
  /** Null if the hub did not buy it. */
  orderNumber: string | null
  /** What the provider charged in the month. */
  chargedMinor: number
  /** What the hub booked in the month. */
  bookedMinor: number
}

interface Month {
  sellerId: number
  accountId: number
  from: Date
  until: Date
}

/**
 * Compares a month of an account, by label and currency, with what the hub booked for its labels in the same month:
 * purchases, refunds and corrections.
 */
export async function compareCharges(db: SellerDb, { sellerId, accountId, from, until }: Month) {
  const { rows } = await sql<ChargeDifference & { currency: string }>`
    with charged as (
      select provider_label_id as label, currency, sum(amount_minor) as minor from label_charges
      where seller_id = ${sellerId} and account_id = ${accountId} and charged_at >= ${from} and charged_at < ${until}
      group by 1, 2
    ), booked as (
      select label, currency, sum(minor) as minor from (
        select provider_label_id as label, currency, cost_minor as minor from labels
        where seller_id = ${sellerId} and account_id = ${accountId} and bought_at >= ${from} and bought_at < ${until}
        union all
        select provider_label_id, currency, -cost_minor from labels
        where seller_id = ${sellerId} and account_id = ${accountId} and voided_at >= ${from} and voided_at < ${until}
        union all
        select provider_label_id, currency, amount_minor from label_charges
        where seller_id = ${sellerId} and account_id = ${accountId} and kind = 'CORRECTION'
          and charged_at >= ${from} and charged_at < ${until}
      ) all_booked group by 1, 2
    )
    select coalesce(c.label, b.label) as label, coalesce(c.currency, b.currency) as currency,
      coalesce(c.minor, 0)::bigint as "chargedMinor", coalesce(b.minor, 0)::bigint as "bookedMinor",
      (select o.order_number from labels l join orders o on o.seller_id = ${sellerId} and o.id = l.order_id
        where l.seller_id = ${sellerId} and l.account_id = ${accountId}
          and l.provider_label_id = coalesce(c.label, b.label)) as "orderNumber"
    from charged c full join booked b on b.label = c.label and b.currency = c.currency
    order by 1`.execute(db)
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    labels: own.length,
    chargedMinor: own.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0),
    bookedMinor: own.reduce((sum, { bookedMinor }) => sum + bookedMinor, 0),
    differences: own
      .filter(({ chargedMinor, bookedMinor }) => chargedMinor !== bookedMinor)
      .map(({ label, orderNumber, chargedMinor, bookedMinor }) => ({ label, orderNumber, chargedMinor, bookedMinor })),
  }))
}
