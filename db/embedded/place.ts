import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Account, accountOf, canEnter, runningAsRoot, serverAccount } from './account.ts'
import { makeSharedFolder, SHARED_FOLDER } from './binaries.ts'
import { ClusterError, diskFull, saysDiskFull } from './errors.ts'
import { errorText } from '#lib/error-text.ts'

/** Where a data folder's database is stored and which user runs it. Only this module knows the rules. */
export interface Place {
  /** The data folder as the operator named it, for messages. */
  dataDir: string
  /** Contains `cluster/`, `credentials.json` and `server.log`; may not exist yet. */
  folder: string
  /** PostgreSQL's data directory. */
  cluster: string
  /** Set if the hub is root, so that PostgreSQL runs as another user. */
  account: Account | undefined
}

/**
 * Decides where the database of `dataDir` is or will be.
 * An ordinary user keeps it in the data folder. Root uses an unprivileged user; if that user cannot enter the data
 * folder, the database is stored below {@link SHARED_FOLDER}, and `postgres.location` in the data folder names the
 * path.
 * @throws {ClusterError} if the current user cannot use the data folder
 */
export function choosePlace(dataDir: string): Place {
  const folder = prepare(path.resolve(dataDir))
  const elsewhere = readLocation(folder)
  if (elsewhere) return existing(folder, elsewhere)
  const inside = path.join(folder, 'postgres')
  if (existsSync(path.join(inside, 'cluster'))) return existing(folder, inside)
  if (!runningAsRoot()) return place(folder, inside, undefined)

  const account = serverAccount()
  if (!account) {
    throw new ClusterError(
      'PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody"; start the hub as an ordinary user, or set DATABASE_URL.',
    )
  }
  if (canEnter(account, folder)) return place(folder, inside, account)
  const outside = path.join(SHARED_FOLDER, createHash('sha256').update(folder).digest('hex').slice(0, 16))
  try {
    makeSharedFolder(outside)
    writeFileSync(path.join(folder, LOCATION), `${outside}/postgres\nof ${folder}\n`)
  } catch (error) {
    throw unusable(outside, error)
  }
  return place(folder, path.join(outside, 'postgres'), account)
}

const LOCATION = 'postgres.location'

function prepare(folder: string): string {
  try {
    makeFolder(folder)
    return realpathSync(folder)
  } catch (error) {
    throw unusable(folder, error)
  }
}

/** Creates a folder and its parents. Not with `recursive`: Node loops forever in a folder such as /proc. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return
  makeFolder(path.dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o755 })
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false

/** A location is valid where it was written, or where its folder was moved; not in a copy beside the original. */
function readLocation(folder: string): string | undefined {
  const file = path.join(folder, LOCATION)
  if (!existsSync(file)) return undefined
  const [target, origin = ''] = readFileSync(file, 'utf8').split('\n')
  const writtenFor = origin.replace(/^of /, '')
  if (!target || !existsSync(path.join(target, 'cluster'))) return undefined
  if (writtenFor === folder) return target
  if (existsSync(path.join(writtenFor, LOCATION))) return undefined
  return target
}

/** The place of an existing database: its owner runs it. */
function existing(dataDir: string, folder: string): Place {
  const cluster = path.join(folder, 'cluster')
  const owner = statSync(cluster).uid
  const me = process.getuid?.() ?? owner
  if (owner === me) return place(dataDir, folder, undefined)
  const account = accountOf(owner)
  if (!runningAsRoot() || !account) {
    throw new ClusterError(
      `The database in ${folder} belongs to user ${account?.name ?? owner}; start the hub as the user (or root) that made it, or set DATA_DIR to another folder.`,
    )
  }
  if (!canEnter(account, cluster)) {
    throw new ClusterError(
      `PostgreSQL runs as user ${account.name}, who can no longer access ${cluster}; make the folders above it passable for others (chmod o+x), then start again.`,
    )
  }
  return place(dataDir, folder, account)
}

function place(dataDir: string, folder: string, account: Account | undefined): Place {
  return { dataDir, folder, cluster: path.join(folder, 'cluster'), account }
}

function unusable(folder: string, error: unknown): ClusterError {
  const message = errorText(error)
  if (saysDiskFull(message)) return diskFull(folder)
  return new ClusterError(
    `The data folder ${folder} cannot be used (${message}); make it writable, or set DATA_DIR to another folder.`,
  )
}

export function chownTo(file: string, account: Account | undefined): void {
  if (account) chownSync(file, account.uid, account.gid)
}
