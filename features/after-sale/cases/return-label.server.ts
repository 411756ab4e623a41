import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { paths } from '#web/paths.ts'
import type { CaseDetails } from './case-details-db.server.ts'

export type ReturnLabelModel = NonNullable<Awaited<ReturnType<typeof readReturnLabel>>>

/** The label that was bought for a return, or where it is bought; null if the return needs none. */
export async function readReturnLabel(db: SellerDb, sellerId: number, { row, number }: CaseDetails) {
  if (row.kind !== 'RETURN' || row.closed_at !== null) return null
  const label = await selectOfSeller(db, 'labels', sellerId)
    .select(['label_key', 'carrier', 'tracking_number', 'state'])
    .where('case_id', '=', row.id)
    .where('state', '=', 'BOUGHT')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!label && row.tracking_number !== null) return null
  return {
    // Buys it; null once there is one.
    buyHref: label ? null : paths.labelsBuyReturn(number),
    printHref: label ? paths.labelsPrint(label.label_key) : null,
    carrier: label?.carrier ?? '',
    tracking: label?.tracking_number ?? '',
  }
}
