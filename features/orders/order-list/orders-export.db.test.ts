import { rowsOf } from '#db/testing-row.ts'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database, SellerDb } from '#db/client.ts'
import { testDatabase } from '#db/testing.ts'
import { readingAsDivided } from '#db/testing-divided.ts'
import { addSeller } from '#db/testing-seller.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { cursorBatches } from '#features/machinery/grid/export-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { ordersList } from './orders-list.server.ts'
import { fileColumns } from './orders-file.server.ts'
import { exportFile, exportFileName } from '#features/machinery/grid/export-file.ts'
import { readSelection } from '#features/machinery/grid/list-routes.server.ts'
import { exportStream } from '#features/machinery/grid/export-stream.server.ts'
import { readList } from '#features/machinery/grid/list-db.server.ts'
import { cursorIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { readRecords } from '#features/machinery/grid/list-rows-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { addOrders } from './testing.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'

const now = new Date('2026-11-20T14:30:00Z')
const zone = 'Europe/London'
const texts = textsFor('en', zone)

const db = await testDatabase()
const divided = readingAsDivided(db)
const seller = await addSeller(db, 'ann')
const known = await addOrders(db, { sellerId: seller, count: 120, now, seed: 'export' })

function asked(search: string) {
  const searchParams = new URLSearchParams(search)
  const reader = { sellerId: seller, role: 'owner', now, zone, policyPack } as const
  const reading = openList(ordersList, { pathname: '/sh/ord', searchParams }, reader)
  return { ...reading, keys: readSelection(searchParams, parseOrderNumber) }
}

const batches = (search: string) => (own: SellerDb) =>
  cursorBatches(own, cursorIds(own, ordersList, asked(search)), (ids) => readRecords(own, ordersList, seller, ids))
const ordersFile = (detail: Parameters<typeof fileColumns>[0]['detail']) => exportFile(fileColumns({ detail }), texts)

function stream(
  search: string,
  detail: 'full' | 'masked' | 'none' = 'full',
  errors: unknown[] = [],
  by: Database = db,
) {
  return exportStream({
    read: (work) => by.asSeller(seller, 'read', work),
    batches: batches(search),
    file: ordersFile(detail),
    onError: (error) => errors.push(error),
  })
}

async function exported(search: string, detail?: 'full' | 'masked' | 'none', by?: Database) {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await new Response(stream(search, detail, [], by)).arrayBuffer(),
  )
  expect(text.startsWith('\u{feff}')).toBe(true)
  return { text, records: parse<Record<string, string>>(text, { bom: true, columns: true }) }
}

describe('the export', () => {
  it.each([
    '',
    'status=awaiting-shipment&sort=shipBy',
    'q=leica&sort=-total',
    'country=DE,FR&several=1&offset=50&limit=25',
  ])('contains a row for each line of exactly the orders that %s shows, in the same order', async (search) => {
    const { text, records } = await exported(search)
    // As on a cluster.
    expect((await exported(search, 'full', divided)).text).toBe(text)
    const reading = asked(search)
    const whole = { ...reading, query: { ...reading.query, offset: 0, limit: 200 } as const }
    const { rows, totals } = await db.asSeller(seller, 'read', (own) => readList(own, ordersList, whole))
    const lines = rows.flatMap((row) =>
      known
        .find((order) => order.number === row.order_number)!
        .lines.map((line, index) => [row.order_number, String(index + 1), line.itemNumber, line.title]),
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(
      records.map((record) => [record['Order number'], record['Line'], record['Item number'], record['Title']]),
    ).toEqual(lines)
    const units = records.reduce((sum, record) => sum + Number(record['Quantity']), 0)
    expect(units).toBe(totals.reduce((sum, row) => sum + row.units, 0))
    for (const { currency, minor } of totals) {
      const inCurrency = records.filter((record) => record['Currency'] === currency)
      const sum = inCurrency.reduce((all, record) => all + Number(record['Order total']), 0)
      expect(sum * (currency === 'JPY' ? 1 : 100)).toBeCloseTo(Number(minor), 3)
    }
  })

  it('contains only the selected orders that match', async () => {
    const [first, second, third] = known.map((order) => order.number)
    const numbersOf = async (search: string) =>
      new Set((await exported(search)).records.map((record) => record['Order number']))
    expect(await numbersOf(`keys=${first},${second},nonsense,99-99999-99999&sort=placed`)).toEqual(
      new Set([first, second]),
    )
    // Checkboxes send one key each; selections of other pages are joined.
    expect(await numbersOf(`keys=${first}&keys=${second},${third}`)).toEqual(new Set([first, second, third]))
    expect((await exported('keys=')).records).toEqual([])
    expect((await numbersOf(`all=1&keys=${first}`)).size).toBe(known.length)
  })

  it('has each line’s own parcel numbers, so that uploading the file as tracking numbers ships nothing', async () => {
    const { id, number } = known.find(({ lines }) => lines[1]?.quantity === 3)!
    const lines = await rowsOf(db.owner, 'line_items', { order_id: id }, 'position')
    for (const tracking of ['0034 2', '0034 1', '0034 2']) {
      const sent = { seller_id: seller, order_id: id, carrier: 'DHL', tracking_number: tracking }
      const shipment = await db.owner.insertInto('shipments').values(sent).returning('id').executeTakeFirstOrThrow()
      const contents = { seller_id: seller, shipment_id: shipment.id, line_item_id: lines[1]!.id, quantity: 1 }
      await db.owner.insertInto('shipment_lines').values(contents).execute()
    }
    const { records } = await exported(`keys=${number}`)
    const rows = records.map((record) => [record['Line'], record['Carrier'], record['Tracking number']])
    expect(rows.slice(0, 2)).toEqual([
      ['1', '', ''],
      ['2', 'DHL', '0034 1; 0034 2'],
    ])
  })

  it('prevents buyers’ text from running as a formula', async () => {
    const { records, text } = await exported('')
    const notes = records.map((record) => record['Buyer’s note']).filter(Boolean)
    expect(notes.length).toBeGreaterThan(0)
    for (const note of notes) expect(note).toBe(`'=HYPERLINK("https://evil.example")\nsecond line <b>`)
    expect(text).not.toMatch(/(^|,|\n)"?[=@]/)
  })

  it('contains the parts of addresses that the role may see', async () => {
    const full = await exported('', 'full')
    const masked = await exported('', 'masked')
    const none = await exported('', 'none')
    for (const secret of ['Secret Street', 'SE1 1AA', '7946 0000', 'Person ', 'second line']) {
      expect(full.text).toContain(secret)
      expect(masked.text).not.toContain(secret)
      expect(none.text).not.toContain(secret)
    }
    expect(masked.records[0]).toMatchObject({ City: 'Townsville' })
    expect(none.records[0]).not.toHaveProperty('Country')
    expect(none.records[0]).not.toHaveProperty('City')
  })

  it('names its zone', async () => {
    const { records } = await exported('sort=placed')
    expect(records[0]).toHaveProperty(
      ['Placed (Europe/London)'],
      expect.stringMatching(/^2026-\d\d-\d\d \d\d:\d\d:\d\d$/),
    )
    expect(exportFileName('orders', now, texts)).toBe('orders-2026-11-20-1430-Europe-London.csv')
    expect(exportFileName('bestellungen', now, textsFor('de', 'Etc/GMT+3'))).toBe(
      'bestellungen-2026-11-20-1130-Etc-GMT+3.csv',
    )
  })

  it('returns its connection when the download is cancelled', async () => {
    const errors: unknown[] = []
    const reader = stream('', 'full', errors).getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(openTransactions).toBe(0)
    expect(errors).toEqual([])
  })

  it('returns its connection when the reader stalls', async () => {
    const errors: unknown[] = []
    const left = exportStream({
      read: (work) => db.asSeller(seller, 'read', work),
      batches: batches(''),
      file: ordersFile('full'),
      onError: (error) => errors.push(error),
      stalledAfterMs: 400,
    })
    await expect.poll(openTransactions).toBe(1)
    await expect.poll(openTransactions).toBe(0)
    await expect(new Response(left).text()).rejects.toThrow('took nothing')
    expect(errors).toEqual([])
  })

  it('ends at its time limit, however slowly it is read', async () => {
    let ended = 0
    const slow = exportStream({
      read: (work) => db.asSeller(seller, 'read', work),
      batches: batches(''),
      file: ordersFile('full'),
      onError: () => {},
      onEnd: () => (ended += 1),
      longestMs: 300,
    })
    const reader = slow.getReader()
    await reader.read()
    await expect.poll(openTransactions).toBe(1)
    await expect.poll(openTransactions).toBe(0)
    // Chunks already in progress may still arrive.
    const rest = async () => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toThrow('too long')
    expect(ended).toBe(1)
  })

  it('ends cleanly if time runs out between waiting and writing', async () => {
    const errors: unknown[] = []
    const note = (error: unknown) => errors.push(error)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const ended = Promise.withResolvers<void>()
    let looks = 0
    let isSending = false
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (isSending && (looks += 1) > 1 ? 1_000 : 0))
    onTestFinished(() => clock.mockRestore())
    const file = ordersFile('full')
    const late = exportStream({
      read: (work) => db.asSeller(seller, 'read', work),
      batches: batches(''),
      file: {
        ...file,
        get header() {
          isSending = true
          return file.header
        },
      },
      onError: note,
      onEnd: ended.resolve,
      longestMs: 300,
    })
    await ended.promise
    await setImmediate()
    expect(errors).toEqual([])
    await expect(new Response(late).text()).rejects.toThrow('too long')
  })

  it('is aborted if reading fails, and says so', async () => {
    const errors: unknown[] = []
    const broken = exportStream({
      read: (work) =>
        db.asSeller(seller, 'read', async (own) => {
          await sql`set local statement_timeout = 1`.execute(own)
          await sql`select pg_sleep(1)`.execute(own)
          return work(own)
        }),
      batches: batches(''),
      file: ordersFile('full'),
      onError: (error) => errors.push(error),
    })
    await expect(new Response(broken).text()).rejects.toThrow('statement timeout')
    expect(errors).toHaveLength(1)
  })
})

async function openTransactions(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(db.owner)
  return rows[0]!.n
}
