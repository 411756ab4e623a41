import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertColumns, insertRows, type ColumnTypes } from '#db/insert-rows.ts'
import type { Entry } from './entry.ts'

/**
 * Writes entries whose key is new, with their postings and transactions: one statement a table. Returns the new ids by
 * key; entries that were posted before are not among them. `asOwner` is for many entries, with the owner's rights.
 */
export async function writeEntries(
  db: SellerDb,
  sellerId: number,
  entries: readonly Entry[],
  { asOwner = false }: { asOwner?: boolean } = {},
): Promise<ReadonlyMap<string, number>> {
  if (entries.length === 0) return new Map()
  const insert = asOwner ? byColumns(db) : byRows(db)
  const added = await insert<{ id: number; key: string }>(
    'ledger_entries',
    entries.map(({ key, kind, at, currency, orderId, reversesId, feeSchedule }) => ({
      seller_id: sellerId,
      entry_key: key,
      kind,
      happened_at: at,
      currency,
      order_id: orderId,
      reverses_id: reversesId,
      fee_schedule: feeSchedule,
    })),
    sql`on conflict (seller_id, entry_key) do nothing returning id, entry_key as key`,
  )
  const ids = new Map(added.map(({ id, key }) => [key, id]))
  const fresh = entries.flatMap((entry) => {
    const id = ids.get(entry.key)
    return id === undefined ? [] : { ...entry, id }
  })
  // Sent together; PostgreSQL takes them one after the other.
  await Promise.all([
    ...(asOwner ? [fresh] : statements(fresh)).map((some) =>
      insert(
        'ledger_postings',
        some.flatMap((entry) => postingRows(sellerId, entry)),
      ),
    ),
    insert(
      'transactions',
      fresh.flatMap((entry) => transactionRow(sellerId, entry)),
    ),
  ])
  return ids
}

const types = {
  ledger_entries: {
    seller_id: 'bigint',
    entry_key: 'text',
    kind: 'text',
    happened_at: 'timestamptz',
    currency: 'text',
    order_id: 'bigint',
    reverses_id: 'bigint',
    fee_schedule: 'text',
  },
  ledger_postings: {
    seller_id: 'bigint',
    entry_id: 'bigint',
    position: 'smallint',
    account: 'text',
    currency: 'text',
    amount_minor: 'bigint',
    line_item_id: 'bigint',
    happened_at: 'timestamptz',
  },
  transactions: {
    seller_id: 'bigint',
    entry_id: 'bigint',
    kind: 'text',
    order_id: 'bigint',
    order_number: 'text',
    description: 'text',
    happened_at: 'timestamptz',
    currency: 'text',
    gross_minor: 'bigint',
    fees_minor: 'bigint',
    state: 'text',
    available_at: 'timestamptz',
    hold_id: 'bigint',
  },
} as const satisfies Record<string, ColumnTypes>

type Rows = readonly Readonly<Record<string, unknown>>[]

const byColumns =
  (db: SellerDb) =>
  <T>(table: keyof typeof types, rows: Rows, ending?: RawBuilder<unknown>) =>
    insertColumns<T>(db, table, types[table], rows, ending)

const byRows =
  (db: SellerDb) =>
  <T>(table: keyof typeof types, rows: Rows, ending?: RawBuilder<unknown>) =>
    insertRows<T>(db, table, rows, { ending })

/** Postings in one statement: fewer than its parameters allow. */
const postingsAtOnce = 8_000

/** Divides entries into statements: all postings of an entry are in one, where they sum to zero. */
function statements(entries: readonly NumberedEntry[]): NumberedEntry[][] {
  const groups: NumberedEntry[][] = []
  let rows = postingsAtOnce
  for (const entry of entries) {
    rows += entry.postings.length
    if (rows > postingsAtOnce) {
      groups.push([])
      rows = entry.postings.length
    }
    groups.at(-1)?.push(entry)
  }
  return groups
}

type NumberedEntry = Entry & { id: number }

const postingRows = (sellerId: number, { id, currency, at, postings }: NumberedEntry) =>
  postings.map(({ account, amountMinor, lineItemId }, index) => ({
    seller_id: sellerId,
    entry_id: id,
    position: index + 1,
    account,
    currency,
    amount_minor: amountMinor,
    line_item_id: lineItemId ?? null,
    happened_at: at,
  }))

function transactionRow(sellerId: number, { id, at, currency, orderId, transaction }: NumberedEntry) {
  if (!transaction) return []
  return {
    seller_id: sellerId,
    entry_id: id,
    kind: transaction.kind,
    order_id: orderId,
    order_number: transaction.orderNumber,
    description: transaction.description,
    happened_at: at,
    currency,
    gross_minor: transaction.grossMinor,
    fees_minor: transaction.feesMinor,
    state: transaction.state,
    available_at: transaction.availableAt,
    hold_id: transaction.holdId,
  }
}
