import { writeSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { writeAtomically } from '#lib/atomic-write.ts'
import { ImportRefusedError } from '#marketplace/import-file.ts'
import { createProgressBar } from '#marketplace/import-progress.ts'
import {
  formatOutcome,
  formatReport,
  outcomeCsvHeader,
  outcomeToCsv,
  type ImportReport,
} from '#marketplace/import-report.ts'
import { ImportCancelledError, ImportLostError } from '#marketplace/import-session.ts'
import { importOlist, ImportRejectedError, olistSources, type OlistImport } from '#marketplace/olist/import-olist.ts'
import { resolveFromCaller, readArguments, UsageError } from './arguments.ts'
import type { Command, CommandContext } from './command.ts'

interface ImportArguments {
  folder: string
  /** File for rejected and skipped rows. */
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

  --report <file.csv>  writes every row that was rejected or left out to a file, once the import is done; an import
                       that changes nothing because it was refused or stopped leaves an older report as it is
  --strict             changes nothing at all if a single row is rejected

Exit code: 0 done, also with rejected rows; 1 nothing was changed; 2 the arguments do not fit, nothing was read;
130 stopped with Ctrl-C.
More in docs/importing.md.

npm run hub -- import olist ../shared/data/olist --report rejected.csv`,
  async run(args, context) {
    const asked = readAsked(args)
    const bar = createProgressBar(context.progress)
    try {
      const report = await importWith(asked, context, (progress) => bar.show(progress))
      bar.end()
      for (const line of formatReport(report)) context.say(line)
      return 0
    } catch (error) {
      bar.end()
      return endWithout(error, context)
    }
  },
}

function readAsked(args: string[]): ImportArguments {
  const { values, given } = readArguments(args, {
    options: { report: { type: 'string' }, strict: { type: 'boolean', default: false } },
    takes: ['what to import: olist <folder>', 'in which folder the files are'],
  })
  const [source, folder] = given
  if (source !== 'olist') throw new UsageError(`“${source}” is no source: only olist is.`)
  return {
    folder: resolveFromCaller(folder),
    report: values.report === undefined ? null : resolveFromCaller(values.report),
    strict: values.strict,
  }
}

async function importWith(
  { folder, report, strict }: ImportArguments,
  { openDatabase, signal }: CommandContext,
  onProgress: OlistImport['onProgress'],
): Promise<ImportReport> {
  const sources = await olistSources(folder)
  const work = async (onOutcome?: OlistImport['onOutcome']) => {
    const { db } = await openDatabase()
    return importOlist({ folder, pool: db.pool, strict, signal, onProgress, onOutcome })
  }
  if (report === null) return work()
  await refuseSource(report, sources)
  return writeAtomically(report, async ({ fd }) => {
    writeSync(fd, outcomeCsvHeader)
    // Written immediately, so that a full disk stops the import.
    return work((outcome) => void writeSync(fd, outcomeToCsv(outcome)))
  })
}

/** The report must not overwrite an input file. */
async function refuseSource(report: string, sources: readonly string[]): Promise<void> {
  // A file that does not exist yet is none of them.
  const place = await realpath(report).catch(() => null)
  for (const source of sources)
    if (place === (await realpath(source)))
      throw new UsageError(`${report} is one of the files to import: name another file for the report.`)
}

/** Prints the known reason why nothing was changed; returns the exit code. */
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
