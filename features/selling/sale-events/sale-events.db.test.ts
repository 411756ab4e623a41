import { beforeEach, describe, expect, inject, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { updateRows } from '#db/testing-row.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { sql } from 'kysely'
import { addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { addStocked, addVariations } from '#features/selling/inventory/testing.ts'
import type { SellerSaleStep } from '#features/core/sale-event/sale-event.ts'
import { runDueSales } from './due-sales.server.ts'
import { catchUp, takeSellerStep } from './move-sale-db.server.ts'
import { readSale, type SaleRow } from './sale-events-db.server.ts'
import { addSale, knowPrices, scheduleSale } from './testing.ts'

// Twenty processes at once, each with a connection.
const db = await testDatabase({ poolSize: 20 })
const services = testServices(db)
const at = (moment: string) => new Date(`2026-${moment}Z`)

let seller: number
let listing: number

beforeEach(async () => {
  await db.owner.deleteFrom('sale_events').execute()
  seller = await addTestSeller(db, {})
  listing = await addStocked(db, seller, 'F-1', { price_minor: 5000 })
  await knowPrices(db, seller)
})

const hubAt = (moment: string) => ({ ...services, now: () => at(moment) })
const stateOf = async ({ id }: SaleRow) =>
  (await db.owner.selectFrom('sale_events').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const prices = (of = seller) =>
  db.owner
    .selectFrom('sale_prices')
    .select(['listing_id', 'variation', 'price_minor', 'was_minor', 'ends_at'])
    .where('seller_id', '=', of)
    .orderBy('sale_id')
    .orderBy('variation')
    .execute()
const was = async () => (await prices()).map((row) => row.was_minor)
const history = (of = listing) =>
  db.owner
    .selectFrom('listing_prices')
    .select(['variation', 'price_minor'])
    .where('listing_id', '=', of)
    .orderBy('since')
    .orderBy('variation')
    .execute()
const events = async () =>
  (
    await db.owner
      .selectFrom('events')
      .select(['type', 'listing_id'])
      .where('seller_id', '=', seller)
      .where('type', '=', 'listing.changed')
      .execute()
  ).map((row) => row.listing_id)
const priceTo = (price_minor: number, id = listing) => updateRows(db.owner, 'listings', { id }, { price_minor })
const take = (sale: SaleRow, step: SellerSaleStep, moment: string) =>
  db.asSeller(seller, 'write', async (own) => {
    const locked = await readSale(own, seller, { id: sale.id }, { locked: true })
    return takeSellerStep(own, { sale: locked!, step, now: at(moment) })
  })

describe('the history of prices', () => {
  it('has each price of a listing on sale once', async () => {
    await priceTo(4000)
    await priceTo(4000)
    await updateRows(db.owner, 'listings', { id: listing }, { title: 'Another' })
    expect(await history()).toEqual([
      { variation: '', price_minor: 5000 },
      { variation: '', price_minor: 4000 },
    ])
  })

  it('has no price of a draft, and begins when it is on sale', async () => {
    const draft = await addStocked(db, seller, 'D-1', { state: 'DRAFT' })
    await priceTo(700, draft)
    expect(await history(draft)).toEqual([])
    await updateRows(db.owner, 'listings', { id: draft }, { state: 'ACTIVE' })
    expect(await history(draft)).toEqual([{ variation: '', price_minor: 700 }])
  })

  it('has the lower price of a transaction', async () => {
    await db.owner.transaction().execute(async (tx) => {
      for (const price_minor of [3000, 6000]) await updateRows(tx, 'listings', { id: listing }, { price_minor })
    })
    expect((await history()).map((row) => row.price_minor)).toEqual([5000, 3000])
  })

  it('keeps variations apart', async () => {
    const many = await addStocked(db, seller, 'V')
    await addVariations(db, { seller_id: seller, listing_id: many }, { RED: 1, BLUE: 1 })
    await updateRows(db.owner, 'listing_variations', { listing_id: many, position: 2 }, { price_minor: 450 })
    expect((await history(many)).filter(({ variation }) => variation !== '')).toEqual([
      { variation: 'blue', price_minor: 500 },
      { variation: 'red', price_minor: 500 },
      { variation: 'blue', price_minor: 450 },
    ])
  })

  it('goes on in a listing that replaces another', async () => {
    await updateRows(db.owner, 'listings', { id: listing }, { state: 'ENDED', ended_at: at('11-10T00:00:00') })
    const again = await addStocked(db, seller, 'F-1', { price_minor: 6000, relisted_from: listing })
    expect((await history(again)).map((row) => row.price_minor)).toEqual([5000, 6000])
  })
})

describe('a scheduled sale', () => {
  it('has prices, and a former price from the last 30 days', async () => {
    await scheduleSale(db, seller, [listing])
    expect(await prices()).toMatchObject([{ price_minor: 4000, was_minor: 5000 }])
  })

  it('shows no former price where too little is known', async () => {
    await knowPrices(db, seller, at('11-01T00:00:01'))
    await scheduleSale(db, seller, [listing])
    expect(await was()).toEqual([null])
  })

  it('lowers its former price with the price before it begins', async () => {
    const sale = await scheduleSale(db, seller, [listing])
    await priceTo(4500)
    await priceTo(9000)
    expect(await was()).toEqual([4500])
    await priceTo(4000)
    expect(await was()).toEqual([null])
    await runDueSales(hubAt('12-01T00:00:00'))
    await updateRows(db.owner, 'sale_prices', { sale_id: sale.id }, { was_minor: 4500 })
    // Once it has begun, the price outside it says nothing about what was asked before.
    await priceTo(4200)
    expect(await was()).toEqual([4500])
  })

  it('counts in the former price of a later one', async () => {
    const late = { starts_at: at('12-20T00:00:00'), ends_at: at('12-24T00:00:00'), percent: 10 }
    await scheduleSale(db, seller, [listing], late)
    expect(await was()).toEqual([5000])
    await scheduleSale(db, seller, [listing], { percent: 5 })
    expect((await prices()).map((row) => [row.price_minor, row.was_minor])).toEqual([
      [4500, 4750],
      [4750, 5000],
    ])
  })

  it('is refused with a listing that cannot be reduced', async () => {
    const dear = { percent: null, price_minor: 5000 }
    await expect(scheduleSale(db, seller, [listing], dear)).rejects.toThrow('unable')
    await expect(scheduleSale(db, seller, [])).rejects.toThrow('empty')
    expect(await prices()).toEqual([])
  })

  it('leaves no trace when it is withdrawn, and can be scheduled again', async () => {
    const sale = await scheduleSale(db, seller, [listing])
    expect(await take(sale, 'withdraw', '11-30T23:59:59')).toEqual({ ok: true, state: 'DRAFT' })
    expect(await prices()).toEqual([])
    expect(await take(sale, 'schedule', '11-30T23:59:59')).toMatchObject({ ok: true })
    expect(await take(sale, 'withdraw', '12-01T00:00:00')).toEqual({ ok: false, reason: 'not-now' })
    expect(await stateOf(sale)).toBe('RUNNING')
  })

  it('gives each variation its own price', async () => {
    const many = await addStocked(db, seller, 'V')
    await addVariations(db, { seller_id: seller, listing_id: many }, { RED: 1, BLUE: 1 })
    await updateRows(db.owner, 'listing_variations', { listing_id: many, position: 1 }, { price_minor: 1000 })
    await scheduleSale(db, seller, [many])
    expect((await prices()).map((row) => [row.variation, row.price_minor])).toEqual([
      ['blue', 400],
      ['red', 800],
    ])
  })
})

describe('two sales of one listing', () => {
  const next = { starts_at: at('12-08T00:00:00'), ends_at: at('12-09T00:00:00') }

  it('follow each other', async () => {
    await scheduleSale(db, seller, [listing])
    await scheduleSale(db, seller, [listing], { ...next, percent: 30 })
    await expect(scheduleSale(db, seller, [listing], { ...next, starts_at: at('12-07T23:59:59') })).rejects.toThrow(
      'unable',
    )
  })

  it('leave room once the first is ended early', async () => {
    const first = await scheduleSale(db, seller, [listing])
    await take(first, 'end', '12-03T10:00:00')
    expect(await prices()).toMatchObject([{ ends_at: at('12-03T10:00:00') }])
    await scheduleSale(db, seller, [listing], { starts_at: at('12-03T10:00:00'), percent: 30 })
  })

  it('are refused by the database, also of two transactions at once', async () => {
    const [one, other] = [await addSale(db, seller, [listing]), await addSale(db, seller, [listing])]
    const put = (sale: SaleRow) =>
      db.asSeller(seller, 'write', (own) =>
        own
          .insertInto('sale_prices')
          .values({
            seller_id: seller,
            sale_id: sale.id,
            listing_id: listing,
            variation: '',
            price_minor: 100,
            was_minor: null,
            starts_at: sale.starts_at,
            ends_at: sale.ends_at,
          })
          .execute(),
      )
    const outcomes = await Promise.allSettled([put(one), put(other)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'two sales give a price of one listing at one time' },
    })
    expect(await prices()).toHaveLength(1)
  })

  it('of different sellers do not meet', async () => {
    const stranger = await addTestSeller(db, {})
    const theirs = await addStocked(db, stranger, 'F-1', { price_minor: 5000 })
    await scheduleSale(db, seller, [listing])
    await scheduleSale(db, stranger, [theirs])
    expect(await prices(stranger)).toHaveLength(1)
  })
})

describe('the clock', () => {
  it('starts and ends a sale at its second, and listeners hear of each once', async () => {
    const sale = await scheduleSale(db, seller, [listing])
    const heard = (await events()).length
    expect(await runDueSales(hubAt('11-30T23:59:59'))).toBe(0)
    expect(await runDueSales(hubAt('12-01T00:00:00'))).toBe(1)
    expect(await runDueSales(hubAt('12-01T00:00:00'))).toBe(0)
    expect(await stateOf(sale)).toBe('RUNNING')
    // Back and forth.
    expect(await runDueSales(hubAt('11-29T00:00:00'))).toBe(0)
    expect(await runDueSales(hubAt('12-08T00:00:00'))).toBe(1)
    expect(await stateOf(sale)).toBe('ENDED')
    expect((await events()).slice(heard)).toEqual([listing, listing])
  })

  it('takes both steps of a sale that nobody looked at', async () => {
    const sale = await scheduleSale(db, seller, [listing])
    expect(await runDueSales(hubAt('12-31T00:00:00'))).toBe(1)
    const { started_at: started, ended_at: ended } = (await db.asSeller(seller, 'read', (own) =>
      readSale(own, seller, { id: sale.id }),
    ))!
    expect([started, ended]).toEqual([sale.starts_at, sale.ends_at])
  })

  it('leaves a paused sale alone until it ends', async () => {
    const sale = await scheduleSale(db, seller, [listing])
    await take(sale, 'pause', '12-02T00:00:00')
    expect(await runDueSales(hubAt('12-03T00:00:00'))).toBe(0)
    expect(await stateOf(sale)).toBe('PAUSED')
    await take(sale, 'resume', '12-04T00:00:00')
    expect(await stateOf(sale)).toBe('RUNNING')
    await runDueSales(hubAt('12-08T00:00:00'))
    expect(await take(sale, 'resume', '12-08T00:00:01')).toEqual({ ok: false, reason: 'not-now' })
  })

  it('starts a sale once with many processes at once', async () => {
    await scheduleSale(db, seller, [listing])
    const heard = (await events()).length
    const runs = await Promise.all(Array.from({ length: 20 }, () => runDueSales(hubAt('12-01T00:00:00'))))
    expect(runs.reduce((sum, each) => sum + each)).toBe(1)
    expect((await events()).slice(heard)).toEqual([listing])
  })

  // On a cluster locks wait at another server.
  it.skipIf(inject('dividedUrl'))('starts a sale once if the process that starts it is killed', async () => {
    const sale = await scheduleSale(db, seller, [listing])
    const heard = (await events()).length
    const [begun, killed] = [Promise.withResolvers<number>(), Promise.withResolvers<null>()]
    const dying = db.asSeller(seller, 'write', async (own) => {
      const locked = await readSale(own, seller, { id: sale.id }, { locked: true })
      await catchUp(own, locked!, at('12-01T00:00:00'))
      begun.resolve((await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)).rows[0]!.pid)
      await killed.promise
      await sql`select 1`.execute(own)
    })
    const [pid, runs] = [await begun.promise, runDueSales(hubAt('12-01T00:00:00'))]
    await expect.poll(() => waitingForLock(db.pool, '%sale_events%')).toHaveLength(1)
    await sql`select pg_terminate_backend(${pid}::integer)`.execute(db.owner)
    killed.resolve(null)
    await expect(dying).rejects.toThrow()
    expect(await runs).toBe(1)
    expect(await stateOf(sale)).toBe('RUNNING')
    expect((await events()).slice(heard)).toEqual([listing])
  })

  it('does not stop for a seller whose sale fails', async () => {
    const stranger = await addTestSeller(db, {})
    const theirs = await addStocked(db, stranger, 'F-1', { price_minor: 5000 })
    const [bad, good] = [await scheduleSale(db, seller, [listing]), await scheduleSale(db, stranger, [theirs])]
    const broken = {
      ...db,
      asSeller: ((id: number, ...rest: [never, never]) => {
        if (id === seller) throw new Error('broken')
        return db.asSeller(id, ...rest)
      }) as typeof db.asSeller,
    }
    const failed: number[] = []
    expect(await runDueSales({ db: broken, now: () => at('12-01T00:00:00') }, (_, of) => failed.push(of))).toBe(1)
    expect(failed).toEqual([seller])
    expect([await stateOf(bad), await stateOf(good)]).toEqual(['SCHEDULED', 'RUNNING'])
  })
})

it('tells nobody of a draft', async () => {
  const sale = await addSale(db, seller, [listing])
  await updateRows(db.owner, 'sale_events', { id: sale.id }, { name: 'Another' })
  expect(await events()).toEqual([])
})

it('is gone with its listings and prices if the listing is deleted', async () => {
  await scheduleSale(db, seller, [listing])
  await db.owner.deleteFrom('listings').where('id', '=', listing).execute()
  expect(await prices()).toEqual([])
})
