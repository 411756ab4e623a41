import type { SellerDb } from '#db/client.ts'
import type { Carrier } from '#features/core/carrier/carrier.ts'
import { validateRows, type SellerAnswers } from './validate-rows.ts'
import { orderOfGroup, type FindRecipients, type GroupedRow } from './group-rows.server.ts'
import { readKnownOrders } from './known-orders-db.server.ts'
import { orderKeys } from './order-keys.ts'
import { recipientKey } from './recipient.ts'
import { readStoredRows, type FileColumns, type FileRow } from './table-rows.ts'
import type { Verdict } from './verdict.ts'

export interface CheckFacts {
  sellerId: number
  form: FileColumns
  answers: SellerAnswers
  isEncodingSure: boolean
  carriers: readonly Carrier[]
  zone: string
  now: Date
  findRecipients: FindRecipients
}

/** Returns a verdict for each row of whole groups, in file order within each. Changes nothing. */
export async function checkRows(
  db: SellerDb,
  { sellerId, form, findRecipients, ...facts }: CheckFacts,
  rows: readonly GroupedRow[],
): Promise<Verdict[]> {
  const read = await readStoredRows(rows, form)
  const named = rows.flatMap(({ group }) => orderOfGroup(group) ?? [])
  const texts = read.flatMap(({ cells }) => orderKeys(cells.order ?? ''))
  const known = await readKnownOrders(db, sellerId, [...new Set([...named, ...texts])])
  const isNameless = (row: FileRow) =>
    !row.left &&
    recipientKey(row.cells.recipient, row.cells.postcode) !== null &&
    !orderKeys(row.cells.order ?? '').some((key) => known.orders.has(key) || known.ownIds.has(key))
  return validateRows(read, {
    orders: known.orders,
    ownIds: known.ownIds,
    recipients: read.some(isNameless) ? await findRecipients(db) : new Map<string, readonly string[]>(),
    ...facts,
  })
}
