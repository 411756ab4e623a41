import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'

/** What a transaction refers to, in eBay's `ReferenceTypeEnum`. */
export interface TransactionReference {
  referenceType: 'REFUND_ID' | 'CASE_ID' | 'CANCELLATION_ID' | 'PAYMENTS_DISPUTE_ID' | 'ORDER_ID'
  referenceId: string
}

interface ReferenceRow {
  entryId: number
  refund: string | null
  case: string | null
  cancellation: string | null
  dispute: string | null
  /** The order referenced by a charge. */
  order: string | null
}

/** Reads what transactions refer to, by the ids of their entries: keys of entries name refunds and disputes. */
export async function readReferences(
  db: SellerDb,
  sellerId: number,
  entryIds: readonly number[],
): Promise<Map<number, TransactionReference[]>> {
  const { rows } = await sql<ReferenceRow>`
    select e.id as "entryId", r.refund_key as refund, d.dispute_number as dispute,
      case when e.kind = 'CHARGE' then o.order_number end as "order",
      (select c.case_number from cases c
        where c.seller_id = ${sellerId} and c.order_id = r.order_id and c.refund_key = r.refund_key
        order by c.id desc limit 1) as "case",
      (select n.cancel_key from cancellations n
        where n.seller_id = ${sellerId} and n.order_id = e.order_id and (n.refund_key = r.refund_key
          or e.kind = 'CANCELLATION' and n.units is null and n.state in ('CLOSED_WITH_REFUND', 'CLOSED_NO_REFUND'))
        order by n.id desc limit 1) as cancellation
    from ledger_entries e
    left join orders o on o.seller_id = ${sellerId} and o.id = e.order_id
    left join refunds r on r.seller_id = ${sellerId} and r.id = substring(e.entry_key from '^refund (\\d+)')::bigint
    left join disputes d on d.seller_id = ${sellerId} and d.id = substring(e.entry_key from '^dispute (\\d+)')::bigint
    where e.seller_id = ${sellerId} and e.id = any (${[...entryIds]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.entryId, referencesOf(row)]))
}

function referencesOf({ refund, case: ofCase, cancellation, dispute, order }: ReferenceRow): TransactionReference[] {
  const reference = (referenceType: TransactionReference['referenceType'], referenceId: string | null) =>
    referenceId === null ? [] : [{ referenceType, referenceId }]
  return [
    ...reference('REFUND_ID', refund),
    ...reference('CASE_ID', ofCase),
    ...reference('CANCELLATION_ID', cancellation),
    ...reference('PAYMENTS_DISPUTE_ID', dispute),
    ...reference('ORDER_ID', order),
  ]
}
