import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { NewSellerRules } from '#features/core/policy-pack/payout-rules.ts'
import { isNewSeller } from './new-seller.ts'

/** Whether a seller is new, by the sales in the ledger. */
export async function readIsNewSeller(
  db: SellerDb,
  { sellerId, now, rules }: { sellerId: number; now: Date; rules: NewSellerRules },
): Promise<boolean> {
  const first = await db
    .selectFrom('transactions')
    .select('happened_at')
    .where('seller_id', '=', sellerId)
    .where('kind', '=', 'SALE')
    .orderBy('happened_at')
    .limit(1)
    .executeTakeFirst()
  // Not more sales than the rule needs are counted.
  const counted = await sql<{ sales: number }>`
    select count(*)::integer as sales from (
      select from transactions where seller_id = ${sellerId} and kind = 'SALE' limit ${rules.sales}) s`.execute(db)
  const { rows } = await sql<{ currency: string; minor: number }>`
    select currency, -sum(balance_minor)::bigint as minor from ledger_accounts
    where seller_id = ${sellerId} and account in ('revenue:item', 'revenue:shipping') group by currency`.execute(db)
  const amounts = new Map(rows.map(({ currency, minor }) => [currency, minor]))
  const soFar = { firstAt: first?.happened_at ?? null, sales: counted.rows[0]?.sales ?? 0, amounts }
  return isNewSeller(soFar, now, rules)
}
