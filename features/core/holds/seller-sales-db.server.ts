import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import type { NewSellerRules } from '#features/core/policy-pack/payout-rules.ts'
import { day } from '#lib/duration.ts'

interface Asked {
  sellerId: number
  rules: NewSellerRules
}

/** Whether a seller is new, by the sales in the ledger and, if the rules say so, by those of history. */
export async function readIsNewSeller(db: SellerDb, { now, ...asked }: Asked & { now: Date }): Promise<boolean> {
  const { rules } = asked
  const soFar = await readLedgerSales(db, asked)
  const isNew = isNewSeller(soFar, now, rules)
  if (!isNew || !rules.countHistory) return isNew
  return isNewSeller(withHistory(soFar, await readHistorySales(db, asked)), now, rules)
}

async function readLedgerSales(db: SellerDb, { sellerId, rules }: Asked): Promise<SalesSoFar> {
  // As in history, a cancelled order is no sale; what was added to an order is no sale of its own.
  const sold = sql`transactions t left join orders o on o.seller_id = ${sellerId} and o.id = t.order_id
    where t.seller_id = ${sellerId} and t.kind = 'SALE' and (o.id is null or is_sale(o.payment_status, o.cancel_state))`
  // Not many more sales than the rule needs are counted.
  const { firstAt, sales } = await oneRow(
    db,
    sql<Omit<SalesSoFar, 'amounts'>>`
      select (select t.happened_at from ${sold} order by t.happened_at limit 1) as "firstAt",
        (select (count(distinct order_id) + count(*) filter (where order_id is null))::integer
          from (select t.order_id from ${sold} limit ${10 * rules.sales}) s) as sales`,
  )
  const { rows } = await sql<{ currency: string; minor: number }>`
    select currency, -sum(balance_minor)::bigint as minor from ledger_accounts
    where seller_id = ${sellerId} and account in ('revenue:item', 'revenue:shipping') group by currency`.execute(db)
  const amounts = new Map(rows.map(({ currency, minor }) => [currency, minor]))
  return { firstAt, sales, amounts }
}

/** Sales of history, which are in no ledger: paid orders that were not cancelled, without tax as in the ledger. */
async function readHistorySales(db: SellerDb, { sellerId }: Asked): Promise<SalesSoFar> {
  const { firstAt, sales, amounts } = await oneRow(
    db,
    sql<{ firstAt: Date | null; sales: number; amounts: Record<string, number> }>`
      select min(first_at) as "firstAt", coalesce(sum(sales), 0)::integer as sales,
        coalesce(json_object_agg(currency, minor), '{}') as amounts
      from (
        select currency, min(placed_at) as first_at, count(*) as sales, sum(subtotal_minor - discount_minor + shipping_minor) as minor
        from orders
        where seller_id = ${sellerId} and history_at is not null and is_sale(payment_status, cancel_state)
        group by currency
      ) of_currency`,
  )
  return { firstAt, sales, amounts: new Map(Object.entries(amounts)) }
}

interface SalesSoFar {
  firstAt: Date | null
  sales: number
  /** Sales in minor units by currency. */
  amounts: ReadonlyMap<string, number>
}

/** Whether a seller is still new: not all of the rule is reached (seller-hubs 2.8). */
export function isNewSeller({ firstAt, sales, amounts }: SalesSoFar, now: Date, rules: NewSellerRules): boolean {
  if (firstAt === null || now.getTime() - firstAt.getTime() <= rules.days * day || sales < rules.sales) return true
  const asked = [...amounts].flatMap(([currency, minor]) => {
    const least = rules.amount[currency]
    return least === undefined ? [] : [minor >= least]
  })
  return asked.length > 0 && !asked.includes(true)
}

export function withHistory(own: SalesSoFar, history: SalesSoFar): SalesSoFar {
  const [earliest = null] = [own.firstAt, history.firstAt]
    .filter((at) => at !== null)
    .toSorted((a, b) => a.getTime() - b.getTime())
  const currencies = new Set([...own.amounts.keys(), ...history.amounts.keys()])
  const sum = (currency: string) => (own.amounts.get(currency) ?? 0) + (history.amounts.get(currency) ?? 0)
  return {
    firstAt: earliest,
    sales: own.sales + history.sales,
    amounts: new Map([...currencies].map((currency) => [currency, sum(currency)])),
  }
}
