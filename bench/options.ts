import path from 'node:path'
import { parseArgs } from 'node:util'

export const suites = [
  'generate',
  'pages',
  'load',
  'memory',
  'browser',
  'lighthouse',
  'files',
  'abuse',
  'live',
  'storm',
  'ledger',
  'research',
  'payments',
  'import',
  'cluster',
  'start',
] as const
export type Suite = (typeof suites)[number]

export interface Options {
  orders: number
  /** Keep the generated marketplace for the next run. */
  keep: boolean
  only: readonly Suite[]
  dataDir: string
  /** Folder of the Olist files. */
  olist: string
  /** Write docs/benchmarks. */
  write: boolean
}

export class OptionsError extends Error {}

const fullSize = 1_000_000
const aboutNoRows: readonly Suite[] = ['abuse', 'live', 'storm']
const smallSize = 100_000
const quickSize = 50_000

export const help = `npm run bench -- [options]

Measures the hub against the budgets of docs/benchmarks.md: generates a marketplace in its own PostgreSQL, starts the
built hub on it and sends requests as a member of the largest seller, who has a tenth of all orders.

  --orders <n>     orders of the whole marketplace; default ${fullSize}, for ${aboutNoRows.join(' and ')} alone ${smallSize}
  --quick          ${quickSize} orders: a quick run of a few minutes, not comparable with the budgets
  --keep           keep the marketplace in data/bench for the next run on the same day
  --only <suites>  of ${suites.join(', ')}; joined by commas
  --olist <dir>    the Olist files for the import suite; default ../shared/data/olist; skipped if missing
  --write          write the results into docs/benchmarks; by default they are only printed
  --help           print this text

Other programs affect the results: close them, or compare the ratios.`

/** Parses the command line; null for help. Throws OptionsError. */
export function readOptions(args: readonly string[]): Options | null {
  const values = parse(args)
  if (values.help) return null
  const only = values.only === undefined ? suites : values.only.split(',').map(readSuite)
  const usualSize = only.every((suite) => aboutNoRows.includes(suite)) ? smallSize : fullSize
  const orders = values.quick ? quickSize : Number(values.orders ?? usualSize)
  if (!Number.isSafeInteger(orders) || orders < 10_000 || orders > 20_000_000)
    throw new OptionsError('--orders must be a whole number from 10000 to 20000000.')
  return {
    orders,
    keep: values.keep,
    only,
    dataDir: path.join('data', 'bench', `orders-${orders}`),
    olist: values.olist ?? path.join('..', 'shared', 'data', 'olist'),
    write: values.write,
  }
}

function readSuite(name: string): Suite {
  const suite = suites.find((known) => known === name.trim())
  if (!suite) throw new OptionsError(`${name} is not a suite. Suites: ${suites.join(', ')}.`)
  return suite
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const flag = { type: 'boolean', default: false } as const
    return parseArgs({
      args: [...args],
      options: { orders: text, only: text, olist: text, quick: flag, keep: flag, write: flag, help: flag },
    }).values
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error))
  }
}
