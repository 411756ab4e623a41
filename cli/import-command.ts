import { closeSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ImportRefusedError } from '#marketplace/import-file.ts'
import { createProgressBar } from '#marketplace/import-progress.ts'
import { formatOutcome, formatReport, outcomeCsvHeader, outcomeToCsv } from '#marketplace/import-report.ts'
import { ImportCancelledError, ImportLostError } from '#marketplace/import-session.ts'
import { importOlist, ImportRejectedError } from '#marketplace/olist/import-olist.ts'
import { UsageError, type Command, type CommandContext } from './command.ts'

interface ImportArguments {
  folder: string
  /** File that takes each row rejected or left out. */
  report: string | null
  strict: boolean
}

/** Brings another marketplace's data into the hub. */
export const importCommand: Command = {
  name: 'import',
  summary: 'bring in another marketplace’s data',
  help: `npm run hub -- import olist <folder> [--report <file.csv>] [--strict]

Imports the Brazilian E-Commerce data set of Olist: sellers, products, listings, buyers, orders, payments,
shipments and reviews. The folder holds its CSV files, gzipped (.csv.gz) or not (.csv).

All is written in one transaction: an import that fails or is stopped with Ctrl-C changes nothing. Rows that
cannot be read, or refer to what is not there, are rejected with file, line, column and reason, and the others
are kept. What the hub has already stays as it is: a second import changes nothing.

  --report <file.csv>  writes every row that was rejected or left out to a file
  --strict             changes nothing at all if a single row is rejected

Exit code: 0 done, also with rejected rows; 1 nothing was changed; 130 stopped with Ctrl-C.
More in docs/importing.md.

npm run hub -- import olist ../shared/data/olist --report rejected.csv`,
  async run(args, context) {
    const asked = readArguments(args)
    const file = asked.report === null ? null : openReport(asked.report)
    const bar = createProgressBar(context.progress)
    try {
      const { db } = await context.openDatabase()
      const report = await importOlist({
        folder: asked.folder,
        pool: db.pool,
        strict: asked.strict,
        signal: context.signal,
        onProgress: (progress) => bar.show(progress),
        // At once, so that a full disk stops the import instead of a later moment.
        onOutcome: (outcome) => void (file !== null && writeSync(file, outcomeToCsv(outcome))),
      })
      bar.end()
      for (const line of formatReport(report)) context.say(line)
      return 0
    } catch (error) {
      bar.end()
      return endWithout(error, context)
    } finally {
      if (file !== null) closeSync(file)
    }
  },
}

function readArguments(args: string[]): ImportArguments {
  const options = { report: { type: 'string' }, strict: { type: 'boolean', default: false } } as const
  const { positionals, values } = parse(() => parseArgs({ args, options, allowPositionals: true }))
  const [source, folder, ...others] = positionals
  if (source !== 'olist')
    throw new UsageError(source ? `${source} is no source: only olist is.` : 'Say what to import: olist <folder>.')
  if (folder === undefined || others.length > 0) throw new UsageError('Give the one folder that holds the files.')
  return {
    folder: fromHere(folder),
    report: values.report === undefined ? null : fromHere(values.report),
    strict: values.strict,
  }
}

function parse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Paths are meant from where the person is; npm itself moves to the project's folder. */
function fromHere(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), file)
}

function openReport(file: string): number {
  try {
    const descriptor = openSync(file, 'w')
    writeSync(descriptor, outcomeCsvHeader)
    return descriptor
  } catch (error) {
    throw new UsageError(`The report cannot be written: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** Says why nothing was changed, where that is known; returns the exit code. */
function endWithout(error: unknown, { say }: CommandContext): number {
  if (error instanceof ImportCancelledError) {
    say(error.message)
    return 130
  }
  if (error instanceof ImportRejectedError) {
    say(`${formatOutcome(error.outcome)}\n${error.message}`)
    return 1
  }
  if (error instanceof ImportRefusedError || error instanceof ImportLostError) {
    say(error.message)
    return 1
  }
  throw error
}
