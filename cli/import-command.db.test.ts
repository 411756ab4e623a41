import { mkdtemp, readdir, readFile, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { smallFiles, writeFiles } from '#marketplace/olist/testing.ts'
import { UsageError } from './arguments.ts'
import { importCommand } from './import-command.ts'
import { runCommand } from './testing.ts'

let db: TestDatabase

beforeEach(async () => {
  db = await testDatabase()
})

const run = (args: string[], signal = new AbortController().signal) => runCommand(importCommand, args, { db, signal })

const sellers = async () => (await db.owner.selectFrom('sellers').select('username').execute()).length

describe('hub import olist', () => {
  it('reports what it read, and that a second time nothing is new', async () => {
    const folder = await writeFiles(smallFiles())
    const first = await run(['olist', folder])
    expect(first.code).toBe(0)
    expect(first.said).toMatch(/^olist_order_items_dataset +5 +5 +0 +0/m)
    expect(first.said).toMatch(/^orders +3 +0$/m)
    await expectSoundBooks(db)
    expect(first.said).toMatch(/20 rows in \d+\.\d s/)
    const second = await run(['olist', folder])
    expect(second).toMatchObject({ code: 0, said: expect.stringContaining('Nothing was new') })
  })

  it('lists rejected rows and writes all of them, and what was left out, to a file', async () => {
    const files = smallFiles()
    files.olist_order_items_dataset![5] = 'o2,1,lamp0000aaaa,sol00000aaaa,2018-07-05 00:00:00,"1,2",1.00'
    const report = path.join(await mkdtemp(path.join(tmpdir(), 'hub-report-')), 'rejected.csv')
    const { code, said } = await run(['olist', await writeFiles(files), '--report', report])
    expect(code).toBe(0)
    expect(said).toContain('olist_order_items_dataset, line 6, price: "1,2" is no amount of money in BRL')
    expect(await readFile(report, 'utf8')).toBe(
      [
        'outcome,file,line,column,reason',
        'rejected,olist_order_items_dataset,6,price,"""1,2"" is no amount of money in BRL"',
        'left out,olist_order_payments_dataset,4,,"Payments of orders without items, which belong to no seller"',
        'left out,olist_orders_dataset,3,,"Orders without items, which belong to no seller"',
        'left out,olist_customers_dataset,3,,Customers without an order that is kept',
        '',
      ].join('\r\n'),
    )
  })

  it('says so where it is stopped', async () => {
    const stopped = await run(['olist', await writeFiles(smallFiles())], AbortSignal.abort())
    expect(stopped).toEqual({ code: 130, said: 'The import was cancelled; nothing was changed.' })
    expect(await sellers()).toBe(0)
  })

  it('names the file that is missing', async () => {
    const { code, said } = await run(['olist', '/nowhere'])
    expect(code).toBe(1)
    expect(said).toBe('/nowhere does not exist.')
    const [file, empty] = [import.meta.filename, await mkdtemp(path.join(tmpdir(), 'hub-empty-'))]
    expect((await run(['olist', file])).said).toBe(`${file} is a file: give the folder that holds the files.`)
    expect((await run(['olist', empty])).said).toBe(`${empty}/product_category_name_translation.csv.gz is missing.`)
  })

  it('writes no report over a file that it reads', async () => {
    const folder = await writeFiles(smallFiles())
    const [source, link] = [path.join(folder, 'olist_orders_dataset.csv.gz'), path.join(folder, 'report.csv')]
    await symlink(source, link)
    const before = await readFile(source)
    for (const report of [source, link, path.join(folder, '../', path.basename(folder), path.basename(source))])
      await expect(run(['olist', folder, '--report', report])).rejects.toThrow('is one of the files to import')
    expect(await readFile(source)).toEqual(before)
    expect(await sellers()).toBe(0)
  })

  it('leaves the report of an import that runs, or has run, to it', async () => {
    const folder = await writeFiles(smallFiles())
    const report = path.join(folder, 'report.csv')
    await run(['olist', folder, '--report', report])
    const first = await readFile(report, 'utf8')
    expect(first).toContain('outcome,file,line')
    const running = await db.pool.connect()
    await running.query(`begin; select pg_advisory_xact_lock(lock_number('import'))`)
    const second = await run(['olist', folder, '--report', report])
    expect(second).toEqual({ code: 1, said: 'Another import into this database is still running.' })
    await running.query('rollback')
    running.release()
    expect(await readFile(report, 'utf8')).toBe(first)
    expect((await readdir(folder)).filter((name) => name.startsWith('report'))).toEqual(['report.csv'])
  })

  it('says what orders that were left out add up to, and from when they are', async () => {
    const files = smallFiles()
    files.olist_order_items_dataset!.splice(1, 4)
    const { said } = await run(['olist', await writeFiles(files)])
    expect(said).toContain(
      '2 of olist_order_payments_dataset: payments of orders without items, which belong to no seller (credit_card 1, voucher 1), together BRL\u00A080.83',
    )
    expect(said).toContain(
      '1 of olist_orders_dataset: orders without items, which belong to no seller (delivered 1), from 2018-01-31 to 2018-01-31',
    )
  })

  it.each([[[]], [['ebay', '/x']], [['olist']], [['olist', '/x', '/y']], [['olist', '/x', '--fast']]])(
    'refuses %j',
    async (args) => {
      await expect(run(args)).rejects.toThrow(UsageError)
    },
  )

  it('refuses a report that cannot be written before it reads anything', async () => {
    const running = run(['olist', await writeFiles(smallFiles()), '--report', '/nowhere/x.csv'])
    await expect(running).rejects.toThrow('/nowhere does not exist.')
    expect(await sellers()).toBe(0)
  })
})
