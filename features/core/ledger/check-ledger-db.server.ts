import { sql, type Kysely } from 'kysely'
import { overAllSellers } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import type { Schema } from '#db/schema.ts'
import { minute } from '#lib/duration.ts'

/** Time for which an order may be due before it counts as a fault: the job runs each minute. */
const dueWithin = 10 * minute

export interface LedgerCheck {
  /** Entries whose postings do not sum to zero. */
  unbalanced: number
  /** Transactions that are not what their entry does to the seller's funds. */
  wrongTransactions: number
  /** Balances of funds and the bank that are not the sum of the transactions in that state. */
  wrongFunds: number
  /** Payouts whose rows do not add up to their amount and currency, or are elsewhere than its state says. */
  wrongPayouts: number
  /** Days on which the inventory of a seller is not worth what the stock of its SKUs is. */
  wrongStock: number
  /** Orders whose money or parcels changed more than ten minutes ago and are not posted. */
  overdue: number
  /** Paid orders without a sale in the books that nobody is about to post. */
  unposted: number
}

export async function checkLedger(owner: Kysely<Schema>, now: Date): Promise<LedgerCheck> {
  const dueBefore = new Date(now.getTime() - dueWithin)
  return oneRow(
    owner,
    sql<LedgerCheck>`${overAllSellers}
    with sums as (
      select seller_id, entry_id, sum(amount_minor) as all_accounts,
        coalesce(sum(amount_minor) filter (where account in ('funds:processing', 'funds:available', 'funds:hold')), 0) as funds
      from ledger_postings group by 1, 2
    ), by_state as (
      select seller_id, currency, case state when 'PROCESSING' then 'funds:processing' when 'AVAILABLE' then 'funds:available'
          when 'ON_HOLD' then 'funds:hold' when 'IN_PAYOUT' then 'payout_clearing' else 'bank' end as account, sum(net_minor) as minor
      from transactions group by 1, 2, 3
    ), balances as (
      select seller_id, currency, account, balance_minor from ledger_accounts
      where account in ('funds:processing', 'funds:available', 'funds:hold', 'payout_clearing', 'bank')
    ), paid as (
      select seller_id, payout_id, state, currency, net_minor from transactions where payout_id is not null
      union all
      select r.seller_id, r.payout_id, 'RETURNED' as state, t.currency, t.net_minor
      from returned_payout_rows r join transactions t on t.seller_id = r.seller_id and t.id = r.transaction_id
    ), payout_rows as (
      select seller_id, payout_id, state, currency, sum(net_minor) as minor from paid group by 1, 2, 3, 4
    ), wrong_payouts as (
      select p.seller_id, p.id
      from payouts p left join payout_rows r on r.seller_id = p.seller_id and r.payout_id = p.id
      group by p.seller_id, p.id, p.amount_minor, p.currency, p.state
      having p.amount_minor <> coalesce(sum(r.minor), 0) or count(*) > 1 or max(r.currency) <> p.currency
        or max(r.state) <> case p.state when 'SUCCEEDED' then 'PAID_OUT' when 'INITIATED' then 'IN_PAYOUT'
          when 'RETRYABLE_FAILED' then 'IN_PAYOUT' else 'RETURNED' end
    ), stock as (
      select seller_id, currency, day, received_minor + sold_minor + returned_minor + counted_minor + recosted_minor as change,
        value_minor - coalesce(lag(value_minor) over (partition by seller_id, sku, currency order by day), 0) as difference
      from stock_values
    ), inventory as (
      select seller_id, currency, day, sum(change) as change, sum(posted) as posted, bool_or(is_wrong) as is_wrong
      from (
        select seller_id, currency, day, change, 0 as posted, change <> difference as is_wrong from stock
        union all
        select seller_id, currency, day_name(day), 0, amount_minor, false from ledger_days where account = 'inventory'
      ) each group by 1, 2, 3
    )
    select (select count(*) from sums where all_accounts <> 0) as unbalanced,
      (
        select count(*) from transactions t left join sums s on s.seller_id = t.seller_id and s.entry_id = t.entry_id
        where t.net_minor <> coalesce(s.funds, 0)
      ) as "wrongTransactions",
      (
        select count(*) from by_state s full join balances b
          on b.seller_id = s.seller_id and b.currency = s.currency and b.account = s.account
        where coalesce(s.minor, 0) <> coalesce(b.balance_minor, 0)
      ) as "wrongFunds",
      (select count(*) from wrong_payouts) as "wrongPayouts",
      (
        select count(*) from inventory i
        where (i.is_wrong or i.change <> i.posted)
          -- Goods that went with their order are about to be taken out of the books, and those of many orders to be posted.
          and not exists (select from stock_due d where d.seller_id = i.seller_id and d.since < d.noted_at - interval '1 minute')
          and not exists (select from goods_due d where d.seller_id = i.seller_id)
      ) as "wrongStock",
      (select count(*) from ledger_due where noted_at < ${dueBefore})
        + (select count(*) from goods_due where noted_at < ${dueBefore})
        + (select count(*) from stock_due where noted_at < ${dueBefore}) as overdue,
      (select count(*) from orders o where ${isUnposted}) as unposted`,
  )
}

/** Makes paid orders without a sale in the books due, so that the job posts them. Returns their number. */
export async function makeUnpostedDue(owner: Kysely<Schema>): Promise<number> {
  const { numAffectedRows } = await sql`${overAllSellers}
    insert into ledger_due (seller_id, order_id) select o.seller_id, o.id from orders o where ${isUnposted}
    on conflict (seller_id, order_id) do nothing`.execute(owner)
  return Number(numAffectedRows ?? 0)
}

/** Must agree with `readOrderFacts` on what is paid. */
const isUnposted = sql`o.history_at is null and o.payment_status not in ('PENDING', 'FAILED')
  and (o.pushed_as is null or o.total_minor <= (
    select coalesce(sum(p.amount_minor), 0) from payments p
    where p.seller_id = o.seller_id and p.order_id = o.id and p.state = 'PAID'
  ))
  and exists (select from line_items l where l.seller_id = o.seller_id and l.order_id = o.id)
  and not exists (select from ledger_entries e where e.seller_id = o.seller_id and e.order_id = o.id and e.kind = 'SALE')
  and not exists (select from ledger_due d where d.seller_id = o.seller_id and d.order_id = o.id)`
