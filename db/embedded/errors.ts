/**
 * A failure of the embedded PostgreSQL that a person can act on: the message is one sentence that says
 * what is wrong and what to do, fit to be printed without a stack trace.
 */
export class ClusterError extends Error {
  override name = 'ClusterError'
}

/** The data folder is held by a hub that is alive. `holder` is its process id, where the database could tell. */
export class ClusterInUseError extends ClusterError {
  override name = 'ClusterInUseError'
  readonly holder: number | undefined

  constructor(dataDir: string, holder: number | undefined) {
    const who = holder === undefined ? 'another hub' : `another hub (process ${holder})`
    super(`The data folder ${dataDir} is in use by ${who}; stop it first, or set DATA_DIR to another folder.`)
    this.holder = holder
  }
}

/** Whether a text that a program or the system left behind says that the disk is full. */
export function saysDiskFull(text: string): boolean {
  return /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT|could not (?:write|extend) file .*: wrote only/.test(
    text,
  )
}

/** The sentence for a full disk; `folder` is the place that has no room. */
export function diskFull(folder: string): ClusterError {
  return new ClusterError(
    `The disk is full: ${folder} has no room for the database; free some space (a new hub needs about 300 MB) and start again, nothing is lost.`,
  )
}

/** Whether a text that a program or the system left behind says that a process may not open as many files as it needs. */
export function saysTooFewFiles(text: string): boolean {
  return /insufficient file descriptors|too many open files|EMFILE/i.test(text)
}

/** The sentence for a limit of open files that is too low. */
export function tooFewFiles(): ClusterError {
  return new ClusterError(
    'The system lets the hub open too few files: raise the limit to 1024 or more (ulimit -n, or LimitNOFILE of its service), then start again.',
  )
}
