import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'

/** A bank account as the hub knows it: never its number. */
export interface PayoutAccount {
  bankName: string
  last4: string
  /** Country of the bank. */
  country: string
  /** The payment side's name of it. */
  reference: string | null
}

/** The seller's id in the marketplace; the user name where it has none. */
export async function readMarketplaceId(db: SellerDb, sellerId: number): Promise<string> {
  const seller = await db
    .selectFrom('sellers')
    .select(['external_id', 'username'])
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return seller.external_id ?? seller.username
}

/** Reads the account that payouts go to now; null if the hub knows none. */
export async function readPayoutAccount(
  db: SellerDb,
  sellerId: number,
  now: Date,
): Promise<Row<'payout_accounts'> | null> {
  return (await lastAccount(db, sellerId).where('effective_at', '<=', now).executeTakeFirst()) ?? null
}

export async function readNextAccount(
  db: SellerDb,
  sellerId: number,
  now: Date,
): Promise<Row<'payout_accounts'> | null> {
  return (await lastAccount(db, sellerId).where('effective_at', '>', now).executeTakeFirst()) ?? null
}

const lastAccount = (db: SellerDb, sellerId: number) =>
  selectOfSeller(db, 'payout_accounts', sellerId)
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('effective_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

export interface AccountChange {
  account: PayoutAccount
  /** The member's name; null for the marketplace. */
  enteredBy: string | null
  effectiveAt: Date
  now: Date
}

/** Saves an account, in place of one that would take effect later. The same account again changes nothing. */
export async function saveAccount(
  db: SellerDb,
  sellerId: number,
  { account, enteredBy, effectiveAt, now }: AccountChange,
): Promise<Row<'payout_accounts'>> {
  const { bankName, last4, country, reference } = account
  const current = await readPayoutAccount(db, sellerId, now)
  const isSame =
    current?.refused_at === null &&
    current.bank_name === bankName &&
    current.last4 === last4 &&
    current.country === country &&
    current.reference === reference
  await withdrawNextAccount(db, sellerId, now)
  if (isSame) return current
  return db
    .insertInto('payout_accounts')
    .values({
      seller_id: sellerId,
      bank_name: bankName,
      last4,
      country,
      reference,
      entered_at: now,
      entered_by: enteredBy,
      effective_at: effectiveAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Calls off an account that has not taken effect. Returns whether there was one. */
export async function withdrawNextAccount(db: SellerDb, sellerId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await updateOfSeller(db, 'payout_accounts', sellerId)
    .set({ withdrawn_at: now })
    .where('withdrawn_at', 'is', null)
    .where('effective_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
