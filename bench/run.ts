import { startCluster, type Cluster } from '#db/embedded/cluster.ts'
import type { Options, Suite } from './options.ts'
import { openMarketplace, removeMarketplace, type Marketplace } from './marketplace.ts'
import { abuseSuite } from './abuse-suite.ts'
import { addMoney } from './add-money.ts'
import { browserSuite } from './browser-suite.ts'
import { clusterSuite } from './cluster-suite.ts'
import { filesSuite } from './files-suite.ts'
import { importSuite } from './import-suite.ts'
import { ledgerSuite } from './ledger-suite.ts'
import { researchSuite } from './research-suite.ts'
import { liveSuite } from './live-suite.ts'
import { lighthouseSuite } from './lighthouse-suite.ts'
import { loadSuite } from './load-suite.ts'
import { memorySuite } from './memory-suite.ts'
import { paymentsSuite } from './payments-suite.ts'
import { stormSuite } from './storm-suite.ts'
import { startSuite } from './start-suite.ts'
import { pagesSuite } from './pages-suite.ts'
import { withSetting, type RunSuite } from './setting.ts'
import { plainTable } from '#lib/plain-table.ts'
import type { Table } from './table.ts'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, totalmem } from 'node:os'

const folder = new URL('../docs/benchmarks/', import.meta.url)

/** Writes a suite's tables, without details, to its file in docs/benchmarks. */
async function writeReport(suite: Suite, tables: readonly Table[], options: Options): Promise<void> {
  const documented = tables.filter(({ detail }) => !detail).map(plainTable)
  await writeFile(new URL(`${suite}.txt`, folder), [describeRun(options), '', ...documented].join('\n'))
}

/** The machine's relevant properties, without identifying it. */
function describeRun({ orders }: Options): string {
  const memory = Math.round(totalmem() / 1024 ** 3)
  const load = loadavg()[1]!.toFixed(1)
  const day = new Date().toISOString().slice(0, 10)
  return `${day}: ${orders.toLocaleString('en')} orders, ${availableParallelism()} cores, ${memory} GB, Node ${process.versions.node}, load ${load}.`
}

const say = (line: string) => console.log(line)

/** Suites that need the marketplace and a hub, in run order. */
const hubSuites: Partial<Record<Suite, RunSuite>> = {
  pages: pagesSuite,
  load: loadSuite,
  memory: memorySuite,
  browser: browserSuite,
  lighthouse: lighthouseSuite,
  abuse: abuseSuite,
  live: liveSuite,
  storm: stormSuite,
}

const moneySuites: readonly (readonly [Suite, RunSuite])[] = [
  ['payments', paymentsSuite],
  ['files', filesSuite],
]

/**
 * Runs the requested suites, prints their tables, and writes them to docs/benchmarks if requested. Once `signal` aborts, it
 * stops its PostgreSQL and rejects.
 */
export async function run(options: Options, signal: AbortSignal): Promise<void> {
  const show = async (suite: Suite, made: Table[]) => {
    say(`\n[${suite}]`)
    for (const table of made) say(plainTable(table))
    if (options.write && made.length > 0) await writeReport(suite, made, options)
  }
  const opened: Cluster[] = []
  const stop = () => opened[0]?.stop()
  signal.addEventListener('abort', () => void stop())
  try {
    const cluster = await startCluster({ dataDir: options.dataDir, role: 'tool', signal })
    opened.push(cluster)
    signal.throwIfAborted()
    const marketplace = await openMarketplace(cluster, { orders: options.orders, say })
    if (options.only.includes('generate')) await show('generate', [generationTable(marketplace)])
    for (const suite of options.only) {
      const work = hubSuites[suite]
      if (!work) continue
      say(`Measuring: ${suite}`)
      await show(suite, await withSetting({ options, databaseUrl: marketplace.url, say }, work))
    }
    if (options.only.includes('ledger')) {
      say('Measuring: ledger')
      await show('ledger', await ledgerSuite({ url: marketplace.url, say }))
    }
    if (options.only.includes('research')) {
      say('Measuring: research')
      await show('research', await researchSuite({ url: marketplace.url, say }))
    }
    for (const [suite, work] of moneySuites) {
      if (!options.only.includes(suite)) continue
      say(`Measuring: ${suite}`)
      await addMoney({ url: marketplace.url, say })
      await show(suite, await withSetting({ options, databaseUrl: marketplace.url, say }, work))
    }
    if (options.only.includes('import')) {
      say('Measuring: import')
      await show('import', await importSuite({ cluster: marketplace.cluster, folder: options.olist, say }))
    }
  } finally {
    await stop()
    if (!options.keep) await removeMarketplace(options.dataDir)
  }
  signal.throwIfAborted()
  if (options.only.includes('cluster')) {
    say('Measuring: cluster')
    await show('cluster', await clusterSuite(options, say))
  }
  if (options.only.includes('start')) {
    say('Measuring: start')
    await show('start', await startSuite({ dataDir: 'data/bench/start' }))
  }
}

function generationTable({ generation, reused }: Marketplace): Table {
  const { seconds, rows, orders, bytes } = generation
  const round = (value: number) => Math.round(value).toLocaleString('en')
  return {
    title: 'Generating the marketplace',
    columns: ['marketplace', 'orders', 'rows', 'seconds', 'rows/s', 'on disk, MB'],
    rows: [
      [
        reused ? 'reused' : 'generated',
        round(orders),
        round(rows),
        round(seconds),
        round(rows / seconds),
        round(bytes / 1e6),
      ],
    ],
  }
}
