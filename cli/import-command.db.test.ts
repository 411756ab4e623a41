import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { smallFiles, writeFiles } from '#marketplace/olist/testing.ts'
import { readConfig } from '#server/config.ts'
import { UsageError } from './command.ts'
import { importCommand } from './import-command.ts'

let db: TestDatabase

beforeEach(async () => {
  db = await testDatabase()
})

async function run(
  args: string[],
  signal = new AbortController().signal,
): Promise<{ code: number | void; said: string }> {
  const said: string[] = []
  const code = await importCommand.run(args, {
    config: readConfig({}),
    say: (line) => void said.push(line),
    now: () => new Date(),
    progress: { write: () => {} },
    openDatabase: async () => ({ db, url: db.url }),
    signal,
  })
  return { code, said: said.join('\n') }
}

const sellers = async () => (await db.owner.selectFrom('sellers').select('username').execute()).length

describe('hub import olist', () => {
  it('reports what it read, and that a second time nothing is new', async () => {
    const folder = await writeFiles(smallFiles())
    const first = await run(['olist', folder])
    expect(first.code).toBe(0)
    expect(first.said).toMatch(/^olist_order_items_dataset +5 +5 +0 +0/m)
    expect(first.said).toMatch(/^orders +3 +0$/m)
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
      ].join('\n'),
    )
  })

  it('changes nothing with --strict where a row is bad', async () => {
    const files = smallFiles()
    files.olist_sellers_dataset!.push('x')
    const { code, said } = await run(['olist', await writeFiles(files), '--strict'])
    expect(code).toBe(1)
    expect(said).toMatch(/olist_sellers_dataset, line 4, .*instead of 4/)
    expect(said).toContain('nothing was changed')
    expect(await sellers()).toBe(0)
  })

  it('says so where it is stopped', async () => {
    const stopped = await run(['olist', await writeFiles(smallFiles())], AbortSignal.abort())
    expect(stopped).toEqual({ code: 130, said: 'The import was cancelled; nothing was changed.' })
    expect(await sellers()).toBe(0)
  })

  it('names the file that is missing', async () => {
    const { code, said } = await run(['olist', '/nowhere'])
    expect(code).toBe(1)
    expect(said).toBe('/nowhere/product_category_name_translation.csv.gz is missing.')
  })

  it.each([
    [[]],
    [['ebay', '/x']],
    [['olist']],
    [['olist', '/x', '/y']],
    [['olist', '/x', '--fast']],
    [['olist', '/x', '--report', '/nowhere/x.csv']],
  ])('refuses %j', async (args) => {
    await expect(run(args)).rejects.toThrow(UsageError)
  })
})
