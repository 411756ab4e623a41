import { addRow, addRows } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { addTransaction } from './testing-money.ts'

const at = new Date('2026-11-20T12:00:00Z')
const db = await testDatabase()
const seller_id = await addSeller(db, 'ann')

const entry = (key: string) =>
  addRow(db.owner, 'ledger_entries', {
    seller_id,
    entry_key: key,
    kind: 'SALE',
    happened_at: at,
    currency: 'GBP',
    order_id: null,
  })
const postings = (id: number, account: string, other: string) => sql`
  insert into ledger_postings (seller_id, entry_id, position, account, currency, amount_minor, happened_at)
  values (${seller_id}, ${id}, 1, ${account}, 'GBP', 500, ${at}), (${seller_id}, ${id}, 2, ${other}, 'GBP', -500, ${at})`

it('a sale that is posted and money that becomes available wait for each other in one order', async () => {
  const processing = { state: 'PROCESSING', at, gross: 500 } as const
  const number = await addTransaction(db, seller_id, processing)
  const [sale, move] = [await entry('sale'), await entry('move')]
  const moving = await db.owner.transaction().execute(async (tx) => {
    await postings(sale.id, 'funds:processing', 'revenue:item').execute(tx)
    // Moves the transaction first, and writes its entry then.
    const moved = db.owner.transaction().execute(async (other) => {
      await sql`update transactions set state = 'AVAILABLE' where seller_id = ${seller_id} and transaction_number = ${number}`.execute(
        other,
      )
      await postings(move.id, 'funds:available', 'funds:processing').execute(other)
    })
    await expect.poll(() => waitingForLock(db.pool)).toHaveLength(1)
    await addRows(tx, 'transactions', {
      seller_id,
      entry_id: sale.id,
      kind: 'SALE',
      state: 'PROCESSING',
      happened_at: at,
      available_at: at,
      currency: 'GBP',
      gross_minor: 500,
    })
    return [moved]
  })
  expect((await Promise.allSettled(moving)).map(({ status }) => status)).toEqual(['fulfilled'])
  expect(await findWrongSums(db.owner)).toEqual([])
  expect(
    await db.owner
      .selectFrom('transaction_counts')
      .select(['state', 'transactions'])
      .where('transactions', '>', 0)
      .orderBy('state')
      .execute(),
  ).toEqual([
    { state: 'AVAILABLE', transactions: 1 },
    { state: 'PROCESSING', transactions: 1 },
  ])
})
