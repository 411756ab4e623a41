import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { ImportRefusedError } from '../import-file.ts'
import { totalCounts, type ImportReport, type RowOutcome } from '../import-report.ts'
import { ImportCancelledError, ImportLostError } from '../import-session.ts'
import { importOlist } from './import-olist.ts'
import { smallFiles, writeFiles, type SmallFiles } from './testing.ts'

let db: TestDatabase
let files: SmallFiles

beforeEach(async () => {
  db = await testDatabase()
  files = smallFiles()
})

/** Makes the folder unreadable until the test ends; root switches to another user meanwhile. */
async function lockFolder(folder: string): Promise<void> {
  const isRoot = process.geteuid!() === 0
  await chmod(folder, 0)
  if (isRoot) process.seteuid!(65_534)
  onTestFinished(async () => {
    if (isRoot) process.seteuid!(0)
    await chmod(folder, 0o700)
  })
}

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db.owner)
  return rows[0]!.n
}

const where = ({ file, line, column, reason }: RowOutcome) => [file, line, column, reason]
const item = 'olist_order_items_dataset'

describe('a broken row is reported and the others are imported', () => {
  const good = smallFiles()[item]![3]!
  /** Modification of a valid row, the reported column, and the reason. */
  const rows: [row: (good: string) => string, column: string, reason: string][] = [
    [(row) => row.replace(/,[^,]*$/, ''), 'freight_value', 'is missing: the row has 6 columns instead of 7'],
    [(row) => `${row},x`, '', 'the row has 8 columns instead of 7'],
    [(row) => row.replace('50.00', '5O.00'), 'price', '"5O.00" is no amount of money in BRL'],
    [(row) => row.replace('50.00', '50.001'), 'price', '"50.001" is no amount of money in BRL'],
    [(row) => row.replace('50.00', '-50.00'), 'price', '"-50.00" is no amount of money in BRL'],
    [() => good.replace('o1,3', 'o1,0'), 'order_item_id', '"0" is no whole number between 1 and 32767'],
    [(row) => row.replace('02-04', '02-30'), 'shipping_limit_date', '"2018-02-30 00:00:00" is no day of the calendar'],
    [
      (row) => row.replace('2018-02-04', '04/02/2018'),
      'shipping_limit_date',
      '"04/02/2018 00:00:00" is no date and time like 2017-11-30 23:59:59',
    ],
    [(row) => row.replace('50.00', ''), 'price', 'is empty'],
    [(row) => row.replace('o1', 'o9'), 'order_id', '"o9" is no row kept of olist_orders_dataset'],
    [(row) => row.replace('chair000aaaa', 'sofa'), 'product_id', '"sofa" is no row kept of olist_products_dataset'],
    [(row) => row.replace('sol00000aaaa', 'marte'), 'seller_id', '"marte" is no row kept of olist_sellers_dataset'],
    [() => good.replace('o1,3', 'o1,2'), 'order_item_id', 'is a duplicate of line 3'],
    [(row) => row.replace('sol0', 'sol\uFFFD'), 'seller_id', 'is not UTF-8 text'],
    // The open quote swallows all following rows.
    [(row) => `"${row}`, '', 'a quote is opened and never closed'],
  ]

  it('whatever the error', async () => {
    files[item]!.push(...rows.map(([broken], index) => broken(good.replace('o1,3', `o1,${10 + index}`))))
    const report = await importOlist({ folder: await writeFiles(files), pool: db.pool })
    const byLine = report.firstRejected.map(where).toSorted(([, one], [, other]) => Number(one) - Number(other))
    expect(byLine).toEqual(rows.map(([, column, reason], index) => [item, 7 + index, column, reason]))
    const { length: rejected } = rows
    expect(report.files.find(({ file }) => file === item)).toMatchObject({ read: 5 + rejected, kept: 5, rejected })
    expect(await count('line_items')).toBe(4)
  })

  it('in each file, together with the rows that refer to it', async () => {
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

  it('lists the first ones and reports all', async () => {
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
})

describe('a broken file', () => {
  async function importWith(name: string, change: (bytes: Buffer) => Buffer): Promise<ImportReport> {
    const folder = await writeFiles(files)
    const file = path.join(folder, `${name}.csv.gz`)
    await writeFile(file, change(await readFile(file)))
    return importOlist({ folder, pool: db.pool })
  }

  // Random ids do not compress, so half of the bytes are half of the rows.
  const addSellers = () => {
    for (let n = 0; n < 5_000; n += 1) files.olist_sellers_dataset!.push(`${crypto.randomUUID()},${n},x,SP`)
  }

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), 'is cut off before its end'],
    ['cut off within its checksum', (bytes: Buffer) => bytes.subarray(0, -3), 'is cut off before its end'],
    [
      'damaged',
      (bytes: Buffer) => {
        bytes[bytes.length >> 1]! ^= 0x10
        return bytes
      },
      'is damaged',
    ],
    ['followed by other data', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('no gzip')]), 'is damaged'],
    [
      'followed by another that is cut off',
      (bytes: Buffer) => Buffer.concat([bytes, bytes.subarray(0, 40)]),
      'is cut off',
    ],
  ])('that is %s is rejected completely', async (_, change, words) => {
    addSellers()
    const refusal: unknown = await importWith('olist_sellers_dataset', change).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ImportRefusedError)
    expect(refusal).toMatchObject({ message: expect.stringContaining(words) })
    expect(await count('sellers')).toBe(0)
  })

  it('with one wrong bit that still unzips is rejected, and the correct one is imported later', async () => {
    // Stored uncompressed: the corrupt row looks valid, and only the checksum detects it.
    const stored = gzipSync(`${files[item]!.join('\n')}\n`, { level: 0 })
    const wrong = Buffer.from(stored)
    wrong[wrong.indexOf('2018-07-05') + 9]! ^= 1
    await expect(importWith(item, () => wrong)).rejects.toThrow(
      /olist_order_items_dataset.csv.gz is damaged, so none of its rows .* nothing was changed/,
    )
    expect(await count('sellers')).toBe(0)
    await importWith(item, () => stored)
    const { rows } = await sql<{ day: string }>`
      select distinct (ship_by at time zone 'America/Sao_Paulo')::date::text as day from line_items order by 1`.execute(
      db.owner,
    )
    expect(rows.map(({ day }) => day)).toContain('2018-07-05')
    expect(rows.map(({ day }) => day)).not.toContain('2018-07-04')
  })

  it('may consist of several gzip members, and end in zeros', async () => {
    const [header, ...rows] = files.olist_sellers_dataset!
    const parts = [`${header}\n`, `${rows.join('\n')}\n`].map((part) => gzipSync(part))
    await importWith('olist_sellers_dataset', () => Buffer.concat([...parts, Buffer.alloc(512)]))
    expect(await count('sellers')).toBe(2)
  })

  it('that is neither gzip nor CSV is rejected at once, with its first bytes', async () => {
    await expect(importWith(item, () => Buffer.from('<html>\u001B[2J'))).rejects.toThrow(
      /olist_order_items_dataset.csv.gz lacks the columns order_id, .* and is "<html>/,
    )
  })

  it('that is empty is rejected at once', async () => {
    await expect(importWith(item, () => gzipSync(''))).rejects.toThrow(/is empty/)
  })

  it('that lacks columns is rejected at once, with their names', async () => {
    files[item]![0] = files[item]![0]!.replace('price', 'prize').replace('freight_value,', '')
    await expect(importOlist({ folder: await writeFiles(files), pool: db.pool })).rejects.toThrow(
      /lacks the column price/,
    )
  })

  it('that is not readable, or in an unreadable folder, is distinguished from a missing one', async () => {
    const folder = await writeFiles(files)
    const file = path.join(folder, 'olist_orders_dataset.csv.gz')
    await rm(file)
    await mkdir(file)
    await expect(importOlist({ folder, pool: db.pool })).rejects.toThrow('is a folder, not a file')
    await rm(file, { recursive: true })
    await symlink(file, file)
    await expect(importOlist({ folder, pool: db.pool })).rejects.toThrow('is a link that leads back to itself')
    await lockFolder(folder)
    await expect(importOlist({ folder, pool: db.pool })).rejects.toThrow(
      `${folder} may not be used by whoever runs this`,
    )
  })

  it('that is missing is reported at once', async () => {
    const folder = await writeFiles(files)
    await rm(path.join(folder, 'olist_customers_dataset.csv.gz'))
    const refusal: unknown = await importOlist({ folder, pool: db.pool }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ImportRefusedError)
    expect(refusal).toMatchObject({ message: expect.stringContaining('olist_customers_dataset.csv.gz is missing') })
  })

  it('may be uncompressed, with its columns in another order and in capitals', async () => {
    const folder = await writeFiles(files)
    await rm(path.join(folder, 'olist_sellers_dataset.csv.gz'))
    const rows = ['seller_state,new,SELLER_ID,seller_city', 'SP,?,sol00000aaaa,franca', 'RJ,?,lua00000bbbb,rio']
    await writeFile(path.join(folder, 'olist_sellers_dataset.csv'), rows.join('\r\n'))
    await importOlist({ folder, pool: db.pool })
    const { rows: sellers } = await sql`select username from sellers order by 1`.execute(db.owner)
    expect(sellers).toEqual([{ username: 'franca-sol00000' }, { username: 'rio-lua00000' }])
  })
})

describe('an import that does not finish', () => {
  it('writes nothing if it is cancelled, in any phase', async () => {
    const folder = await writeFiles(files)
    for (const phase of ['Reading olist_products_dataset', 'Checking', 'Adding orders', 'Adding feedback']) {
      const cancelling = new AbortController()
      const running = importOlist({
        folder,
        pool: db.pool,
        signal: cancelling.signal,
        onPhase: (begun) => begun === phase && cancelling.abort(),
      })
      await expect(running, phase).rejects.toThrow(ImportCancelledError)
      expect(await count('sellers')).toBe(0)
    }
    expect(await importOlist({ folder, pool: db.pool })).toMatchObject({ firstRejected: [] })
  })

  it('writes nothing if its connection is lost', async () => {
    const folder = await writeFiles(files)
    await db.owner.transaction().execute(async (other) => {
      await sql`lock table orders in exclusive mode`.execute(other)
      await Promise.all([
        expect(importOlist({ folder, pool: db.pool })).rejects.toThrow(ImportLostError),
        // It has written sellers and waits for the orders.
        vi.waitFor(async () => {
          const [importing] = await waitingForLock(db.pool)
          expect(importing).toBeDefined()
          await sql`select pg_terminate_backend(${importing})`.execute(other)
        }, 30_000),
      ])
    })
    expect(await count('sellers')).toBe(0)
  })

  it('blocks a second one', async () => {
    const folder = await writeFiles(files)
    let second: Promise<unknown> | undefined
    await importOlist({
      folder,
      pool: db.pool,
      onPhase: (phase) => {
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
