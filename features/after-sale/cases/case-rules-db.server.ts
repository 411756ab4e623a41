import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { acceptableReasons, type CaseRules } from './case-rules.ts'

/** Reads the seller's rules; by default, nothing is automatic. */
export async function readCaseRules(db: SellerDb, sellerId: number): Promise<CaseRules> {
  const row = await selectOfSeller(db, 'case_rules', sellerId).selectAll().executeTakeFirst()
  const accepted: readonly string[] = row?.accept_reasons ?? []
  return {
    acceptReasons: acceptableReasons.filter((reason) => accepted.includes(reason)),
    refundUpToMinor: row?.refund_up_to_minor ?? null,
    labelMinor: row?.label_minor ?? null,
  }
}

/** Reads the seller's rules for a currency. Their amounts apply only in the shop's currency. */
export async function rulesInCurrency(db: SellerDb, sellerId: number, currency: string): Promise<CaseRules> {
  const rules = await readCaseRules(db, sellerId)
  const shop = await db.selectFrom('sellers').select('currency').where('id', '=', sellerId).executeTakeFirstOrThrow()
  return shop.currency === currency ? rules : { ...rules, refundUpToMinor: null, labelMinor: null }
}

/** Stores the seller's rules, which apply to cases opened from now on. */
export async function saveCaseRules(db: SellerDb, sellerId: number, rules: CaseRules): Promise<void> {
  const values = {
    accept_reasons: [...rules.acceptReasons],
    refund_up_to_minor: rules.refundUpToMinor,
    label_minor: rules.labelMinor,
  }
  await db
    .insertInto('case_rules')
    .values({ seller_id: sellerId, ...values })
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(values))
    .execute()
}
