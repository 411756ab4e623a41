import { writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import type { Options, Suite } from './options.ts'
import { plainTable } from '#lib/plain-table.ts'
import type { Table } from './table.ts'

const folder = new URL('../docs/benchmarks/', import.meta.url)

/** Writes a suite's tables, without details, to its file in docs/benchmarks. */
export async function writeReport(suite: Suite, tables: readonly Table[], options: Options): Promise<void> {
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
