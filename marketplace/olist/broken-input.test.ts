import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { ImportRefusedError } from '../import-file.ts'
import { totalCounts, type ImportReport, type RowOutcome } from '../import-report.ts'
import { ImportCancelledError, ImportLostError } from '../import-session.ts'
import { importOlist, ImportRejectedError } from './import-olist.ts'
import { smallFiles, writeFiles, type SmallFiles } from './testing.ts'

let db: TestDatabase
let files: SmallFiles

beforeEach(async () => {
  db = await testDatabase()
  files = smallFiles()
})

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db.owner)
  return rows[0]!.n
}

const where = ({ file, line, column, reason }: RowOutcome) => [file, line, column, reason]
const item = 'olist_order_items_dataset'

describe('a broken row is reported and the others are kept', () => {
  const good = smallFiles()[item]![3]!
  it.each([
    [
      'a missing column',
      'o1,3,chair000aaaa,sol00000aaaa,2018-02-04 00:00:00,50.00',
      'freight_value',
      'is missing: the row has 6 columns instead of 7',
    ],
    ['a column too many', `${good},x`, '', 'the row has 8 columns instead of 7'],
    ['a bad number', good.replace('50.00', '5O.00'), 'price', '"5O.00" is no amount of money in BRL'],
    [
      'a number with too many decimals',
      good.replace('50.00', '50.001'),
      'price',
      '"50.001" is no amount of money in BRL',
    ],
    ['a negative number', good.replace('50.00', '-50.00'), 'price', '"-50.00" is no amount of money in BRL'],
    ['a bad count', good.replace('o1,3', 'o1,0'), 'order_item_id', '"0" is no whole number between 1 and 32767'],
    [
      'a bad date',
      good.replace('02-04', '02-30'),
      'shipping_limit_date',
      '"2018-02-30 00:00:00" is no day of the calendar',
    ],
    [
      'another form of date',
      good.replace('2018-02-04', '04/02/2018'),
      'shipping_limit_date',
      '"04/02/2018 00:00:00" is no date and time like 2017-11-30 23:59:59',
    ],
    ['an empty field', good.replace('50.00', ''), 'price', 'is empty'],
    ['an unknown order', good.replace('o1', 'o9'), 'order_id', '"o9" is no row kept of olist_orders_dataset'],
    [
      'an unknown product',
      good.replace('chair000aaaa', 'sofa'),
      'product_id',
      '"sofa" is no row kept of olist_products_dataset',
    ],
    [
      'an unknown seller',
      good.replace('sol00000aaaa', 'marte'),
      'seller_id',
      '"marte" is no row kept of olist_sellers_dataset',
    ],
    ['a duplicate', good.replace('o1,3', 'o1,2'), 'order_item_id', 'is a duplicate of line 3'],
    ['an open quote', `"${good}`, '', 'a quote is opened and never closed'],
    ['bytes that are no text', good.replace('sol0', 'sol\uFFFD'), 'seller_id', 'is not UTF-8 text'],
  ])('%s', async (_, row, column, reason) => {
    files[item]![3] = row
    const report = await importOlist({ folder: await writeFiles(files), pool: db.pool })
    expect(report.firstRejected.map(where)).toEqual([[item, 4, column, reason]])
    expect(report.files.find((file) => file.file === item)).toMatchObject({ read: 5, kept: 4, rejected: 1 })
    expect(await count('line_items')).toBe(3)
  })

  it('in each file, and takes with it what refers to it', async () => {
    files.olist_customers_dataset![2] = 'c2,,88056,florianopolis,SC'
    files.olist_order_reviews_dataset![1] = 'r1,o1,6,,,2018-02-06 00:00:00,'
    files.olist_products_dataset![3] = 'cup00000aaaa,,heavy'
    const report = await importOlist({ folder: await writeFiles(files), pool: db.pool })
    expect(report.firstRejected.map((row) => where(row).slice(0, 3))).toEqual([
      ['olist_products_dataset', 4, 'product_weight_g'],
      ['olist_customers_dataset', 3, 'customer_unique_id'],
      ['olist_order_reviews_dataset', 2, 'review_score'],
      ['olist_orders_dataset', 3, 'customer_id'],
      [item, 6, 'order_id'],
      [item, 5, 'product_id'],
      ['olist_order_payments_dataset', 4, 'order_id'],
    ])
    expect(await count('orders')).toBe(1)
    expect(totalCounts(report)).toMatchObject({ rejected: 7, leftOut: 0 })
  })

  it('lists the first and hands on all', async () => {
    for (let n = 0; n < 30; n += 1) files.olist_sellers_dataset!.push(`,1,x${n},SP`)
    const outcomes: RowOutcome[] = []
    const report = await importOlist({
      folder: await writeFiles(files),
      pool: db.pool,
      listed: 5,
      onOutcome: (row) => outcomes.push(row),
    })
    expect(report.firstRejected).toEqual(outcomes.slice(0, 5))
    expect(outcomes).toHaveLength(30)
  })

  it('is refused together with all others where the import is strict', async () => {
    files[item]![3] = 'x'
    const running = importOlist({ folder: await writeFiles(files), pool: db.pool, strict: true })
    await expect(running).rejects.toThrow(ImportRejectedError)
    expect(await count('sellers')).toBe(0)
  })
})

describe('a broken file', () => {
  async function importWith(name: string, change: (bytes: Buffer) => Buffer): Promise<ImportReport> {
    const folder = await writeFiles(files)
    const file = path.join(folder, `${name}.csv.gz`)
    await writeFile(file, change(await readFile(file)))
    return importOlist({ folder, pool: db.pool })
  }

  // Random ids cannot be compressed: half of the bytes are half of the rows.
  const addSellers = () => {
    for (let n = 0; n < 5_000; n += 1) files.olist_sellers_dataset!.push(`${crypto.randomUUID()},${n},x,SP`)
  }

  it('that is cut off gives the rows before the break', async () => {
    addSellers()
    const report = await importWith('olist_sellers_dataset', (bytes) => bytes.subarray(0, bytes.length / 2))
    const { read, kept, rejected } = report.files.find((file) => file.file === 'olist_sellers_dataset')!
    expect(kept).toBeGreaterThan(2_000)
    expect({ read, rejected }).toEqual({ read: kept + 1, rejected: 1 })
    expect(report.firstRejected[0]).toMatchObject({
      line: kept + 2,
      reason: 'the file is cut off or damaged here (unexpected end of file); what follows is lost',
    })
    expect(await count('sellers')).toBe(kept)
    expect(await count('orders')).toBe(3)
  })

  it('that is damaged gives the rows before the damage', async () => {
    addSellers()
    const report = await importWith('olist_sellers_dataset', (bytes) => {
      bytes[bytes.length - 6]! ^= 0xff
      return bytes
    })
    expect(report.firstRejected[0]?.reason).toMatch(/cut off or damaged here .incorrect data check/)
    expect(await count('sellers')).toBeGreaterThan(4_000)
  })

  it('that is no gzip is refused at once', async () => {
    await expect(importWith(item, () => Buffer.from('hello'))).rejects.toThrow(
      /olist_order_items_dataset.*cannot be read/,
    )
  })

  it('that is empty is refused at once', async () => {
    await expect(importWith(item, () => gzipSync(''))).rejects.toThrow(/is empty/)
  })

  it('that lacks columns is refused at once, with their names', async () => {
    files[item]![0] = files[item]![0]!.replace('price', 'prize').replace('freight_value,', '')
    await expect(importOlist({ folder: await writeFiles(files), pool: db.pool })).rejects.toThrow(
      /lacks the column price/,
    )
  })

  it('that is missing is refused at once', async () => {
    const folder = await writeFiles(files)
    await rm(path.join(folder, 'olist_customers_dataset.csv.gz'))
    await expect(importOlist({ folder, pool: db.pool })).rejects.toThrow(ImportRefusedError)
    await expect(importOlist({ folder, pool: db.pool })).rejects.toThrow(/olist_customers_dataset.csv.gz is missing/)
  })

  it('may also be plain, with its columns in another order', async () => {
    const folder = await writeFiles(files)
    await rm(path.join(folder, 'olist_sellers_dataset.csv.gz'))
    const rows = ['seller_state,new,seller_id,seller_city', 'SP,?,sol00000aaaa,franca', 'RJ,?,lua00000bbbb,rio']
    await writeFile(path.join(folder, 'olist_sellers_dataset.csv'), rows.join('\r\n'))
    await importOlist({ folder, pool: db.pool })
    const { rows: sellers } = await sql`select username from sellers order by 1`.execute(db.owner)
    expect(sellers).toEqual([{ username: 'franca-sol00000' }, { username: 'rio-lua00000' }])
  })
})

describe('an import that does not come to its end', () => {
  it('writes nothing where it is cancelled, at whatever phase', async () => {
    const folder = await writeFiles(files)
    for (const phase of ['Reading olist_products_dataset', 'Checking', 'Adding orders', 'Adding feedback']) {
      const cancelling = new AbortController()
      const running = importOlist({
        folder,
        pool: db.pool,
        signal: cancelling.signal,
        onProgress: (progress) => progress.phase === phase && cancelling.abort(),
      })
      await expect(running, phase).rejects.toThrow(ImportCancelledError)
      expect(await count('sellers')).toBe(0)
    }
    expect(await importOlist({ folder, pool: db.pool })).toMatchObject({ firstRejected: [] })
  })

  it('writes nothing where its connection dies', async () => {
    const folder = await writeFiles(files)
    const killed: Promise<unknown>[] = []
    const running = importOlist({
      folder,
      pool: db.pool,
      onProgress: ({ phase }) => {
        if (phase === 'Adding orders' && killed.length === 0)
          killed.push(
            sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
              and database = (select oid from pg_database where datname = current_database())`.execute(db.owner),
          )
      },
    })
    await expect(running).rejects.toThrow(ImportLostError)
    await Promise.all(killed)
    expect(await count('sellers')).toBe(0)
  })

  it('keeps a second one out meanwhile', async () => {
    const folder = await writeFiles(files)
    let second: Promise<unknown> | undefined
    await importOlist({
      folder,
      pool: db.pool,
      onProgress: ({ phase }) => {
        if (phase === 'Checking')
          second ??= importOlist({ folder, pool: db.pool }).then(
            () => 'done',
            (error: unknown) => error,
          )
      },
    })
    expect(await second).toBeInstanceOf(ImportRefusedError)
  })
})
