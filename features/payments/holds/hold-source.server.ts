import { sql, type RawBuilder } from 'kysely'

// Parts of statements about holds, whose rows have the alias `o`.

/** Money that a hold keeps back; of one that is over, what its entry moved to the held funds. */
export const heldMinor = (sellerId: RawBuilder<unknown>) => sql<number | null>`case o.state
  when 'HELD' then (
    select sum(t.net_minor)::bigint from transactions t where t.seller_id = ${sellerId} and t.hold_id = o.id)
  else (
    select sum(g.amount_minor)::bigint from ledger_entries e
    join ledger_postings g on g.seller_id = ${sellerId} and g.entry_id = e.id
    where e.seller_id = ${sellerId} and e.entry_key = 'hold ' || o.id and g.account = 'funds:hold')
  end`

/** Id of the open case of a hold's order, the latest if there are several. */
export const openCase = (sellerId: RawBuilder<unknown>) => sql`(
  select max(k.id) from cases k where k.seller_id = ${sellerId} and k.order_id = o.order_id and k.closed_at is null)`
