import { spawnSync } from 'node:child_process'
import { errorText } from '#lib/error-text.ts'
import { saysTooFewFiles, tooFewFiles } from './errors.ts'

/** The system user that runs PostgreSQL when the hub is root, since PostgreSQL refuses to run as root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** Whether this process is root and must switch users for PostgreSQL. */
export function runningAsRoot(): boolean {
  return process.getuid?.() === 0
}

/** An unprivileged user to run PostgreSQL: `postgres` if it exists, else nobody. */
export function serverAccount(): Account | undefined {
  return accountOf('postgres') ?? accountOf('nobody')
}

/**
 * Looks up a user by name or number with `id`, which queries every directory of the machine.
 * @throws {ClusterError} if the limit of open files is too low
 */
export function accountOf(user: string | number): Account | undefined {
  const ask = (option: string) => {
    const answer = spawnSync('id', [option, String(user)], { encoding: 'utf8' })
    if (answer.error && saysTooFewFiles(errorText(answer.error))) throw tooFewFiles()
    return answer.status === 0 ? answer.stdout.trim() : undefined
  }
  const uid = Number(ask('-u'))
  const gid = Number(ask('-g'))
  // A number without an entry can still own files (common in containers).
  if (typeof user === 'number' && !Number.isInteger(uid)) return { name: String(user), uid: user, gid: user }
  if (!Number.isInteger(uid) || uid === 0) return undefined
  return { name: ask('-un') ?? String(user), uid, gid: Number.isInteger(gid) ? gid : uid }
}

/** Spawn options that run a child as `account`, in a folder that everybody can enter. */
export function asAccount(account: Account | undefined): { cwd: string; uid?: number; gid?: number } {
  return account ? { cwd: '/', uid: account.uid, gid: account.gid } : { cwd: '/' }
}

/** Whether `account` can enter a folder. Asks the system, so that ancestors and access lists count. */
export function canEnter(account: Account, folder: string): boolean {
  return spawnSync('test', ['-x', folder], asAccount(account)).status === 0
}
