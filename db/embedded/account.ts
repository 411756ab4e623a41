import { spawnSync } from 'node:child_process'
import { errorText } from '#lib/error-text.ts'
import { saysTooFewFiles, tooFewFiles } from './errors.ts'

/** The system user that PostgreSQL runs as when the hub itself is root, which PostgreSQL refuses to be. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** True when this process may switch users, and therefore has to for PostgreSQL. */
export function runningAsRoot(): boolean {
  return process.getuid?.() === 0
}

/** The first unprivileged user there is to run PostgreSQL: its own if the machine has one, else nobody. */
export function serverAccount(): Account | undefined {
  return accountOf('postgres') ?? accountOf('nobody')
}

/**
 * Looks up a user by name or number, through `id` so that every directory the machine uses is asked.
 * @throws {ClusterError} where the hub may open too few files to ask.
 */
export function accountOf(user: string | number): Account | undefined {
  const ask = (option: string) => {
    const answer = spawnSync('id', [option, String(user)], { encoding: 'utf8' })
    if (answer.error && saysTooFewFiles(errorText(answer.error))) throw tooFewFiles()
    return answer.status === 0 ? answer.stdout.trim() : undefined
  }
  const uid = Number(ask('-u'))
  const gid = Number(ask('-g'))
  // A number without an entry is still a valid owner of files (common in containers).
  if (typeof user === 'number' && !Number.isInteger(uid)) return { name: String(user), uid: user, gid: user }
  if (!Number.isInteger(uid) || uid === 0) return undefined
  return { name: ask('-un') ?? String(user), uid, gid: Number.isInteger(gid) ? gid : uid }
}

/** The part of spawn options that makes a child run as `account`, from a folder that everybody can enter. */
export function asAccount(account: Account | undefined): { cwd: string; uid?: number; gid?: number } {
  return account ? { cwd: '/', uid: account.uid, gid: account.gid } : { cwd: '/' }
}

/** Whether `account` can enter a folder, asked of the system so that every ancestor and access list counts. */
export function canEnter(account: Account, folder: string): boolean {
  return spawnSync('test', ['-x', folder], asAccount(account)).status === 0
}
