import type { Database } from '#db/client.ts'
import type { Applied } from '#db/migrate.ts'
import type { ProgressTarget } from '#marketplace/import-progress.ts'
import type { Hub } from '#web/hub.ts'
import type { Config } from '#server/config.ts'

/** A database that is there for a command. */
export interface CommandDatabase {
  db: Database
  url: string
  /** What it lacked until now. */
  applied: Applied
  /** Closes it before the command is over. */
  close: () => Promise<void>
}

/** What a command works with. */
export interface CommandContext {
  config: Config
  /** Prints one line. */
  say: (line: string) => void
  now: () => Date
  /** All of the standard input. */
  readInput: () => Promise<string>
  /** Where progress is drawn. */
  progress: ProgressTarget
  /**
   * Opens the database: the operator's, or the embedded one, which is started where it does not run. It is migrated first,
   * unless wanted as it is. Closed after the command.
   */
  openDatabase: (options?: { asItIs?: boolean }) => Promise<CommandDatabase>
  /**
   * Opens the database with the services that the hub has on it, under the address at which the hub serves. Closed after
   * the command.
   *
   * @param options.signs whether what the command signs is to hold in the hub.
   * @throws StartError where it would not, since the hub has another secret.
   */
  openHub: (options?: { signs?: boolean }) => Promise<Hub>
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
  /**
   * Does it; returns the exit code, 0 where nothing is returned. Throws UsageError for arguments it cannot take, before
   * anything is opened or written.
   */
  run(args: string[], context: CommandContext): Promise<number | void>
}
