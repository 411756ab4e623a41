import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { checkLedger, makeWrongRefundsDue } from '../check-ledger-db.server.ts'
import type { Entry } from '../entry.ts'
import { writeEntries } from '../write-entries-db.server.ts'
import { postDueOrders } from './post-due.server.ts'
import { postOrders } from './post-orders-db.server.ts'
import { addPaidOrders } from './testing-orders.ts'
import { expectSoundBooks, testLedgerRules as rules } from '../testing.ts'

const now = new Date('2026-11-20T10:00:00Z')

let db: TestDatabase
let ann: number
let ben: number
let orders: number[]
let bens: number[]

beforeEach(async () => {
  db = await testDatabase({ poolSize: 8 })
  ann = await addSeller(db, 'ann')
  ben = await addSeller(db, 'ben')
  orders = await addPaidOrders(db, { sellerId: ann, count: 40, paidAt: now })
  bens = await addPaidOrders(db, { sellerId: ben, count: 10, paidAt: now })
})

const due = async () =>
  (await db.owner.selectFrom('ledger_due').select('seller_id').execute()).map(({ seller_id: seller }) => seller)
const entries = () =>
  db.owner.selectFrom('ledger_entries').select(['seller_id', 'entry_key']).orderBy('seller_id').orderBy('id').execute()

/** Makes the orders of both sellers older than the ledger. */
async function forget(): Promise<void> {
  await db.owner.deleteFrom('ledger_due').execute()
  await db.owner
    .insertInto('ledger_backfills')
    .values([{ seller_id: ann }, { seller_id: ben }])
    .execute()
}

/** Has every entry of an order fail. */
const poison = (orderId: number) =>
  sql`alter table ledger_entries add constraint poisoned check (order_id <> ${sql.lit(orderId)})`.execute(db.owner)
const cure = () => sql`alter table ledger_entries drop constraint poisoned`.execute(db.owner)

describe('the job that posts', () => {
  it('posts orders that a version without a ledger wrote', async () => {
    expect(await due()).toHaveLength(50)
    await postDueOrders(db, { rules, now })
    await expectSoundBooks(db)
    expect(await postDueOrders(db, { rules, now })).toBe(0)
  })

  it('posts orders older than the ledger, goes on where it was stopped, and ends', async () => {
    await forget()
    const stopping = new AbortController()
    stopping.abort()
    expect(await postDueOrders(db, { rules, now, signal: stopping.signal })).toBe(0)
    await db.owner
      .updateTable('ledger_backfills')
      .set({ posted_through: orders[20]! })
      .where('seller_id', '=', ann)
      .execute()
    expect(await postDueOrders(db, { rules, now })).toBe(19 + 10)
    expect(await db.owner.selectFrom('ledger_backfills').select('done_at').execute()).toEqual([
      { done_at: now },
      { done_at: now },
    ])
    expect(await entries()).toHaveLength(19 + 5 + 10 + 2)
    expect(await postDueOrders(db, { rules, now })).toBe(0)
  })

  it('posts each once where several run', async () => {
    await forget()
    await Promise.all([1, 2, 3, 4].map(() => postDueOrders(db, { rules, now })))
    await expectSoundBooks(db)
    const keys = (await entries()).map(({ seller_id: seller, entry_key: key }) => `${seller} ${key}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('reports an order that fails, and posts all others; it stays due until it can be posted', async () => {
    const id = orders[3]!
    await poison(id)
    const failed: number[] = []
    await postDueOrders(db, { rules, now, report: (_, seller) => failed.push(seller) })
    expect(failed).toEqual([ann])
    expect(await db.owner.selectFrom('ledger_due').select('order_id').execute()).toEqual([{ order_id: id }])
    await cure()
    await postDueOrders(db, { rules, now })
    await expectSoundBooks(db)
  })

  it('makes an older order that fails due, and goes on', async () => {
    const id = bens[1]!
    await forget()
    await poison(id)
    const failed: number[] = []
    await postDueOrders(db, { rules, now, report: (_, seller) => failed.push(seller) })
    expect(failed).toEqual([ben])
    expect(await db.owner.selectFrom('ledger_due').select('order_id').execute()).toEqual([{ order_id: id }])
    await cure()
    await postDueOrders(db, { rules, now })
    await expectSoundBooks(db)
  })

  it('leaves nothing half where it is killed between posting and commit', async () => {
    const dying = db.asSeller(ann, 'write', async (tx) => {
      expect(await postOrders(tx, { sellerId: ann, orderIds: orders, rules })).toBe(50)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db.owner)
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
    await postDueOrders(db, { rules, now })
    await expectSoundBooks(db)
  })
})

describe('refunds that an earlier version took from the funds', () => {
  const funds = async () => {
    const { rows } = await sql<{ minor: number }>`
      select sum(balance_minor)::bigint as minor from ledger_accounts
      where seller_id = ${ann} and account like 'funds:%'`.execute(db.owner)
    return rows[0]!.minor
  }

  it('are found, and given back once by the job', async () => {
    await postDueOrders(db, { rules, now })
    const before = await funds()
    await sql`update refunds set settled = 'ELSEWHERE' where order_id = ${orders[3]!}`.execute(db.owner)
    await sql`update orders set history_at = now() where id = ${orders[7]!}`.execute(db.owner)
    await db.owner.deleteFrom('ledger_due').execute()
    expect(await checkLedger(db.owner, now)).toMatchObject({ wrongRefunds: 2 })
    expect(await makeWrongRefundsDue(db.owner)).toBe(2)
    await postDueOrders(db, { rules, now })
    await expectSoundBooks(db)
    const { rows } = await sql<{ minor: number }>`
      select sum(-p.amount_minor)::bigint as minor from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where e.order_id = ${orders[7]!} and e.kind = 'REFUND' and p.account like 'funds:%'`.execute(db.owner)
    expect((await funds()) - before).toBe(300 + rows[0]!.minor)
    await db.owner.insertInto('ledger_due').values({ seller_id: ann, order_id: orders[3]! }).execute()
    await postDueOrders(db, { rules, now })
    expect((await funds()) - before).toBe(300 + rows[0]!.minor)
  })

  it('or left there without a row are found, and shown with what the seller paid', async () => {
    await postDueOrders(db, { rules, now })
    const [order] = orders
    const { id } = await db.owner
      .insertInto('refunds')
      .values({
        seller_id: ann,
        order_id: order!,
        reason: 'OTHER_ADJUSTMENT',
        state: 'REFUNDED',
        currency: 'GBP',
        amount_minor: 250,
        requested_at: now,
        refunded_at: now,
        settled: 'ELSEWHERE',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.owner.deleteFrom('ledger_due').execute()
    const place = { state: 'PROCESSING', availableAt: now, holdId: null } as const
    const earlier: Entry = {
      key: `refund ${id}`,
      kind: 'REFUND',
      at: now,
      currency: 'GBP',
      orderId: order!,
      feeSchedule: null,
      reversesId: null,
      postings: [
        { account: 'refunds', amountMinor: 250 },
        { account: 'buyer_clearing', amountMinor: -250 },
        { account: 'funds:processing', amountMinor: 32 },
        { account: 'fees:fvf_variable', amountMinor: -32 },
      ],
      transaction: { kind: 'FEE_CREDIT', orderNumber: '1', description: null, grossMinor: 0, feesMinor: 32, ...place },
    }
    await db.asOwnerFor(ann, (tx) => writeEntries(tx, ann, [earlier]))
    const before = await funds()
    expect(await checkLedger(db.owner, now)).toMatchObject({ wrongRefunds: 1 })
    for (let times = 0; times < 2; times += 1) {
      await makeWrongRefundsDue(db.owner)
      await postDueOrders(db, { rules, now })
    }
    await expectSoundBooks(db)
    const rows = await db.owner
      .selectFrom('transactions')
      .select(['kind', 'gross_minor', 'fees_minor'])
      .where('order_id', '=', order!)
      .where('kind', '<>', 'SALE')
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { kind: 'FEE_CREDIT', gross_minor: 0, fees_minor: 32 },
      { kind: 'REFUND', gross_minor: -250, fees_minor: 0 },
      { kind: 'OWN_PAYMENT', gross_minor: 250, fees_minor: 0 },
    ])
    expect(await funds()).toBe(before)
  })
})

describe('the books', () => {
  it('forget an order that is written anew', async () => {
    await postDueOrders(db, { rules, now })
    await sql`delete from orders where seller_id = ${ann} and id % 2 = 0`.execute(db.owner)
    await expectSoundBooks(db)
  })

  it('keep what was posted for a line that is gone, and go with their seller', async () => {
    await postDueOrders(db, { rules, now })
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
    await postDueOrders(db, { rules, now })
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
