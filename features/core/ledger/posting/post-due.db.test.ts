import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { postDueOrders } from './post-due.server.ts'
import { postOrders } from './post-orders-db.server.ts'
import { addPaidOrders } from './testing-orders.ts'
import { expectSoundBooks, testLedgerRules as rules } from '../testing.ts'

const now = new Date('2026-11-20T10:00:00Z')

let db: TestDatabase
let ann: number
let ben: number
let orders: number[]

beforeEach(async () => {
  db = await testDatabase({ poolSize: 8 })
  ann = await addSeller(db, 'ann')
  ben = await addSeller(db, 'ben')
  orders = await addPaidOrders(db, { sellerId: ann, count: 40, paidAt: now })
  await addPaidOrders(db, { sellerId: ben, count: 10, paidAt: now })
})

const due = async () =>
  (await db.owner.selectFrom('ledger_due').select('seller_id').execute()).map(({ seller_id: seller }) => seller)
const entries = () =>
  db.owner.selectFrom('ledger_entries').select(['seller_id', 'entry_key']).orderBy('seller_id').orderBy('id').execute()

/** Has every entry of an order fail. */
const poison = (orderId: number) =>
  sql`alter table ledger_entries add constraint poisoned check (order_id <> ${sql.lit(orderId)})`.execute(db.owner)
const cure = () => sql`alter table ledger_entries drop constraint poisoned`.execute(db.owner)

describe('the job that posts', () => {
  it('posts the orders of all sellers that are due', async () => {
    expect(await due()).toHaveLength(50)
    await postDueOrders(db, { rules })
    await expectSoundBooks(db)
    expect(await postDueOrders(db, { rules })).toBe(0)
  })

  it('goes on where it was stopped, and ends', async () => {
    const stopping = new AbortController()
    stopping.abort()
    expect(await postDueOrders(db, { rules, signal: stopping.signal })).toBe(0)
    expect(await due()).toHaveLength(50)
    expect(await postDueOrders(db, { rules })).toBe(50)
    expect(await due()).toEqual([])
    expect(await postDueOrders(db, { rules })).toBe(0)
  })

  it('posts each once where several run', async () => {
    await Promise.all([1, 2, 3, 4].map(() => postDueOrders(db, { rules })))
    await expectSoundBooks(db)
    const keys = (await entries()).map(({ seller_id: seller, entry_key: key }) => `${seller} ${key}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('reports an order that fails, and posts all others; it stays due until it can be posted', async () => {
    const id = orders[3]!
    await poison(id)
    const failed: number[] = []
    await postDueOrders(db, { rules, report: (_, seller) => failed.push(seller) })
    expect(failed).toEqual([ann])
    expect(await db.owner.selectFrom('ledger_due').select('order_id').execute()).toEqual([{ order_id: id }])
    await cure()
    await postDueOrders(db, { rules })
    await expectSoundBooks(db)
  })

  it('leaves nothing half where it is killed between posting and commit', async () => {
    const dying = db.asSeller(ann, 'write', async (tx) => {
      expect(await postOrders(tx, { sellerId: ann, orderIds: orders, rules })).toBe(50)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]!.pid}::integer)`.execute(db.owner)
      await sql`select 1`.execute(tx)
    })
    await expect(dying).rejects.toThrow()
    expect(await entries()).toEqual([])
    for (const table of [
      'ledger_postings',
      'transactions',
      'transaction_days',
      'ledger_accounts',
      'ledger_hours',
      'ledger_days',
    ] as const)
      expect(await db.owner.selectFrom(table).select('seller_id').execute()).toEqual([])
    expect(await due()).toHaveLength(50)
    await postDueOrders(db, { rules })
    await expectSoundBooks(db)
  })
})

describe('the books', () => {
  it('forget an order that is written anew', async () => {
    await postDueOrders(db, { rules })
    await sql`delete from orders where seller_id = ${ann} and id % 2 = 0`.execute(db.owner)
    await expectSoundBooks(db)
  })

  it('keep what was posted for a line that is gone, and go with their seller', async () => {
    await postDueOrders(db, { rules })
    await sql`delete from line_items where seller_id = ${ann} and position = 2`.execute(db.owner)
    await expectSoundBooks(db)
    await db.owner.deleteFrom('sellers').where('id', '=', ann).execute()
    for (const table of [
      'ledger_entries',
      'ledger_postings',
      'ledger_accounts',
      'ledger_hours',
      'ledger_days',
    ] as const)
      expect(await db.owner.selectFrom(table).select('seller_id').where('seller_id', '=', ann).execute()).toEqual([])
    await expectSoundBooks(db)
  })

  it('refuse what does not sum to zero, and every change', async () => {
    await postDueOrders(db, { rules })
    const change = (statement: string) => sql.raw(statement).execute(db.owner)
    await expect(
      change(`insert into ledger_postings (seller_id, entry_id, position, account, currency, amount_minor, happened_at)
        select seller_id, id, 99, 'bank', currency, 1, happened_at from ledger_entries limit 1`),
    ).rejects.toThrow('sum to zero')
    await expect(
      change(`insert into ledger_postings (seller_id, entry_id, position, account, currency, amount_minor, happened_at, line_item_id)
        select seller_id, id, 98 + nth, 'bank', currency, 2 * nth - 1, happened_at, -1
        from (select * from ledger_entries limit 1) one, generate_series(0, 1) nth`),
    ).rejects.toThrow('line that does not exist')
    await expect(change('update ledger_postings set amount_minor = 1')).rejects.toThrow('reverse the entry')
    await expect(change('update ledger_entries set happened_at = now()')).rejects.toThrow('reverse the entry')
    const own = (statement: string) => db.asSeller(ann, 'write', (tx) => sql.raw(statement).execute(tx))
    for (const table of ['ledger_entries', 'ledger_postings', 'transactions'])
      await expect(own(`delete from ${table}`)).rejects.toThrow('permission denied')
  })
})
