import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { testLedgerRules } from '#features/core/ledger/testing.ts'
import { hasChanged, totalCounts } from '../import-report.ts'
import { importOnlineRetail } from './import-online-retail.ts'

// Facts from the data set's README, checked in the hub's tables. The data is not part of the project.
const folder = process.env.ONLINE_RETAIL_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data/online-retail')
const missing = !existsSync(path.join(folder, 'online_retail.csv.gz'))
const skipped = missing ? ` (skipped: no data in ${folder}; ONLINE_RETAIL_DATA names another folder)` : ''

describe.skipIf(missing)(`the whole Online Retail data set${skipped}`, () => {
  let db: TestDatabase
  let report: Awaited<ReturnType<typeof importOnlineRetail>>

  const importAll = () => importOnlineRetail({ folder, db, now: () => new Date(), rules: testLedgerRules })

  beforeAll(async () => {
    db = await testDatabase()
    report = await importAll()
  }, 900_000)

  const askOne = async <T>(query: string): Promise<T> => (await sql.raw<T>(query).execute(db.owner)).rows[0]!

  it('has the rows, invoices, customers, countries and codes that its publishers count', () => {
    const { facts } = report
    const starting = (letter: string) => [...facts.invoices].filter((number) => number.startsWith(letter)).length
    expect({
      rows: facts.rows,
      rejected: totalCounts(report).rejected,
      invoices: facts.invoices.size,
      cancelled: starting('C'),
      adjustments: starting('A'),
      customers: facts.customers.size,
      countries: facts.countries.size,
      codes: facts.codes.size,
    }).toEqual({
      rows: 541_909,
      rejected: 0,
      invoices: 25_900,
      cancelled: 3_836,
      adjustments: 3,
      customers: 4_372,
      countries: 38,
      codes: 4_070,
    })
  })

  it('adds up to the tenth of a penny', () => {
    const { saleRows, saleUnits, saleThousandths, creditThousandths, allThousandths } = report.facts
    expect({ saleRows, saleUnits, saleThousandths, creditThousandths, allThousandths }).toEqual({
      saleRows: 530_103,
      saleUnits: 5_588_375,
      saleThousandths: 10_655_622_484,
      creditThousandths: -896_812_490,
      allThousandths: 9_747_747_934,
    })
  })

  it('has each penny of its sales in an order, or says why not', async () => {
    const sums = await askOne<{ gross: number; refunds: number; lines: number }>(`
      select (select sum(subtotal_minor + shipping_minor)::bigint from orders) as gross,
        (select sum(amount_minor)::bigint from refunds) as refunds,
        (select sum(quantity * unit_price_minor + shipping_minor)::bigint from line_items) as lines`)
    expect(sums.lines).toBe(sums.gross)
    const leftOut = report.leftOut.reduce((sum, { minor }) => sum + minor, 0)
    // Four rows at a tenth of a penny are rounded away.
    expect(sums.gross - sums.refunds + leftOut).toBe(974_774_793)
  })

  it('has the orders of its last November, but for two invoices of charges alone', async () => {
    expect(
      await askOne(`select count(*)::integer as orders from orders
        where placed_at >= '2011-11-01 00:00+00' and placed_at < '2011-12-01 00:00+00'`),
    ).toEqual({ orders: 2_769 - 2 })
    expect(
      await askOne(`select min(placed_at at time zone 'Europe/London')::text as first,
        max(placed_at at time zone 'Europe/London')::text as last from orders`),
    ).toEqual({ first: '2010-12-01 08:26:00', last: '2011-12-09 12:50:00' })
  })

  it('has right kept sums, and changes nothing the second time', async () => {
    expect(await findWrongSums(db.owner)).toEqual([])
    expect(hasChanged(await importAll())).toBe(false)
  }, 900_000)
})
