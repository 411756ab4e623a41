import { sql, type RawBuilder } from 'kysely'

/**
 * Ids of the transactions of payouts that meet a condition on `p`. Those of a payout that failed or was sent back are
 * among them, wherever their money is now. As `any (array(…))` they are found one by one, not by reading all transactions.
 */
export const payoutRowIds = (sellerId: number, which: RawBuilder<unknown>): RawBuilder<number> => sql`
  select t.id from payouts p join transactions t on t.seller_id = ${sellerId} and t.payout_id = p.id
  where p.seller_id = ${sellerId} and ${which}
  union all
  select r.transaction_id from payouts p join returned_payout_rows r on r.seller_id = ${sellerId} and r.payout_id = p.id
  where p.seller_id = ${sellerId} and ${which}`

/** Number of transactions of the payout `p`. */
export const payoutRowCount = (sellerId: number): RawBuilder<number> => sql`(
  (select count(*) from transactions t where t.seller_id = ${sellerId} and t.payout_id = p.id)
  + (select count(*) from returned_payout_rows r where r.seller_id = ${sellerId} and r.payout_id = p.id))`
