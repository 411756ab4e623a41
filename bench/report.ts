import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import type { Options, Suite } from './options.ts'
import { documentedTables, replaceBetween, type Table } from './table.ts'

const document = new URL('../docs/benchmarks.md', import.meta.url)

/** Writes a suite's tables, without details, between its markers in docs/benchmarks.md. */
export async function writeReport(suite: Suite, tables: readonly Table[], options: Options): Promise<void> {
  const text = [describeRun(options), '', ...documentedTables(tables)].join('\n')
  await writeFile(document, replaceBetween(await readFile(document, 'utf8'), suite, text))
}

/** The machine's relevant properties, without identifying it. */
function describeRun({ orders }: Options): string {
  const memory = Math.round(totalmem() / 1024 ** 3)
  const load = loadavg()[1]!.toFixed(1)
  const day = new Date().toISOString().slice(0, 10)
  return `${day}: ${orders.toLocaleString('en')} orders, ${availableParallelism()} cores, ${memory} GB, Node ${process.versions.node}, load ${load}.`
}
