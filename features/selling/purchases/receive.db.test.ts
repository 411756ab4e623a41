import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '#db/client.ts'
import { isDatabaseUnavailable } from '#db/failure.ts'
import { postDueStock } from '#features/core/costs/post-due-stock.server.ts'
import { checkLedger } from '#features/core/ledger/check-ledger-db.server.ts'
import { createRandom } from '#lib/random.ts'
import { testDatabase } from '#db/testing.ts'
import { isCoreRun } from '#db/testing-scope.ts'
import { addHeld, addStocked, addVariations } from '#features/selling/inventory/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { receivePurchase, takeReceiptBack } from './receive-db.server.ts'
import { addPurchase, addSupplier } from './testing.ts'

const now = new Date('2026-11-22T10:00:00Z')
const db = await testDatabase()

let seller: number
let supplier: string
let nth = 0

beforeEach(async () => {
  seller = await addTestSeller(db, {})
  supplier = await addSupplier(db, seller)
})

const newKey = () => (nth += 1).toString(16).padStart(16, '0')
const itemOf = async (sku: string) =>
  (
    await db.owner
      .selectFrom('stock_items')
      .select('id')
      .where('seller_id', '=', seller)
      .where('sku', '=', sku)
      .executeTakeFirstOrThrow()
  ).id

/** Receives units; with a `killer` the connection dies before the end. */
async function receive(id: number, units: Record<string, number>, key = newKey(), killer: Database | null = null) {
  const wanted = new Map<number, number>()
  for (const [sku, n] of Object.entries(units)) wanted.set(await itemOf(sku), n)
  const outcomes = await db.asSeller(seller, 'write', async (own) => {
    const received = await receivePurchase(own, {
      sellerId: seller,
      id,
      key,
      units: wanted,
      location: null,
      shopCurrency: 'GBP',
      by: 'Ann',
      now,
    })
    if (!killer) return received
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)
    await sql`select pg_terminate_backend(${rows[0]?.pid}::integer)`.execute(killer.owner)
    throw new Error('killed')
  })
  return [...outcomes.values()].map((outcome) => (outcome.ok ? 'ok' : outcome.reason))
}

const takeBack = (id: number, undoes: string) =>
  db.asSeller(seller, 'write', (own) =>
    takeReceiptBack(own, { sellerId: seller, id, key: newKey(), undoes, shopCurrency: 'GBP', by: 'Ann', now }),
  )

async function available(): Promise<Record<string, number>> {
  const rows = await db.owner
    .selectFrom('stock_items')
    .select(['sku', 'available'])
    .where('seller_id', '=', seller)
    .orderBy('sku')
    .execute()
  return Object.fromEntries(rows.map(({ sku, available: n }) => [sku, n]))
}

async function state(id: number) {
  const row = await db.owner
    .selectFrom('purchase_orders')
    .select('state')
    .where('seller_id', '=', seller)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const lines = await db.owner
    .selectFrom('purchase_lines')
    .select('received_units')
    .where('seller_id', '=', seller)
    .where('purchase_id', '=', id)
    .orderBy('position')
    .execute()
  return [row.state, ...lines.map((line) => line.received_units)]
}

async function stockOfCosts() {
  const rows = await db.owner
    .selectFrom('costed_skus')
    .select(['sku', 'stock_units', 'stock_minor'])
    .where('seller_id', '=', seller)
    .orderBy('sku')
    .execute()
  return rows.map(({ sku, stock_units: units, stock_minor: minor }) => `${sku} ${units} ${minor}`)
}

describe('receiving', () => {
  it('raises stock, names its order, and follows with the state', async () => {
    await addStocked(db, seller, 'A')
    await addStocked(db, seller, 'B')
    const { id, number } = await addPurchase(db, seller, {
      supplier,
      skus: [
        { sku: 'A', units: 10, price: 500 },
        { sku: 'B', units: 5, price: 3000 },
      ],
    })
    expect(await receive(id, { A: 4 })).toEqual(['ok'])
    expect(await available()).toEqual({ A: 8, B: 4 })
    expect(await state(id)).toEqual(['PARTLY_RECEIVED', 4, 0])
    expect(await receive(id, { A: 6, B: 5 })).toEqual(['ok', 'ok'])
    expect(await available()).toEqual({ A: 14, B: 9 })
    expect(await state(id)).toEqual(['RECEIVED', 10, 5])
    const { rows } = await sql<{ cause: object }>`
      select cause from stock_movements where seller_id = ${seller} and cause ->> 'kind' = 'PURCHASE'`.execute(db.owner)
    expect(rows).toHaveLength(3)
    expect(rows[0]?.cause).toEqual({ kind: 'PURCHASE', purchase: number, by: 'Ann', sku: 'A' })
  })

  it('of variations of a listing adds to each', async () => {
    const listing_id = await addStocked(db, seller, 'SHIRT', { quantity_available: 5 })
    await addVariations(db, { seller_id: seller, listing_id }, { S: 2, M: 3 })
    const skus = ['S', 'M'].map((sku) => ({ sku, units: 4, price: 100 }))
    const { id } = await addPurchase(db, seller, { supplier, skus })
    expect(await receive(id, { S: 4, M: 1 })).toEqual(['ok', 'ok'])
    expect(await available()).toMatchObject({ S: 6, M: 4 })
  })

  it('with the same key happens once', async () => {
    await addStocked(db, seller, 'A')
    const { id } = await addPurchase(db, seller, { supplier, skus: [{ sku: 'A', units: 10, price: 500 }] })
    const key = newKey()
    await Promise.all([receive(id, { A: 3 }, key), receive(id, { A: 3 }, key)])
    await receive(id, { A: 3 }, key)
    expect(await available()).toEqual({ A: 7 })
    expect(await state(id)).toEqual(['PARTLY_RECEIVED', 3])
  })

  it('by several members at once loses and invents nothing, while orders take some', async () => {
    const listing_id = await addStocked(db, seller, 'A')
    const { id } = await addPurchase(db, seller, { supplier, skus: [{ sku: 'A', units: 10, price: 500 }] })
    const outcomes = await Promise.all([
      ...Array.from({ length: 8 }, () => receive(id, { A: 3 })),
      addHeld(db, { seller_id: seller, listing_id }, { quantity: 2 }).then(() => []),
    ])
    // At most twice the ten that were ordered.
    expect(outcomes.flat().filter((outcome) => outcome === 'ok')).toHaveLength(6)
    expect(outcomes.flat().filter((outcome) => outcome === 'too-much')).toHaveLength(2)
    expect(await available()).toEqual({ A: 4 + 18 - 2 })
    expect(await state(id)).toEqual(['RECEIVED', 18])
  })

  it.skipIf(isCoreRun).each(['a', 'b', 'c'])(
    'in parts, by members who are killed and try again, happens once each (%s)',
    async (seed) => {
      const random = createRandom(`receive ${seed}`)
      const killer = openDatabase({ url: db.url, poolSize: 1 })
      onTestFinished(() => killer.close())
      for (const sku of ['A', 'B']) await addStocked(db, seller, sku)
      const { id } = await addPurchase(db, seller, {
        supplier,
        skus: [
          { sku: 'A', units: 30, price: 500 },
          { sku: 'B', units: 30, price: 333 },
        ],
        freight: 1_001,
      })
      const parts = Array.from({ length: 6 }, () => ({
        key: newKey(),
        units: { A: random.int(1, 4), B: random.int(1, 4) },
      }))
      // Each part is sent by two members, who try again until they hear that it happened.
      const members = random.shuffle([...parts, ...parts]).map((part) => async () => {
        for (let dies = random.chance(0.5); ; dies = false)
          try {
            await receive(id, part.units, part.key, dies ? killer : null)
            return
          } catch (error) {
            if (!isDatabaseUnavailable(error) && !(error instanceof Error && error.message === 'killed')) throw error
          }
      })
      await Promise.all(members.map((member) => member()))
      const sum = (sku: 'A' | 'B') => parts.reduce((total, { units }) => total + units[sku], 0)
      expect(await available()).toEqual({ A: 4 + sum('A'), B: 4 + sum('B') })
      expect(await state(id)).toEqual([expect.any(String), sum('A'), sum('B')])
      expect((await stockOfCosts()).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
        `A ${sum('A')}`,
        `B ${sum('B')}`,
      ])
      await postDueStock(db, { report: (error) => expect(error).toBeNull() })
      expect(await checkLedger(db.owner, new Date())).toMatchObject({ wrongStock: 0, unbalanced: 0 })
    },
  )

  it('refuses what was not ordered, and drafts', async () => {
    await addStocked(db, seller, 'A')
    await addStocked(db, seller, 'B')
    const skus = [{ sku: 'A', units: 10, price: 500 }]
    const { id } = await addPurchase(db, seller, { supplier, skus })
    const draft = await addPurchase(db, seller, { supplier, skus, state: 'DRAFT' })
    expect((await receive(id, { A: 1, B: 1 })).toSorted()).toEqual(['not-ordered', 'ok'])
    expect(await receive(draft.id, { A: 1 })).toEqual(['not-ordered'])
    expect(await available()).toEqual({ A: 5, B: 4 })
  })

  it('enters the landed cost to the cent, again once the order is closed', async () => {
    await addStocked(db, seller, 'A')
    await addStocked(db, seller, 'B')
    const skus = [
      { sku: 'A', units: 3, price: 500 },
      { sku: 'B', units: 7, price: 100 },
    ]
    const { id } = await addPurchase(db, seller, { supplier, skus, freight: 1000 })
    await receive(id, { A: 1 })
    // 682 of the freight are the share of A.
    expect(await stockOfCosts()).toEqual(['A 1 727'])
    await receive(id, { A: 2, B: 7 })
    expect(await stockOfCosts()).toEqual(['A 3 2182', 'B 7 1018'])
  })
})

describe('taking a receipt back', () => {
  it('restores stock, cost and order, once', async () => {
    await addStocked(db, seller, 'A')
    const { id } = await addPurchase(db, seller, { supplier, skus: [{ sku: 'A', units: 10, price: 500 }] })
    const key = newKey()
    await receive(id, { A: 10 }, key)
    expect(await takeBack(id, key)).toEqual({ ok: true })
    expect(await takeBack(id, key)).toEqual({ ok: true })
    expect(await available()).toEqual({ A: 4 })
    expect(await state(id)).toEqual(['ORDERED', 0])
    expect(await stockOfCosts()).toEqual([])
  })

  it('is refused while orders have some of it', async () => {
    const listing_id = await addStocked(db, seller, 'A')
    const { id } = await addPurchase(db, seller, { supplier, skus: [{ sku: 'A', units: 10, price: 500 }] })
    const key = newKey()
    await receive(id, { A: 10 }, key)
    await addHeld(db, { seller_id: seller, listing_id }, { quantity: 5 })
    expect(await takeBack(id, key)).toEqual({ ok: false, reason: 'sold', sku: 'A' })
    expect(await available()).toEqual({ A: 9 })
  })
})

describe('the database', () => {
  it('refuses receipts of orders that are not ordered, more than twice, and states that differ from receipts', async () => {
    await addStocked(db, seller, 'A')
    const skus = [{ sku: 'A', units: 2, price: 500 }]
    const draft = await addPurchase(db, seller, { supplier, skus, state: 'DRAFT' })
    const { id } = await addPurchase(db, seller, { supplier, skus })
    const insert = (purchase_id: number, units: number) =>
      db.owner.transaction().execute(async (tx) => {
        const receipt = { seller_id: seller, receipt_key: newKey(), purchase_id }
        await tx
          .insertInto('purchase_receipts')
          .values({ ...receipt, received_by: 'Ann', received_at: now, location_id: null, undoes: null })
          .execute()
        await tx
          .insertInto('purchase_receipt_lines')
          .values({ ...receipt, position: 1, units })
          .execute()
      })
    await expect(insert(draft.id, 1)).rejects.toThrow(/not ordered/)
    await expect(insert(id, 5)).rejects.toThrow(/purchase_lines_received/)
    await expect(insert(id, -1)).rejects.toThrow(/purchase_lines_received/)
    await insert(id, 1)
    const set = (to: 'CANCELLED' | 'ORDERED') =>
      db.owner
        .updateTable('purchase_orders')
        .set({ state: to })
        .where('seller_id', '=', seller)
        .where('id', '=', id)
        .execute()
    await expect(set('CANCELLED')).rejects.toThrow(/differs/)
    await expect(set('ORDERED')).rejects.toThrow(/differs/)
    const forge = db.asSeller(seller, 'write', (own) =>
      own.updateTable('purchase_lines').set({ received_units: 2 }).where('seller_id', '=', seller).execute(),
    )
    await expect(forge).rejects.toThrow(/permission denied/)
    const drop = db.asSeller(seller, 'write', (own) =>
      own.deleteFrom('purchase_lines').where('seller_id', '=', seller).where('purchase_id', '=', id).execute(),
    )
    await expect(drop).rejects.toThrow(/received line/)
  })
})
