import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { Entry } from '#features/core/ledger/entry.ts'
import { postAdjustment } from '#features/core/ledger/events/adjustment.ts'
import { postCharge } from '#features/core/ledger/events/charge.ts'
import { postLabel, postLabelVoided } from '#features/core/ledger/events/label.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'

export const reportedKinds = ['ADJUSTMENT', 'CHARGE', 'ADVERTISING', 'LABEL'] as const
export type ReportedKind = (typeof reportedKinds)[number]

export interface TransactionReport {
  /** The marketplace's id of it. */
  id: string
  kind: ReportedKind
  /** Null: now. */
  at: Date | null
  now: Date
  currency: string
  amountMinor: number
  paidBy: 'SELLER' | 'MARKETPLACE'
  description: string
  /** Labels always have one. */
  order: { id: number; number: string } | null
}

export type TransactionReportOutcome =
  | { ok: true; transaction: Row<'transactions'>; isNew: boolean }
  | { ok: false; reason: 'id-taken' }

/**
 * Posts a transaction of the marketplace. Idempotent by its id, whatever the kind; the same id for another is refused, and
 * the caller rolls back.
 */
export async function reportTransaction(
  db: SellerDb,
  sellerId: number,
  report: TransactionReport,
): Promise<TransactionReportOutcome> {
  const entry = entryOf(report)
  // Whoever posts with the same id meanwhile, be it in another currency, waits.
  await sql`select pg_advisory_xact_lock(lock_number(${`transaction ${sellerId} ${report.id}`}))`.execute(db)
  const added = await writeEntries(db, sellerId, [entry])
  const others = await selectOfSeller(db, 'ledger_entries', sellerId)
    .select('id')
    .where('entry_key', 'in', keysOf(report.id))
    .where('entry_key', '<>', entry.key)
    .limit(1)
    .execute()
  if (others.length > 0) return { ok: false, reason: 'id-taken' }
  const transaction = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('transactions as t', (join) => join.onRef('t.entry_id', '=', 'e.id').on('t.seller_id', '=', sellerId))
    .selectAll('t')
    .where('e.seller_id', '=', sellerId)
    .where('e.entry_key', '=', entry.key)
    .executeTakeFirstOrThrow()
  if (added.size > 0) return { ok: true, transaction, isNew: true }
  const isSame =
    entry.transaction !== null &&
    transaction.currency === entry.currency &&
    transaction.gross_minor === entry.transaction.grossMinor &&
    transaction.fees_minor === entry.transaction.feesMinor &&
    transaction.description === entry.transaction.description &&
    transaction.order_id === entry.orderId &&
    (report.at === null || transaction.happened_at.getTime() === report.at.getTime())
  return isSame ? { ok: true, transaction, isNew: false } : { ok: false, reason: 'id-taken' }
}

/** The keys of all entries that a transaction with this id could have. */
function keysOf(id: string): string[] {
  const order = { id: 0, number: '' }
  const common = { id, at: null, now: new Date(0), currency: 'XXX', amountMinor: 0, description: '', order }
  return reportedKinds.flatMap((kind) =>
    (['SELLER', 'MARKETPLACE'] as const).map((paidBy) => entryOf({ ...common, kind, paidBy }).key),
  )
}

function entryOf({ id, kind, at, now, currency, amountMinor, paidBy, description, order }: TransactionReport): Entry {
  const common = { at: at ?? now, currency, description, order }
  switch (kind) {
    case 'ADJUSTMENT':
      return postAdjustment({
        ...common,
        adjustmentId: id,
        amountMinor: paidBy === 'SELLER' ? -amountMinor : amountMinor,
      })
    case 'CHARGE':
    case 'ADVERTISING':
      return postCharge({
        ...common,
        chargeId: kind === 'CHARGE' ? id : `of advertising ${id}`,
        amountMinor: paidBy === 'SELLER' ? amountMinor : -amountMinor,
        account: kind === 'CHARGE' ? 'fees:other' : 'advertising',
      })
    case 'LABEL': {
      if (!order) throw new Error('a label belongs to an order')
      const label = {
        labelId: `of ${id}`,
        orderId: order.id,
        orderNumber: order.number,
        at: at ?? now,
        currency,
        description,
      }
      const post = paidBy === 'SELLER' ? postLabel : postLabelVoided
      return post({ ...label, costMinor: amountMinor })
    }
  }
}
