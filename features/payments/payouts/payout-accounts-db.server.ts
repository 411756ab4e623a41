import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'

/** Reads the account that payouts go to now; null if the hub knows none. */
export async function readPayoutAccount(
  db: SellerDb,
  sellerId: number,
  now: Date,
): Promise<Row<'payout_accounts'> | null> {
  const account = await db
    .selectFrom('payout_accounts')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('withdrawn_at', 'is', null)
    .where('effective_at', '<=', now)
    .orderBy('effective_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return account ?? null
}
