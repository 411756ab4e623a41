import { writeSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { writeAtomically } from '#lib/atomic-write.ts'
import { postDueOrders } from '#features/core/ledger/posting/post-due.server.ts'
import { ImportRefusedError } from '#marketplace/import-file.ts'
import {
  formatReport,
  outcomeCsvHeader,
  outcomeToCsv,
  type ImportReport,
  type RowOutcome,
} from '#marketplace/import-report.ts'
import { ImportCancelledError, ImportLostError } from '#marketplace/import-session.ts'
import { importOlist, olistSources } from '#marketplace/olist/import-olist.ts'
import { resolveFromCaller, readArguments, UsageError } from './arguments.ts'
import type { Command, CommandContext } from './command.ts'

type ImportArguments = ReturnType<typeof readAsked>

export const importCommand: Command = {
  name: 'import',
  summary: 'import another marketplace’s data',
  help: `npm run hub -- import <source> <folder> [--report <file.csv>]

olist  Olist's Brazilian E-Commerce data set: sellers, products, listings, buyers, orders, payments, shipments
       and reviews. One transaction: if it fails or is stopped with Ctrl-C, nothing is changed.

The folder contains the source's CSV files, gzipped (.csv.gz) or plain (.csv). Invalid rows, and rows that refer to
missing ones, are rejected with file, line, column and reason; the others are imported. Existing data is not changed,
so a second import of the same files changes nothing.

  --report <file.csv>  writes every rejected or skipped row to a file after the import; a failed or stopped import
                       does not change an older report

Exit code: 0 imported, even with rejected rows; 1 nothing was changed; 2 invalid arguments, nothing was read;
130 stopped with Ctrl-C.
More in docs/importing.md.

npm run hub -- import olist ../shared/data/olist --report rejected.csv`,
  async run(args, context) {
    const asked = readAsked(args)
    try {
      const report = await importWith(asked, context)
      for (const line of formatReport(report)) context.say(line)
      return 0
    } catch (error) {
      return endWithout(error, context)
    }
  },
}

function readAsked(args: string[]) {
  const { values, given } = readArguments(args, {
    options: { report: { type: 'string' } },
    takes: ['the source (olist)', 'the folder with the files'],
  })
  const [source, folder] = given
  if (source !== 'olist') throw new UsageError(`“${source}” is not a source. Use olist.`)
  return {
    folder: resolveFromCaller(folder),
    /** File for rejected and skipped rows. */
    report: values.report === undefined ? null : resolveFromCaller(values.report),
  }
}

type Work = (onOutcome?: (outcome: RowOutcome) => void) => Promise<ImportReport>

async function importWith({ folder, report }: ImportArguments, context: CommandContext): Promise<ImportReport> {
  const files = await olistSources(folder)
  const work = olistWork(folder, context)
  if (report === null) return work()
  await refuseSource(report, files)
  return writeAtomically(report, async ({ fd }) => {
    writeSync(fd, outcomeCsvHeader)
    // Written immediately, so that a full disk stops the import.
    return work((outcome) => void writeSync(fd, outcomeToCsv(outcome)))
  })
}

const olistWork =
  (folder: string, { openDatabase, signal, config, say }: CommandContext): Work =>
  async (onOutcome) => {
    const { db } = await openDatabase()
    const onPhase = (phase: string) => say(`${phase} …`)
    const imported = await importOlist({ folder, pool: db.pool, signal, onPhase, onOutcome })
    onPhase('Posting orders')
    // What is not posted, because it was stopped or failed, is left to the hub's job.
    await postDueOrders(db, { rules: config, signal })
    return imported
  }

/** The report must not overwrite an input file. */
async function refuseSource(report: string, files: readonly string[]): Promise<void> {
  // A file that does not exist yet is none of them.
  const place = await realpath(report).catch(() => null)
  for (const file of files)
    if (place === (await realpath(file)))
      throw new UsageError(`${report} is one of the files to import: choose another file for the report.`)
}

/** Prints the known reason why nothing was changed; returns the exit code. */
function endWithout(error: unknown, { say }: CommandContext): number {
  if (error instanceof ImportCancelledError) {
    say(error.message)
    return 130
  }
  if (error instanceof ImportRefusedError || error instanceof ImportLostError) {
    say(error.message)
    return 1
  }
  throw error
}
