import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { findWrongSums } from '#db/kept-sums.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { expectSoundBooks, testLedgerRules } from '#features/core/ledger/testing.ts'
import { hasChanged, ImportRejectedError, type RowOutcome } from '../import-report.ts'
import { ImportCancelledError } from '../import-session.ts'
import { writeFiles } from '../olist/testing.ts'
import { importOnlineRetail, type RetailImport } from './import-online-retail.ts'
import { smallRetail } from './testing.ts'

let db: TestDatabase
let lines: string[]

beforeEach(async () => {
  db = await testDatabase()
  lines = smallRetail()
})

const ask = async <T = Record<string, unknown>>(query: string) => (await sql.raw<T>(query).execute(db.owner)).rows

const importFile = async (more: Partial<RetailImport> = {}) =>
  importOnlineRetail({
    folder: await writeFiles({ online_retail: lines }),
    db,
    now: () => new Date('2026-11-27T12:00:00Z'),
    rules: testLedgerRules,
    ...more,
  })

describe('importOnlineRetail', () => {
  it('makes an invoice a finished order, its postage the shipping, and a credit a refund', async () => {
    const outcomes: RowOutcome[] = []
    const report = await importFile({ onOutcome: (outcome) => void outcomes.push(outcome) })
    expect(
      await ask(`select o.external_id, o.buyer_username, o.buyer_name, o.ship_to_country, o.status, o.payment_status,
          o.subtotal_minor, o.shipping_minor, o.line_count, o.unit_count, o.history_at is not null as history,
          to_char(o.placed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as placed
        from orders o order by o.external_id`),
    ).toMatchObject([
      {
        external_id: '536365',
        buyer_username: '17850',
        buyer_name: 'Customer 17850',
        ship_to_country: 'GB',
        status: 'DELIVERED',
        payment_status: 'PARTIALLY_REFUNDED',
        subtotal_minor: 2208,
        shipping_minor: 1800,
        line_count: 2,
        unit_count: 8,
        history: true,
        placed: '2010-12-01 08:26',
      },
      // British summer time.
      {
        external_id: '536370',
        ship_to_country: 'FR',
        subtotal_minor: 9000,
        unit_count: 25,
        placed: '2011-07-01 08:00',
      },
      { external_id: '536380', buyer_name: 'Unknown customer', ship_to_country: 'IE', subtotal_minor: 450 },
    ])
    expect(
      await ask(`select l.sku, l.title, l.quantity, l.unit_price_minor, l.listing_id from line_items l
        join orders o on o.seller_id = l.seller_id and o.id = l.order_id and o.external_id = '536365' order by l.position`),
    ).toEqual([
      { sku: '85123A', title: 'WHITE HANGING HEART', quantity: 6, unit_price_minor: 255, listing_id: null },
      { sku: '71053', title: 'LANTERN, WHITE', quantity: 2, unit_price_minor: 339, listing_id: null },
    ])
    expect(
      await ask(`select r.amount_minor, r.reason, l.sku, r.refunded_at::date::text as day from refunds r
        left join line_items l on l.seller_id = r.seller_id and l.id = r.line_item_id order by r.id`),
    ).toEqual([
      { amount_minor: 1020, reason: 'BUYER_RETURN', sku: '85123A', day: '2010-12-03' },
      { amount_minor: 1800, reason: 'BUYER_RETURN', sku: null, day: '2010-12-03' },
    ])
    expect(report.leftOut.map(({ reason, group, rows, minor }) => [reason.split(',')[0], group, rows, minor])).toEqual([
      ['rows without a price or units', '', 2, 0],
      ['charges of banks and marketplaces', 'AMAZONFEE', 2, 1_354_033],
      ['accounting adjustments', '', 1, 1_106_206],
      ['credits that no earlier sale of the customer explains', 'D', 1, -2750],
      ['credits that no earlier sale of the customer explains', 'goods', 1, -11_250],
    ])
    expect(report.files).toMatchObject([{ read: 16, kept: 8, rejected: 1, leftOut: 7 }])
    expect(report.firstRejected).toMatchObject([{ line: 17, column: 'quantity', reason: '"many" is no whole number' }])
    expect(outcomes).toHaveLength(8)
    expect(report.notes.map(({ rows }) => rows)).toEqual([1, 0])
    expect(report.facts).toMatchObject({
      rows: 16,
      saleRows: 7,
      saleUnits: 36,
      saleThousandths: 13_675_911,
      creditThousandths: -169_200,
      allThousandths: 24_568_771,
    })
    expect(await ask('select username, currency, time_zone, external_id from sellers')).toEqual([
      { username: 'online-retail', currency: 'GBP', time_zone: 'Europe/London', external_id: 'online-retail' },
    ])
    expect(await findWrongSums(db.owner)).toEqual([])
    await expectSoundBooks(db)
  })

  it('changes nothing the second time, and leaves an order alone that the file tells otherwise', async () => {
    await importFile()
    expect(hasChanged(await importFile())).toBe(false)
    lines[1] = lines[1]!.replace(',6,', ',7,')
    const report = await importFile()
    expect(hasChanged(report)).toBe(false)
    expect(report.notes.at(-1)).toMatchObject({ rows: 1 })
    expect(await ask('select count(*)::integer as n from orders')).toEqual([{ n: 3 }])
  })

  it('goes on where it was stopped', async () => {
    const more = Array.from(
      { length: 30 },
      (_, n) => `54${String(n).padStart(4, '0')},22728,CLOCK,1,2011-09-01 09:00:00,3.75,12583,France`,
    )
    lines = [...smallRetail().slice(0, -1), ...more]
    const stop = new AbortController()
    const running = importFile({
      signal: stop.signal,
      onProgress: ({ phase }) => void (phase === 'Adding orders' && stop.abort()),
    })
    await expect(running).rejects.toThrow(ImportCancelledError)
    await expect(running).rejects.toThrow('stopped after 20 of 33 orders. Import again')
    expect(await ask('select count(*)::integer as n from orders')).toEqual([{ n: 20 }])
    expect(await importFile()).toMatchObject({ tables: [{ name: 'orders', added: 13 }] })
    expect(await findWrongSums(db.owner)).toEqual([])
  })

  it('writes nothing with `strict` if a row is rejected', async () => {
    await expect(importFile({ strict: true })).rejects.toThrow(ImportRejectedError)
    expect(await ask('select from sellers')).toEqual([])
  })
})
