import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { NewRow, Row } from '#db/schema.ts'
import { postHoldPlaced, postHoldReleased } from '#features/core/ledger/events/hold.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'

/** An order whose money is moved; it is locked. */
export interface HeldOrder {
  sellerId: number
  orderId: number
  currency: string
  now: Date
}

/** Transactions that a hold keeps back; what the marketplace charged beside the sale stays. */
const heldKinds = ['SALE', 'REFUND', 'OWN_PAYMENT', 'FEE_CREDIT', 'DISPUTE'] as const

/**
 * Keeps back an order's money that is processing or available. Places no hold if its sale is paid out, or nothing of it
 * is left. Returns the hold's row.
 */
export async function placeHold(
  db: SellerDb,
  { sellerId, orderId, currency, now }: HeldOrder,
  hold: Pick<NewRow<'holds'>, 'reason' | 'note' | 'external_id' | 'release_at' | 'latest_at'>,
): Promise<Row<'holds'> | null> {
  const rows = await selectOfSeller(db, 'transactions', sellerId)
    .select(['id', 'kind', 'state', 'net_minor'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', heldKinds)
    .where('state', 'in', ['PROCESSING', 'AVAILABLE'])
    .forUpdate()
    .execute()
  const sumOf = (state: 'PROCESSING' | 'AVAILABLE') =>
    rows.reduce((sum, row) => sum + (row.state === state ? row.net_minor : 0), 0)
  const [processingMinor, availableMinor] = [sumOf('PROCESSING'), sumOf('AVAILABLE')]
  if (!rows.some(({ kind }) => kind === 'SALE') || processingMinor + availableMinor <= 0) return null
  const placed = await db
    .insertInto('holds')
    .values({ seller_id: sellerId, order_id: orderId, placed_at: now, ...hold })
    .returningAll()
    .executeTakeFirstOrThrow()
  await updateOfSeller(db, 'transactions', sellerId)
    .set({ state: 'ON_HOLD', hold_id: placed.id })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const held = { holdId: placed.id, orderId, at: now, currency, processingMinor, availableMinor }
  await writeEntries(db, sellerId, [postHoldPlaced(held)])
  return placed
}

/** Releases a hold: its money is available, or goes on processing until its time. */
export async function releaseHold(
  db: SellerDb,
  holdId: number,
  { sellerId, orderId, currency, now }: HeldOrder,
): Promise<void> {
  const rows = await selectOfSeller(db, 'transactions', sellerId)
    .select(['id', 'net_minor', 'available_at'])
    .where('hold_id', '=', holdId)
    .forUpdate()
    .execute()
  const due = rows.filter(({ available_at: at }) => at <= now)
  const processing = rows.filter(({ available_at: at }) => at > now)
  const move = async (
    moved: typeof rows,
    change: { state: 'AVAILABLE'; available_at: Date } | { state: 'PROCESSING' },
  ) => {
    if (moved.length === 0) return
    await updateOfSeller(db, 'transactions', sellerId)
      .set({ ...change, hold_id: null })
      .where(
        'id',
        'in',
        moved.map(({ id }) => id),
      )
      .execute()
  }
  await move(due, { state: 'AVAILABLE', available_at: now })
  await move(processing, { state: 'PROCESSING' })
  await updateOfSeller(db, 'holds', sellerId)
    .set({ state: 'RELEASED', released_at: now })
    .where('id', '=', holdId)
    .execute()
  const sumOf = (moved: typeof rows) => moved.reduce((sum, { net_minor: minor }) => sum + minor, 0)
  const amounts = { processingMinor: sumOf(processing), availableMinor: sumOf(due) }
  await writeEntries(db, sellerId, [postHoldReleased({ holdId, orderId, at: now, currency, ...amounts })])
}
