import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { readPayoutAccount } from './payout-accounts-db.server.ts'
import { payNow, type PayNow, type PayNowFacts } from './pay-now.ts'

export async function readPayNowFacts(
  db: SellerDb,
  sellerId: number,
  now: Date,
): Promise<Pick<PayNowFacts, 'accountFrom' | 'busy'>> {
  return firstRow(
    await sql<Pick<PayNowFacts, 'accountFrom' | 'busy'>>`
      select (
          select min(effective_at) from payout_accounts
          where seller_id = ${sellerId} and withdrawn_at is null and effective_at > ${now}
        ) as "accountFrom",
        array(
          select currency from payouts
          where seller_id = ${sellerId} and state in ('INITIATED', 'RETRYABLE_FAILED') order by currency
        ) as busy`.execute(db),
  )
}

export async function readPayNow(db: SellerDb, sellerId: number, now: Date): Promise<PayNow> {
  const [facts, account, available] = await Promise.all([
    readPayNowFacts(db, sellerId, now),
    readPayoutAccount(db, sellerId, now),
    selectOfSeller(db, 'ledger_accounts', sellerId)
      .select(['currency', 'balance_minor as minor'])
      .where('account', '=', 'funds:available')
      .orderBy('currency')
      .execute(),
  ])
  return payNow({ ...facts, available, isRefused: account?.refused_at != null })
}
