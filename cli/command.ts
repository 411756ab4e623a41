import type { Database } from '#db/client.ts'
import type { ProgressTarget } from '#marketplace/import-progress.ts'
import type { Config } from '#server/config.ts'

/** What a command works with. */
export interface CommandContext {
  config: Config
  /** Prints one line. */
  say: (line: string) => void
  now: () => Date
  /** Where progress is drawn. */
  progress: ProgressTarget
  /**
   * Opens the database: the operator's, or the embedded one, which is started where it does not run. It is migrated first,
   * unless wanted as it is. Closed after the command.
   */
  openDatabase: (options?: { asItIs?: boolean }) => Promise<{ db: Database; url: string }>
  /** Aborts when the person presses Ctrl-C. */
  signal: AbortSignal
}

/** One command of `npm run hub -- <name>`. */
export interface Command {
  name: string
  /** One line for the list of commands. */
  summary: string
  /** Shown for `--help`: usage, arguments, options, examples. */
  help: string
  /** Does it; returns the exit code, 0 where nothing is returned. Throws UsageError for arguments it cannot take. */
  run(args: string[], context: CommandContext): Promise<number | void>
}

/** The arguments do not fit the command; the message says which and why. */
export class UsageError extends Error {}
