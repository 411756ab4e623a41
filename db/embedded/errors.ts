/**
 * A failure of the embedded PostgreSQL that the operator can fix. The message is one sentence that says what is wrong
 * and what to do, printed without a stack trace.
 */
export class ClusterError extends Error {
  override name = 'ClusterError'
}

/** A live hub holds the data folder. `holder` is its process id, if known. */
export class ClusterInUseError extends ClusterError {
  override name = 'ClusterInUseError'
  readonly holder: number | undefined

  constructor(dataDir: string, holder: number | undefined) {
    const who = holder === undefined ? 'another hub' : `another hub (process ${holder})`
    super(`The data folder ${dataDir} is in use by ${who}; stop it first, or set DATA_DIR to another folder.`)
    this.holder = holder
  }
}

export function saysDiskFull(text: string): boolean {
  return /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT|could not (?:write|extend) file .*: wrote only/.test(
    text,
  )
}

export function diskFull(folder: string): ClusterError {
  return new ClusterError(
    `The disk is full: ${folder} has no space for the database; free some space (a new hub needs about 300 MB) and start again; no data was lost.`,
  )
}

export function saysTooFewFiles(text: string): boolean {
  return /insufficient file descriptors|too many open files|EMFILE/i.test(text)
}

export function tooFewFiles(): ClusterError {
  return new ClusterError(
    'The open-file limit is too low for the hub: raise it to 1024 or more (ulimit -n, or LimitNOFILE of its service), then start again.',
  )
}
