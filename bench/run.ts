import type { Options, Suite } from './options.ts'
import { openMarketplace, removeMarketplace, type Marketplace } from './marketplace.ts'
import { pagesSuite } from './pages-suite.ts'
import { writeReport } from './report.ts'
import { withSetting, type RunSuite } from './setting.ts'
import { plainTable, type Table } from './table.ts'

const say = (line: string) => console.log(line)

/** The suites that need the marketplace and a hub on it, in the order in which they run. */
const hubSuites: Partial<Record<Suite, RunSuite>> = { pages: pagesSuite }

/** Runs the suites that were asked for, prints their tables, and writes the document if wanted. */
export async function run(options: Options): Promise<void> {
  const tables: Table[] = []
  const show = (suite: Suite, made: Table[]) => {
    tables.push(...made)
    say(`\n[${suite}]`)
    for (const table of made) say(plainTable(table))
  }
  const marketplace = await openMarketplace({ dataDir: options.dataDir, orders: options.orders, say })
  try {
    if (options.only.includes('generate')) show('generate', [generationTable(marketplace)])
    for (const suite of options.only) {
      const work = hubSuites[suite]
      if (!work) continue
      say(`Measuring: ${suite}`)
      show(suite, await withSetting({ options, databaseUrl: marketplace.url, say }, work))
    }
  } finally {
    await marketplace.cluster.stop()
    if (!options.keep) await removeMarketplace(options.dataDir)
  }
  if (options.write) await writeReport(tables, options)
}

function generationTable({ generation, reused }: Marketplace): Table {
  const { seconds, rows, orders, bytes } = generation
  const round = (value: number) => Math.round(value).toLocaleString('en')
  return {
    title: 'Generating the marketplace',
    columns: ['marketplace', 'orders', 'rows', 'seconds', 'rows/s', 'on disk, MB'],
    rows: [
      [
        reused ? 'kept from before' : 'made now',
        round(orders),
        round(rows),
        round(seconds),
        round(rows / seconds),
        round(bytes / 1e6),
      ],
    ],
  }
}
