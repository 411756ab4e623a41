import type { Database } from '#db/client.ts'
import type { Applied } from '#db/migrate.ts'
import type { Hub } from '#web/hub.ts'
import type { Config } from '#server/config.ts'

export interface CommandDatabase {
  db: Database
  url: string
  applied: Applied
  close: () => Promise<void>
}

export interface CommandContext {
  config: Config
  say: (line: string) => void
  now: () => Date
  /** Reads all of standard input. */
  readInput: () => Promise<string>
  /**
   * Opens the operator's or the embedded database, starting the latter if needed, and migrates it unless `asItIs`.
   * Closed after the command.
   */
  openDatabase: (options?: { asItIs?: boolean }) => Promise<CommandDatabase>
  /**
   * Opens the database with the hub's services and public URL. Closed after the command.
   * @param options.signs whether the hub must accept what the command signs
   * @throws StartError if the hub uses another secret
   */
  openHub: (options?: { signs?: boolean }) => Promise<Hub>
  /** Aborts when the person presses Ctrl-C. */
  signal: AbortSignal
}

export interface Command {
  name: string
  /** One line for the list of commands. */
  summary: string
  /** Shown for `--help`: usage, arguments, options, examples. */
  help: string
  /**
   * Runs the command; returns the exit code, 0 by default. Throws UsageError for invalid arguments before opening or
   * writing anything.
   */
  run(args: string[], context: CommandContext): Promise<number | void>
}
